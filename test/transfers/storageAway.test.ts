import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '../../src/core/context.ts';
import { settleUploads } from '../../src/features/uploads/settle.ts';
import { tusClient } from '../support/api/uploads.ts';
import { type Bucket, startBucket } from './bucket.ts';
import {
  addFile,
  addressFor,
  anyLink,
  sendTransfer,
  startTransfers,
  type TransfersWorld,
} from './transfersWorld.ts';

/** S3 keeps files and unfinished uploads, and answers 503 for a while. */

let bucket: Bucket;
let world: TransfersWorld;
beforeAll(async () => {
  bucket = await startBucket();
  const { options, plugins } = bucket.instance();
  world = await startTransfers(options, plugins);
});
afterAll(async () => {
  await world.stop();
  await bucket.stop();
});

const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  bucket.s3.isAway = true;
  try {
    return await work();
  } finally {
    bucket.s3.isAway = false;
  }
};
const objects = () => bucket.objects();
const draft = async (): Promise<string> =>
  (await world.staff.post('/v1/transfers', { title: 'Plans', recipients: [] })).body.id;
const filesIn = async (id: string) => (await world.staff.get(`/v1/transfers/${id}`)).body.files;

const megabyte = 1024 * 1024;
const content = randomBytes(12 * megabyte);
const begin = async (transfer: string) => {
  const sender = tusClient(world, { Authorization: world.staff.authorization ?? '' });
  const metadata = { filename: 'plan.bin', target: `transfer:${transfer}` };
  const { headers } = await sender.begin({ size: content.length, metadata });
  return { sender, location: headers.get('Location') ?? '' };
};

it('a large upload goes on afterwards where it stopped, and is one file', async () => {
  const id = await draft();
  const { sender, location } = await begin(id);
  await sender.append(location, 0, content.subarray(0, 6 * megabyte));
  const last = content.subarray(6 * megabyte);
  const away = await during(async () => [
    await sender.look(location),
    await sender.read(location),
    await sender.append(location, 6 * megabyte, last),
  ]);
  // After 404 a browser would begin again from nothing.
  expect(away.map(({ status }) => status)).toEqual([500, 500, 500]);
  expect((await sender.look(location)).headers.get('Upload-Offset')).toBe(String(6 * megabyte));
  expect((await sender.append(location, 6 * megabyte, last)).status).toBe(204);
  expect((await sender.read(location)).body.status).toBe('complete');
  expect(await filesIn(id)).toMatchObject([{ filename: 'plan.bin', size_bytes: content.length }]);
  expect(await objects()).toEqual([expect.stringMatching(/^files\//)]);
  await world.staff.delete(`/v1/transfers/${id}`);
});

it('an unfinished large upload whose time is over leaves nothing in S3', async () => {
  const portal = contextOf(world.payload);
  const { sender, location } = await begin(await draft());
  await sender.append(location, 0, content.subarray(0, 6 * megabyte));
  await world.sql('update support_portal.uploads set expires_at = now()');
  await during(async () => portal && settleUploads(world.payload, portal));
  expect(await objects()).toHaveLength(1);
  if (portal) await settleUploads(world.payload, portal);
  expect(await objects()).toEqual([]);
  expect(await world.sql('select id from support_portal.uploads')).toEqual([]);
});

it('an ordinary upload is refused, and nothing of it is left', async () => {
  const id = await draft();
  expect((await during(() => addFile(world, id, 'hello'))).status).toBe(500);
  expect(await filesIn(id)).toEqual([]);
  expect(await objects()).toEqual([]);
  expect((await addFile(world, id, 'hello')).status).toBe(201);
  await world.staff.delete(`/v1/transfers/${id}`);
});

it('a download and a zip are refused and not counted, and come afterwards', async () => {
  const { id, files } = await sendTransfer(world, { max_downloads: 1 }, ['one', 'two']);
  const link = await anyLink(world, id);
  const file = await addressFor(world, link, files[0]);
  const fetchAway = (address: string) =>
    during(async () => {
      const response = await world.fetch(address);
      return [response.status, await response.text().catch(() => null)];
    });
  expect((await fetchAway(file))[0]).toBe(500);
  // The place of the one that was refused is free again.
  await expect.poll(async () => (await world.fetch(file)).text()).toBe('one');
  const other = await anyLink(world, id);
  const zip = await addressFor(world, other);
  // The head of a zip goes out before the first byte of a file is asked for: it breaks off.
  expect(await fetchAway(zip)).toEqual([200, null]);
  await expect.poll(async () => (await world.fetch(zip)).status).toBe(200);
  await world.staff.delete(`/v1/transfers/${id}`);
});

it('the bytes of a revoked transfer are deleted afterwards', async () => {
  const { id } = await sendTransfer(world);
  const revoked = await during(async () => [
    (await world.staff.delete(`/v1/transfers/${id}`)).status,
    (await objects()).length,
  ]);
  expect(revoked).toEqual([204, 1]);
  await expect.poll(objects).toEqual([]);
});
