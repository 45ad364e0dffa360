import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOnDisk,
  call,
  type FileBody,
  type FilesPortal,
  makeFolder,
  pathOf,
  startFilesPortal,
  storedPath,
  upload,
} from '../../support/api/files.ts';

const content = randomBytes(200_000);

let portal: FilesPortal;
let folder: string;
let file: FileBody;
beforeAll(async () => {
  portal = await startFilesPortal();
  folder = await makeFolder(portal, portal.keys.client);
  file = await sent('Übersicht 1%20.bin');
});
afterAll(() => portal.stop());

const sent = async (name: string): Promise<FileBody> => {
  const { body } = await upload(portal, {
    key: portal.keys.client,
    folder,
    name,
    content,
    type: 'image/png',
  });
  return body;
};

const download = async (link: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await portal.fetch(pathOf(link), { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

describe('a download', () => {
  it('returns the bytes unchanged, as an attachment that is never executed', async () => {
    const { status, headers, bytes } = await download(file.download_url);
    expect(status).toBe(200);
    expect(bytes.equals(content)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition':
        'attachment; filename="?bersicht 1%20.bin"; filename*=UTF-8\'\'%C3%9Cbersicht%201%2520.bin',
      'content-length': String(content.length),
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-type': file.mime_type,
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(headers.has('RateLimit')).toBe(false);
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=199000-', 199_000, 200_000],
    ['bytes=-10', 199_990, 200_000],
    ['bytes=100-999999999', 100, 200_000],
  ])('of %s returns only that part', async (range, start, end) => {
    const { status, headers, bytes } = await download(file.download_url, { Range: range });
    expect(status).toBe(206);
    expect(headers.get('Content-Range')).toBe(`bytes ${start}-${end - 1}/200000`);
    expect(headers.get('Content-Length')).toBe(String(end - start));
    expect(bytes.equals(content.subarray(start, end))).toBe(true);
  });

  it.each(['bytes=0-1,5-9', 'pages=1-2'])('of %s returns the whole file', async (range) => {
    const { status, bytes } = await download(file.download_url, { Range: range });
    expect([status, bytes.length]).toEqual([200, content.length]);
  });

  it('goes on with a broken download: a conditional range is of the same bytes, or the whole', async () => {
    const etag = (await download(file.download_url, {}, 'HEAD')).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await download(file.download_url, { Range: 'bytes=5-9', 'If-Range': etag });
    expect([again.status, again.bytes.equals(content.subarray(5, 10))]).toEqual([206, true]);
    const other = await download((await sent('other.bin')).download_url, {
      Range: 'bytes=5-9',
      'If-Range': etag,
    });
    expect([other.status, other.bytes.length]).toEqual([200, content.length]);
  });

  it.each(['bytes=9-1', 'bytes=x', 'bytes=1-1x', 'nonsense'])(
    'of the malformed %s is the whole',
    async (range) => {
      const { status, bytes } = await download(file.download_url, { Range: range });
      expect([status, bytes.equals(content)]).toEqual([200, true]);
    },
  );

  it('that begins after the end is 416', async () => {
    const { status, headers, bytes } = await download(file.download_url, { Range: 'bytes=200000-' });
    expect(status).toBe(416);
    expect(headers.get('Content-Range')).toBe('bytes */200000');
    expect(JSON.parse(bytes.toString()).error).toBe('range_not_satisfiable');
  });

  it('is answered for any range header', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[ -~]{0,30}$/), async (range) => {
        const { status } = await download(file.download_url, { Range: range });
        expect([200, 206, 416]).toContain(status);
      }),
      { numRuns: 50 },
    );
  });

  it('is 404 if the bytes are gone', async () => {
    const before = bytesOnDisk(portal).stored;
    const lost = await sent('lost.bin');
    const added = bytesOnDisk(portal).stored.filter((name) => !before.includes(name));
    for (const name of added) rmSync(storedPath(portal, name));
    expect((await download(lost.download_url)).status).toBe(404);
  });
});

describe('a download link', () => {
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(file.download_url);
    change(url);
    return url.href;
  };

  it.each<[string, (url: URL) => void]>([
    ['to another file', (url) => Object.assign(url, { pathname: '/api/v1/files/999999/download' })],
    ['for longer', (url) => url.searchParams.set('expires', '99999999999')],
    ['that has expired', (url) => url.searchParams.set('expires', '1700000000')],
    ['without an end', (url) => url.searchParams.delete('expires')],
    ['without a signature', (url) => url.searchParams.delete('signature')],
    ['with another signature', (url) => url.searchParams.set('signature', 'x'.repeat(43))],
    ['with two signatures', (url) => url.searchParams.append('signature', 'x')],
    ['with something added', (url) => url.searchParams.append('inline', '1')],
    ['without anything', (url) => Object.assign(url, { search: '' })],
  ])('%s is 403', async (_case, change) => {
    const { status, bytes } = await download(changed(change));
    expect([status, JSON.parse(bytes.toString()).error]).toEqual([403, 'forbidden']);
  });

  it('gives access only to its file', async () => {
    const { search } = new URL(file.download_url);
    const other = await sent('other.bin');
    expect((await portal.fetch(`/api/v1/files/${other.id}/download${search}`)).status).toBe(403);
    expect((await portal.fetch(`/api/v1/files/${file.id}${search}`)).status).toBe(401);
    expect((await download(file.download_url, {}, 'POST')).status).toBe(401);
  });

  it('outlives the key that requested it', async () => {
    const { keys, people } = portal;
    const listed = await portal.fetch('/api/portal/v1/api-keys?per_page=100', {
      headers: { Authorization: `JWT ${people.administrator.token}` },
    });
    const { data } = (await listed.json()) as { data: { id: string; prefix: string }[] };
    const key = data.find(({ prefix }) => keys.staff.startsWith(prefix));
    const read = await call<FileBody>(portal, `/files/${file.id}`, { key: keys.staff });
    await portal.fetch(`/api/portal/v1/api-keys/${key?.id}`, {
      method: 'DELETE',
      headers: { Authorization: `JWT ${people.administrator.token}` },
    });
    expect((await call(portal, `/files/${file.id}`, { key: keys.staff })).status).toBe(401);
    expect((await download(read.body.download_url)).status).toBe(200);
  });
});

describe('the address of the files', () => {
  it('is the one that the option sets', async () => {
    const other = await startFilesPortal({ files: { url: 'https://files.example/f/' } });
    try {
      const key = other.keys.client;
      const { body } = await upload(other, { key, folder: await makeFolder(other, key) });
      expect(body.download_url).toMatch(/^https:\/\/files\.example\/f\/\d+\/download\?/);
    } finally {
      await other.stop();
    }
  });
});
