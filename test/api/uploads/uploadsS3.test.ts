import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type FilesPortal, makeFolder, pathOf, startFilesPortal } from '../../support/api/files.ts';
import { tusClient } from '../../support/api/uploads.ts';
import { type S3Proxy, startS3Proxy } from '../../support/servers/s3Proxy.ts';
import { type S3Server, startS3Server } from '../../support/servers/s3Server.ts';

let proxy: S3Proxy;
let server: S3Server;
let portal: FilesPortal;
let client: S3;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startS3Proxy(server.url);
  const config = {
    endpoint: proxy.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: server.credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  client = new S3(config);
  // The test server knows no tags.
  const store = new S3Store({ useTags: false, s3ClientConfig: { ...config, bucket: server.bucket } });
  portal = await startFilesPortal({ uploads: { store }, workers: 'external' });
});
afterAll(async () => {
  await portal.stop();
  proxy.stop();
  await server.stop();
});

it('the bytes of open uploads lie in a store of the app, and are gone once they are a file', async () => {
  const content = randomBytes(6 * 1024 * 1024);
  const folder = await makeFolder(portal, portal.keys.client);
  const sender = tusClient(portal, { Authorization: `Bearer ${portal.keys.client}` });
  const begun = await sender.begin({
    size: content.length,
    metadata: { filename: 'a.bin', target: `file:${folder}` },
  });
  const location = begun.headers.get('Location') ?? '';
  const half = content.length / 2;
  await sender.append(location, 0, content.subarray(0, half));
  expect((await sender.look(location)).headers.get('Upload-Offset')).toBe(String(half));
  expect(existsSync(join(portal.dataDir, 'uploads-open'))).toBe(false);
  expect((await client.listObjectsV2({ Bucket: server.bucket })).Contents?.length).toBeGreaterThan(0);
  expect((await sender.append(location, half, content.subarray(half))).status).toBe(204);
  const { body } = await sender.read(location);
  expect(body).toMatchObject({ status: 'complete', error: null });
  const { body: file } = await call(portal, `/files/${body.file_id}`, { key: portal.keys.client });
  const response = await portal.fetch(pathOf(String(file.download_url)));
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  expect((await client.listObjectsV2({ Bucket: server.bucket })).Contents ?? []).toEqual([]);
});
