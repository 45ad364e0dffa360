import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { startDatabase } from './support/database.ts';
import { median } from './support/rounds.ts';
import { postJson, servePortal } from './support/servedPortal.ts';

const cuts = 20;
/** As our pages send them, in bytes. */
const chunk = 4 * 1024 ** 2;
const size = 64 * 1024 ** 2;

/** Bytes that have to be sent again after a connection that broke in the middle of a chunk. */
export const resume: Bench = {
  about: `bytes sent again after a cut in a chunk of 4 MiB ÷ the chunk, the largest of ${cuts} cuts`,
  async run(scope) {
    const portal = await servePortal(await startDatabase(scope), scope);
    const key = await portal.makeKey();
    const made = await postJson(
      `${portal.url}/api/organizations`,
      { name: 'Bench' },
      { Authorization: portal.session },
    );
    const { id: organization } = made.doc as { id: number };
    const wanted = { name: 'Bench', organization_id: String(organization) };
    const folder = await postJson(`${portal.url}/api/v1/folders`, wanted, { Authorization: key });
    const headers = { Authorization: key, 'Tus-Resumable': '1.0.0' };
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const begun = await fetch(`${portal.url}/api/portal/v1/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'Upload-Length': String(size),
        'Upload-Metadata': `filename ${encoded('bench.bin')},target ${encoded(`file:${folder.id}`)}`,
      },
    });
    if (begun.status !== 201) throw new Error(`The upload was answered ${begun.status}.`);
    const place = `${portal.url}${begun.headers.get('Location')}`;
    const offset = async (): Promise<number> => {
      const response = await fetch(place, { method: 'HEAD', headers });
      return response.ok ? Number(response.headers.get('Upload-Offset')) : sleep(500).then(offset);
    };
    const again: number[] = [];
    let at = 0;
    for (let cut = 1; cut <= cuts; cut += 1) {
      const sent = await sendPart(place, headers, { at, bytes: Math.floor((chunk * cut) / (cuts + 1)) });
      const arrived = await offset();
      again.push(at + sent - arrived);
      at = arrived;
    }
    return [
      {
        figures: [
          { label: 'sent again, median', value: median(again) / 1024, unit: 'KiB' },
          { label: 'sent again, most', value: Math.max(...again) / 1024, unit: 'KiB' },
        ],
        label: 'the most ÷ a chunk',
        value: Math.max(...again) / chunk,
        unit: '×',
        spread: null,
        goal: { atMost: 1 },
      },
    ];
  },
};

/** Sends a part of a chunk, and breaks the connection. Returns the bytes that the system has taken. */
const sendPart = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  { at, bytes }: { readonly at: number; readonly bytes: number },
): Promise<number> => {
  const patch: ClientRequest = request(url, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...headers,
      'Upload-Offset': String(at),
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(chunk),
    },
  });
  patch.on('error', () => {});
  const piece = Buffer.alloc(64 * 1024);
  let sent = 0;
  while (sent < bytes) {
    if (!patch.write(piece)) await once(patch, 'drain');
    sent += piece.byteLength;
  }
  patch.destroy();
  return sent;
};
