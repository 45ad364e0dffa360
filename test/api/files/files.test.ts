import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOnDisk,
  call,
  type FileBody,
  type FilesPortal,
  makeFolder,
  pathOf,
  startFilesPortal,
  upload,
} from '../../support/api/files.ts';

let portal: FilesPortal;
let folder: string;
beforeAll(async () => {
  portal = await startFilesPortal();
  folder = await makeFolder(portal, portal.keys.client);
});
afterAll(() => portal.stop());

const sent = (values: Partial<Parameters<typeof upload>[1]> = {}) =>
  upload(portal, { key: portal.keys.client, folder, ...values });

const rows = async (): Promise<number> => {
  const { totalDocs } = await portal.payload.count({ collection: 'files', overrideAccess: true });
  return totalDocs;
};

describe('an upload', () => {
  it('returns the file as it is stored', async () => {
    const { status, headers, body } = await sent({ name: 'Grüße 日本語.txt', content: 'hello' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      filename: 'Grüße 日本語.txt',
      size_bytes: 5,
      mime_type: 'text/plain',
      folder_id: folder,
      ticket_id: null,
      reply_id: null,
      internal: false,
      uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      uploaded_by: expect.stringMatching(/^\d+$/),
      uploaded_via: null,
      download_url: expect.stringContaining(`/api/v1/files/${body.id}/download?expires=`),
    });
    expect(headers.get('Location')).toBe(`/api/v1/files/${body.id}`);
    const read = await call<FileBody>(portal, `/files/${body.id}`, { key: portal.keys.client });
    expect({ ...read.body, download_url: '' }).toEqual({ ...body, download_url: '' });
  });

  it('is stored on disk under a random name, and nowhere else', async () => {
    const before = bytesOnDisk(portal).stored;
    await sent({ name: 'secret-name.txt' });
    const { stored, waiting } = bytesOnDisk(portal);
    const added = stored.filter((name) => !before.includes(name));
    expect(added).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(waiting).toEqual([]);
  });

  it.each([20_000, 60_000, 300_000])('of %d bytes may arrive in one chunk, the file last', async (size) => {
    const part = (name: string, rest = '') =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"${rest}`;
    const content = Buffer.alloc(size, 'x');
    const response = await portal.fetch('/api/v1/files', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${portal.keys.client}`,
        'Content-Type': 'multipart/form-data; boundary=edge',
      },
      body: Buffer.concat([
        Buffer.from(`${part('folder_id')}\r\n\r\n${folder}\r\n${part('file', '; filename="a"')}\r\n\r\n`),
        content,
        Buffer.from('\r\n--edge--\r\n'),
      ]),
    });
    expect(response.status).toBe(201);
    const { download_url } = (await response.json()) as FileBody;
    const download = await portal.fetch(pathOf(download_url));
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
  });

  it('may be empty', async () => {
    const { status, body } = await sent({ content: '' });
    expect([status, body.size_bytes]).toEqual([201, 0]);
    const download = await portal.fetch(pathOf(body.download_url));
    expect([download.status, await download.text()]).toEqual([200, '']);
  });

  it('has the type of its bytes, whatever type it claims', async () => {
    const { body } = await sent({
      name: 'a.png',
      type: 'image/png',
      content: '<!doctype html><script></script>',
    });
    expect(body.mime_type).toBe('text/html');
    const cutOff = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    expect((await sent({ content: cutOff, type: 'text/plain' })).body.mime_type).toBe('image/png');
  });

  it('is attached to a ticket of the same organization', async () => {
    const ticket = await call<{ id: string }>(portal, '/tickets', {
      key: portal.keys.client,
      method: 'POST',
      json: { subject: 'Broken' },
    });
    const { status, body } = await sent({ ticket: ticket.body.id });
    expect([status, body.ticket_id]).toEqual([201, ticket.body.id]);
    const listed = await call<{ data: FileBody[] }>(portal, `/files?ticket_id=${ticket.body.id}`, {
      key: portal.keys.client,
    });
    expect(listed.body.data.map(({ id }) => id)).toEqual([body.id]);
  });
});

describe('an upload that is refused', () => {
  const refusals: [string, () => Promise<{ status: number; body: FileBody }>, number, string, string[]?][] = [
    ['no name', () => sent({ name: '..' }), 422, 'validation_failed', ['file']],
    ['a folder that never was', () => sent({ folder: '999999' }), 422, 'validation_failed', ['folder_id']],
    ['a folder id that is none', () => sent({ folder: '1x' }), 422, 'validation_failed', ['folder_id']],
    ['a ticket that never was', () => sent({ ticket: '999999' }), 422, 'validation_failed', ['ticket_id']],
    [
      'a folder of another organization',
      async () => sent({ folder: await makeFolder(portal, portal.keys.stranger) }),
      422,
      'validation_failed',
      ['folder_id'],
    ],
    ['neither file nor folder', () => form(), 422, 'validation_failed', ['file', 'folder_id']],
    [
      'an unknown part and a file as text',
      () => form(['file', 'text'], ['folder_id', folder], ['organization_id', '1']),
      422,
      'validation_failed',
      ['file', 'organization_id'],
    ],
    [
      'a part twice',
      () => form(['folder_id', folder], ['folder_id', folder]),
      422,
      'validation_failed',
      ['folder_id'],
    ],
    ['JSON', () => send({ json: { folder_id: folder } }), 415, 'unsupported_media_type'],
    [
      'a packed body',
      () => send({ headers: { ...multipart('edge'), 'Content-Encoding': 'gzip' } }, '--edge--'),
      415,
      'unsupported_media_type',
    ],
    ['no boundary', () => send({ headers: multipart() }, 'x'), 400, 'bad_request'],
    ['no body', () => send({ headers: multipart('edge') }), 400, 'bad_request'],
  ];

  const form = (...parts: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of parts) data.append(name, value);
    return call<FileBody>(portal, '/files', { key: portal.keys.client, method: 'POST', form: data });
  };
  const multipart = (boundary?: string) => ({
    'Content-Type': boundary ? `multipart/form-data; boundary=${boundary}` : 'multipart/form-data',
  });
  const send = async (
    { json, headers = {} }: { json?: unknown; headers?: Record<string, string> },
    body?: string,
  ) => {
    const response = await portal.fetch('/api/v1/files', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${portal.keys.client}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
    });
    return { status: response.status, body: (await response.json()) as FileBody };
  };

  it.each(refusals)('for %s leaves nothing behind', async (_case, act, status, error, paths) => {
    const [count, { stored }] = [await rows(), bytesOnDisk(portal)];
    const answer = await act();
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    if (paths) expect(answer.body.details?.map(({ path }) => path).toSorted()).toEqual(paths);
    expect(await rows()).toBe(count);
    expect(bytesOnDisk(portal)).toEqual({ stored, waiting: [] });
  });

  it('by a spanning key names two organizations: 422 on the ticket', async () => {
    const ticket = await call<{ id: string }>(portal, '/tickets', {
      key: portal.keys.stranger,
      method: 'POST',
      json: { subject: 'Elsewhere' },
    });
    const { status, body } = await sent({ key: portal.keys.spanning, ticket: ticket.body.id });
    expect([status, body.details?.map(({ path }) => path)]).toEqual([422, ['ticket_id']]);
    const own = await sent({ key: portal.keys.spanning });
    expect(own.status).toBe(201);
  });
});

describe('a file', () => {
  it('loses its bytes when it is deleted', async () => {
    const before = bytesOnDisk(portal).stored;
    const { body } = await sent();
    const answer = await call(portal, `/files/${body.id}`, { key: portal.keys.client, method: 'DELETE' });
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect(bytesOnDisk(portal).stored.toSorted()).toEqual(before.toSorted());
    expect((await call(portal, `/files/${body.id}`, { key: portal.keys.client })).status).toBe(404);
    expect((await portal.fetch(pathOf(body.download_url))).status).toBe(404);
    const again = await call(portal, `/files/${body.id}`, { key: portal.keys.client, method: 'DELETE' });
    expect(again.status).toBe(404);
  });

  it('is deleted by only one of several concurrent requests', async () => {
    const { body } = await sent();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        call(portal, `/files/${body.id}`, { key: portal.keys.client, method: 'DELETE' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
  });

  it('of another organization is answered like an unknown one', async () => {
    const { body } = await sent();
    const { stranger } = portal.keys;
    for (const method of ['GET', 'DELETE']) {
      const theirs = await call(portal, `/files/${body.id}`, { key: stranger, method });
      const none = await call(portal, '/files/999999', { key: stranger, method });
      expect([theirs.status, theirs.body.error, theirs.body.message]).toEqual([
        404,
        none.body.error,
        none.body.message,
      ]);
    }
    const listed = await call<{ data: FileBody[] }>(portal, '/files?per_page=100', { key: stranger });
    expect(listed.body.data.map(({ id }) => id)).not.toContain(body.id);
  });

  it('is listed newest first, by pages and by cursor', async () => {
    const own = await makeFolder(portal, portal.keys.client, 'Listed');
    const made: string[] = [];
    for (const name of ['1', '2', '3']) made.unshift((await sent({ folder: own, name })).body.id);
    const page = await call<{ data: FileBody[]; meta: object }>(
      portal,
      `/files?folder_id=${own}&per_page=2`,
      {
        key: portal.keys.client,
      },
    );
    expect(page.body.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(page.body.meta).toEqual({ page: 1, per_page: 2, total: 3 });
    expect(page.headers.get('Link')).toContain(`folder_id=${own}`);
    const none = await call<{ data: FileBody[] }>(portal, '/files?folder_id=nonsense', {
      key: portal.keys.client,
    });
    expect([none.status, none.body.data]).toEqual([200, []]);
  });

  it('uploaded twice with one Idempotency-Key is stored once', async () => {
    const headers = { 'Idempotency-Key': 'upload-1' };
    const first = await sent({ headers });
    const count = await rows();
    const again = await sent({ headers });
    expect([again.status, again.headers.get('Idempotent-Replayed'), again.body]).toEqual([
      201,
      'true',
      first.body,
    ]);
    expect(await rows()).toBe(count);
    const other = await sent({ headers, content: 'hellO' });
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_mismatch']);
    expect(bytesOnDisk(portal).waiting).toEqual([]);
  });
});
