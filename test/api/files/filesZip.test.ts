import { randomBytes } from 'node:crypto';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { S3 } from '@aws-sdk/client-s3';
import { s3Storage } from '@payloadcms/storage-s3';
import type { CollectionSlug } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer } from 'yauzl';
import {
  addRange,
  bytesOf,
  type DatedFile,
  findStoredFile,
  isWhole,
  type PartRange,
  readWhole,
  serveBytes,
  storageOf,
  zipOf,
} from '../../../src/features/files/feature.ts';
import {
  type FilesPortal,
  makeFolder,
  pathOf,
  startFilesPortal,
  storedPath,
  upload,
} from '../../support/api/files.ts';
import { type S3Server, startS3Server } from '../../support/servers/s3Server.ts';

const contents = [randomBytes(300_000), Buffer.alloc(0), randomBytes(70_000)];

let server: S3Server;
let objects: S3;
let portals: Record<'disk' | 'S3', FilesPortal>;
const files: Record<string, DatedFile[]> = {};
beforeAll(async () => {
  server = await startS3Server();
  const config = {
    endpoint: server.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: server.credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  objects = new S3(config);
  const plugins = [s3Storage({ bucket: server.bucket, collections: { files: true }, config })];
  portals = { disk: await startFilesPortal(), S3: await startFilesPortal({}, { plugins }) };
  for (const [storage, portal] of Object.entries(portals)) {
    const folder = await makeFolder(portal, portal.keys.client);
    files[storage] = [];
    for (const content of contents) {
      const { body } = await upload(portal, { key: portal.keys.client, folder, name: 'plan.bin', content });
      files[storage].push(await stored(portal, body.id));
    }
  }
});
afterAll(async () => {
  await Promise.all(Object.values(portals).map(({ stop }) => stop()));
  await server.stop();
});

const stored = async ({ payload }: FilesPortal, id: string): Promise<DatedFile> => {
  const file = await findStoredFile(payload, 'files', { id });
  if (!file) throw new Error('The file is not there.');
  return file;
};

const zipping = ({ payload }: FilesPortal) => ({ payload, slug: 'files', name: 'plans.zip' });

const get = async (served: Parameters<typeof serveBytes>[0], headers: Record<string, string> = {}) => {
  const response = await serveBytes(served, { headers: new Headers(headers) });
  return {
    ...response,
    headers: response.headers,
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

const namesIn = (bytes: Buffer): Promise<string[]> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, zip) => {
      if (error) return reject(error);
      const names: string[] = [];
      zip.on('entry', ({ fileName }: Entry) => names.push(fileName));
      zip.on('end', () => resolve(names));
    });
  });

describe.each(['disk', 'S3'] as const)('a zip of files on %s', (storage) => {
  it('has the length it names, and the same bytes in parts and again', async () => {
    const portal = portals[storage];
    const zip = await zipOf(zipping(portal), files[storage] ?? []);
    const whole = await get(zip);
    expect(whole.headers.get('Content-Length')).toBe(String(whole.bytes.length));
    expect(await namesIn(whole.bytes)).toEqual(['plan.bin', 'plan (2).bin', 'plan (3).bin']);
    const again = await zipOf(zipping(portal), files[storage] ?? []);
    expect(again.etag).toBe(zip.etag);
    const { size } = zip;
    for (const [start, end] of [
      [0, 0],
      [10, 299_000],
      [290_000, 310_000],
      [size - 300, size - 1],
      [300_050, size - 1],
    ] as const) {
      const { status, bytes } = await get(again, { Range: `bytes=${start}-${end}`, 'If-Range': zip.etag });
      expect([start, status, bytes.equals(whole.bytes.subarray(start, end + 1))]).toEqual([start, 206, true]);
    }
    const other = await zipOf(zipping(portal), (files[storage] ?? []).slice(1));
    expect(other.etag).not.toBe(zip.etag);
  });

  it('computes the checksum of a file that an earlier version stored, and keeps it', async () => {
    const portal = portals[storage];
    const [file] = files[storage] ?? [];
    if (!file) throw new Error('There is no file.');
    expect(file.crc32).toBeGreaterThan(0);
    const collection = 'files' as CollectionSlug;
    const data = { crc32: null } as Record<string, unknown>;
    await portal.payload.db.updateOne({ collection, id: file.id, data });
    const { etag } = await zipOf(zipping(portal), [file]);
    expect((await zipOf(zipping(portal), [await stored(portal, String(file.id))])).etag).toBe(etag);
    expect((await stored(portal, String(file.id))).crc32).toBe(file.crc32);
  });
});

it('no API shows the checksum of a file, or takes one', async () => {
  const { payload, people } = portals.disk;
  const [{ id } = { id: '' }] = files.disk ?? [];
  const collection = 'files' as CollectionSlug;
  const user = await payload.findByID({
    collection: 'users',
    id: people.administrator.id,
    overrideAccess: true,
  });
  const file = await payload.findByID({
    collection,
    id,
    overrideAccess: false,
    user: { ...user, collection: 'users' } as never,
  });
  expect(file).not.toHaveProperty('crc32');
});

it('a zip ends with an error where the bytes of a file are gone, and is never a short one', async () => {
  const portal = portals.disk;
  const folder = await makeFolder(portal, portal.keys.client, 'Gone');
  const { body } = await upload(portal, { key: portal.keys.client, folder, content: 'gone soon' });
  const file = await stored(portal, body.id);
  const zip = await zipOf(zipping(portal), [file]);
  truncateSync(storedPath(portal, file.filename), 4);
  await expect(get(zip)).rejects.toThrow(/other bytes of the file/);
  rmSync(storedPath(portal, file.filename));
  await expect(get(zip)).rejects.toThrow(/are gone/);
  await expect(zipOf(zipping(portal), [{ ...file, crc32: null }])).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('a download in parts is whole once all of its bytes went out', async () => {
  const { payload } = portals.disk;
  const [file] = files.disk ?? [];
  if (!file) throw new Error('There is no file.');
  const served = bytesOf(file, storageOf(payload, 'files'));
  let sent: readonly PartRange[] = [];
  const download = async (range: string) => {
    const headers = new Headers({ Range: range });
    const response = await serveBytes(served, { headers }, (part) => {
      sent = addRange(sent, part);
    });
    await response.arrayBuffer();
    return isWhole(sent, served.size);
  };
  expect(await download('bytes=100-')).toBe(false);
  expect(sent).toEqual([{ start: 100, end: served.size - 1 }]);
  expect(await download('bytes=0-98')).toBe(false);
  expect(await download('bytes=50-150')).toBe(true);
});

describe.each(['disk', 'S3'] as const)('a file of which %s has other bytes than were stored', (storage) => {
  const content = randomBytes(100_000);

  it.each([
    ['fewer', content.subarray(0, 40_000)],
    ['more', Buffer.concat([content, content])],
  ])('ends with an error, and is never complete: %s', async (_, other) => {
    const portal = portals[storage];
    const key = portal.keys.client;
    const folder = await makeFolder(portal, key, `Other ${randomBytes(4).toString('hex')}`);
    const { body } = await upload(portal, { key, folder, name: 'plan.bin', content });
    const file = await stored(portal, body.id);
    const { filename: Key } = file;
    if (storage === 'S3') await objects.putObject({ Bucket: server.bucket, Key, Body: other });
    else writeFileSync(storedPath(portal, Key), other);
    const download = async (headers: Record<string, string>, method = 'GET') => {
      const response = await portal.fetch(pathOf(body.download_url), { method, headers });
      return [response.status, (await response.arrayBuffer()).byteLength];
    };
    await expect(download({})).rejects.toThrow('other bytes');
    if (other.length < content.length)
      await expect(download({ Range: 'bytes=30000-59999' })).rejects.toThrow('other bytes');
    expect(await download({ Range: 'bytes=10000-19999' })).toEqual([206, 10_000]);
    expect(await download({}, 'HEAD')).toEqual([200, 0]);
    await expect(readWhole(portal.payload, 'files', file)).rejects.toThrow('other bytes');

    const collection = 'files' as CollectionSlug;
    await portal.payload.db.updateOne({ collection, id: file.id, data: { crc32: null } });
    await expect(zipOf(zipping(portal), [await stored(portal, body.id)])).rejects.toThrow('other bytes');
    expect((await stored(portal, body.id)).crc32).toBe(null);
  });
});
