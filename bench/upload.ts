import { fileURLToPath } from 'node:url';
import { makeThrowAwayFolder } from '../src/demo/portal.ts';
import { freePort } from '../src/demo/variables.ts';
import type { Bench } from './bench.ts';
import { watchMemory } from './support/memory.ts';
import { compare } from './support/rounds.ts';
import type { Scope } from './support/scope.ts';
import { startServer } from './support/server.ts';

const rounds = 5;
const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;
const portalProgram = fileURLToPath(new URL('../src/server/start.mjs', import.meta.url));
const administrator = { email: 'admin@acme.example', password: 'a password of the bench' };

/**
 * Growth of the memory with the file. Both sides upload the same bytes: the memory that Node leaves uncollected of a
 * gigabyte that streams through it is about 45 MiB, whatever it belongs to, and one upload of 1 MB alone leaves next to
 * nothing.
 */
export const upload: Bench = {
  about:
    'growth of the server’s resident memory by an upload of 1 GB ÷ by the same bytes in uploads of 1 MB, each on a new start',
  async run(scope) {
    const { measured, baseline, ratio, spread } = await compare({
      rounds,
      measured: () => growthBy({ size: gigabyte, times: 1 }, scope),
      baseline: () => growthBy({ size: megabyte, times: gigabyte / megabyte }, scope),
    });
    return [
      {
        figures: [
          { label: '1 GB at once, median', value: measured / megabyte, unit: 'MiB' },
          { label: '1 GB in uploads of 1 MB, median', value: baseline / megabyte, unit: 'MiB' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atMost: 1.2 },
      },
    ];
  },
};

interface Load {
  /** Size of one upload, in bytes. */
  readonly size: number;
  readonly times: number;
}

const growthBy = async ({ size, times }: Load, scope: Scope): Promise<number> => {
  const folder = makeThrowAwayFolder();
  scope.onEnd(folder.remove);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = await startServer(
    {
      args: ['--conditions=production', portalProgram],
      variables: {
        PORT: String(port),
        PORTAL_DATA_DIR: folder.path,
        PORTAL_ADMIN_EMAIL: administrator.email,
        PORTAL_ADMIN_PASSWORD: administrator.password,
        MAX_UPLOAD_BYTES: String(2 * gigabyte),
        RATE_LIMIT_PER_MINUTE: '0',
      },
      url: `${address}/api/health`,
    },
    scope,
  );
  const place = await preparePlace(address);
  const memory = watchMemory(server.pid);
  for (let sent = 0; sent < times; sent += 1) await send(address, place, size);
  const growth = await memory.growth();
  await server.stop();
  await folder.remove();
  return growth;
};

interface Place {
  readonly key: string;
  readonly folder: string;
}

const preparePlace = async (address: string): Promise<Place> => {
  const post = async <Body>(path: string, authorization: string, body: object): Promise<Body> => {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const { token } = await post<{ token: string }>('/users/login', '', administrator);
  const session = `JWT ${token}`;
  const { doc } = await post<{ doc: { id: number } }>('/organizations', session, { name: 'Acme' });
  const organization_id = String(doc.id);
  const { key } = await post<{ key: string }>('/portal/v1/api-keys', session, {
    name: 'bench',
    organization_id,
  });
  const folder = await post<{ id: string }>('/v1/folders', `Bearer ${key}`, { name: 'Bench' });
  return { key, folder: folder.id };
};

const send = async (address: string, { key, folder }: Place, size: number): Promise<void> => {
  const response = await fetch(`${address}/api/v1/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'multipart/form-data; boundary=bench' },
    body: formOf(folder, size) as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit);
  if (response.status !== 201) throw new Error(`The upload was answered ${response.status}.`);
  await response.arrayBuffer();
};

async function* formOf(folder: string, size: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `--bench\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n${folder}\r\n` +
      '--bench\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\n\r\n',
  );
  const chunk = Buffer.alloc(64 * 1024, 1);
  for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
  yield Buffer.from('\r\n--bench--\r\n');
}
