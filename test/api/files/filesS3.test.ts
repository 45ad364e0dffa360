import { randomBytes } from 'node:crypto';
import { S3 } from '@aws-sdk/client-s3';
import { s3Storage } from '@payloadcms/storage-s3';
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
import { type S3Proxy, startS3Proxy } from '../../support/servers/s3Proxy.ts';
import { type S3Server, startS3Server } from '../../support/servers/s3Server.ts';

let server: S3Server;
let proxy: S3Proxy;
let portal: FilesPortal;
let folder: string;
let client: S3;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startS3Proxy(server.url);
  const config = {
    endpoint: proxy.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: server.credentials,
    // The test server does not support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  client = new S3(config);
  // A connection that is not given back is missed soon.
  const requestHandler = { httpAgent: { maxSockets: 3 } };
  const plugins = [
    s3Storage({
      bucket: server.bucket,
      collections: { files: { prefix: 'portal' } },
      config: { ...config, requestHandler },
    }),
  ];
  portal = await startFilesPortal({}, { plugins });
  folder = await makeFolder(portal, portal.keys.client);
});
afterAll(async () => {
  await portal.stop();
  proxy.stop();
  await server.stop();
});

const objects = async (): Promise<{ key: string; size: number }[]> => {
  const { Contents = [] } = await client.listObjectsV2({ Bucket: server.bucket });
  return Contents.map(({ Key = '', Size = -1 }) => ({ key: Key, size: Size }));
};

describe('with S3 for storage', () => {
  it('a file is stored there under a random name, and returned unchanged', async () => {
    const content = randomBytes(3_000_000);
    const { status, body } = await upload(portal, {
      key: portal.keys.client,
      folder,
      name: 'big.bin',
      content,
    });
    expect(status).toBe(201);
    expect(await objects()).toEqual([
      { key: expect.stringMatching(/^portal\/[\da-f-]{36}$/), size: content.length },
    ]);
    expect(bytesOnDisk(portal)).toEqual({ stored: [], waiting: [] });
    const whole = await portal.fetch(pathOf(body.download_url));
    expect(whole.headers.get('Content-Disposition')).toBe('attachment; filename="big.bin"');
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const range = await portal.fetch(pathOf(body.download_url), { headers: { Range: 'bytes=1000-1999' } });
    expect([range.status, range.headers.get('Content-Range')]).toEqual([206, 'bytes 1000-1999/3000000']);
    expect(Buffer.from(await range.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true);
    const deleted = await call(portal, `/files/${body.id}`, { key: portal.keys.client, method: 'DELETE' });
    expect(deleted.status).toBe(204);
    expect(await objects()).toEqual([]);
    expect((await portal.fetch(pathOf(body.download_url))).status).toBe(404);
  });

  it('no upload, and no download that is not read, keeps a connection', async () => {
    const key = portal.keys.client;
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await upload(portal, { key, folder })).body.id);
    const { body } = await upload(portal, { key, folder, content: randomBytes(1_000_000) });
    const path = pathOf(body.download_url);
    for (let count = 0; count < 5; count += 1) {
      expect((await portal.fetch(path, { method: 'HEAD' })).status).toBe(200);
      const unread = await portal.fetch(path, { headers: { Range: 'bytes=10-' } });
      await unread.body?.cancel();
    }
    expect((await (await portal.fetch(path)).arrayBuffer()).byteLength).toBe(1_000_000);
    for (const id of [...ids, body.id]) await call(portal, `/files/${id}`, { key, method: 'DELETE' });
  });

  it('an empty file is stored', async () => {
    const { body } = await upload(portal, { key: portal.keys.client, folder, content: '' });
    const response = await portal.fetch(pathOf(body.download_url));
    expect([response.status, await response.text()]).toEqual([200, '']);
    await call(portal, `/files/${body.id}`, { key: portal.keys.client, method: 'DELETE' });
  });

  it('the CMS’s own URL serves it with the same headers', async () => {
    const { body } = await upload(portal, {
      key: portal.keys.client,
      folder,
      name: 'a.html',
      content: '<p>',
    });
    const stored = await portal.payload.findByID({ collection: 'files', id: body.id, overrideAccess: true });
    const response = await portal.fetch(`/api/files/file/${stored.filename}`, {
      headers: { Authorization: `JWT ${portal.people.editor.token}` },
    });
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="a.html"');
    expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(await response.text()).toBe('<p>');
    await call(portal, `/files/${body.id}`, { key: portal.keys.client, method: 'DELETE' });
  });

  it('a refused or uncommitted upload leaves no object', async () => {
    const refused = await upload(portal, { key: portal.keys.stranger, folder });
    expect(refused.status).toBe(422);
    const { commitTransaction, rollbackTransaction } = portal.payload.db;
    portal.payload.db.commitTransaction = async (id) => {
      await rollbackTransaction.call(portal.payload.db, id);
      throw new Error('The commit failed.');
    };
    expect((await upload(portal, { key: portal.keys.client, folder })).status).toBe(500);
    portal.payload.db.commitTransaction = commitTransaction;
    expect(await objects()).toEqual([]);
    const { body } = await call<{ data: FileBody[] }>(portal, '/files', { key: portal.keys.client });
    expect(body.data).toEqual([]);
  });

  it('an upload that the storage rejects creates no file', async () => {
    const key = portal.keys.client;
    await client.deleteBucket({ Bucket: server.bucket });
    expect((await upload(portal, { key, folder })).status).toBe(500);
    await client.createBucket({ Bucket: server.bucket });
    const { body } = await call<{ data: FileBody[] }>(portal, '/files', { key });
    expect(body.data).toEqual([]);
    expect(bytesOnDisk(portal).waiting).toEqual([]);
  });

  it('a file whose bytes the storage does not remove is still there', async () => {
    const key = portal.keys.client;
    const { body } = await upload(portal, { key, folder, content: 'bytes' });
    const remove = () => call(portal, `/files/${body.id}`, { key, method: 'DELETE' });
    proxy.isAway = true;
    expect(await remove()).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    proxy.isAway = false;
    expect(await (await portal.fetch(pathOf(body.download_url))).text()).toBe('bytes');
    expect((await remove()).status).toBe(204);
    expect(await objects()).toEqual([]);
  });

  it('files that are deleted together stay as long as the storage keeps their bytes', async () => {
    const key = portal.keys.client;
    const files = [await upload(portal, { key, folder }), await upload(portal, { key, folder })];
    const ids = files.map(({ body }) => body.id).join(',');
    const remove = () =>
      portal.fetch(`/api/files?where[id][in]=${ids}`, {
        method: 'DELETE',
        headers: { Authorization: `JWT ${portal.people.editor.token}` },
      });
    proxy.isAway = true;
    expect((await remove()).status).toBe(503);
    proxy.isAway = false;
    const { body } = await call<{ data: FileBody[] }>(portal, '/files', { key });
    expect([body.data.length, (await objects()).length]).toEqual([2, 2]);
    expect((await remove()).status).toBe(200);
    expect(await objects()).toEqual([]);
  });

  it.each(['client', 'administrator'] as const)('a %s does not choose where a file lies', async (role) => {
    const form = new FormData();
    form.set('file', new File(['hello'], 'a.txt'));
    const place = { prefix: 'portal/others', _objectKey: 'others' };
    form.set('_payload', JSON.stringify({ folder: Number(folder), ...place }));
    const headers = { Authorization: `JWT ${portal.people[role].token}` };
    const response = await portal.fetch('/api/files', { method: 'POST', headers, body: form });
    expect(response.status).toBe(201);
    expect(await objects()).toEqual([{ key: expect.stringMatching(/^portal\/[\da-f-]{36}$/), size: 5 }]);
    const { doc } = (await response.json()) as { doc: { id: number } };
    await call(portal, `/files/${doc.id}`, { key: portal.keys.client, method: 'DELETE' });
  });
});
