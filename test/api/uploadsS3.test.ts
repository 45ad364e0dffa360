import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, type FilesPortal, makeFolder, pathOf, startFilesPortal } from '../support/files.ts';
import { type S3Server, startS3Server } from '../support/s3Server.ts';
import { tusClient } from '../support/uploads.ts';

/** Gives the test server what it lacks: a list of the parts of an unfinished object, and the end of one. */
const withLists = async (target: string): Promise<{ url: string; proxy: Server }> => {
  const parts = new Map<string, Map<string, { etag: string; size: number }>>();
  const proxy = createServer((asked, answer) => {
    const { searchParams } = new URL(asked.url ?? '/', target);
    const id = searchParams.get('uploadId');
    const known = [...(parts.get(id ?? '') ?? [])];
    if (asked.method === 'GET' && id !== null) {
      const list = known.map(
        ([number, { etag, size }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${size}</Size></Part>`,
      );
      answer.writeHead(200, { 'Content-Type': 'application/xml' });
      return answer.end(
        `<ListPartsResult><UploadId>${id}</UploadId><IsTruncated>false</IsTruncated>${list.join('')}</ListPartsResult>`,
      );
    }
    // S3 answers the same for an object that is complete.
    if (asked.method === 'DELETE' && id !== null) return answer.writeHead(204).end();
    const { method, headers, url: path } = asked;
    const passed = request(new URL(path ?? '/', target), { method, headers }, (response) => {
      const number = searchParams.get('partNumber');
      if (method === 'PUT' && id !== null && number !== null) {
        const size = Number(headers['x-amz-decoded-content-length'] ?? headers['content-length']);
        parts.set(id, new Map([...known, [number, { etag: String(response.headers.etag), size }]]));
      }
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, proxy };
};

let proxy: Server;
let server: S3Server;
let portal: FilesPortal;
let client: S3;
beforeAll(async () => {
  server = await startS3Server();
  const lists = await withLists(server.url);
  proxy = lists.proxy;
  const config = {
    endpoint: lists.url,
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
  proxy.closeAllConnections();
  proxy.close();
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
