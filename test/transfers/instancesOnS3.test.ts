import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../support/api/api.ts';
import { tusClient } from '../support/api/uploads.ts';
import { startPortal, type TestPortal } from '../support/portal/payload.ts';
import { type Bucket, startBucket } from './bucket.ts';
import { addressFor, anyLink, startTransfers, type TransfersWorld, visit } from './transfersWorld.ts';

/** Two instances on one database that share no disk: files and unfinished uploads are in S3. */

let bucket: Bucket;
let one: TransfersWorld;
let second: TestPortal;
let other: TransfersWorld;
beforeAll(async () => {
  bucket = await startBucket();
  const { options, plugins } = bucket.instance();
  one = await startTransfers(options, plugins);
  const instance = bucket.instance();
  second = await startPortal({
    portal: { rateLimit: { perMinute: 0 }, dataDir: `${one.dataDir}-other`, ...instance.options },
    app: { plugins: [...instance.plugins] },
    push: true,
    databaseUrl: one.databaseUrl,
  });
  other = { ...one, ...second, staff: clientOf(second, one.staff.authorization ?? null) };
});
afterAll(async () => {
  await second.stop();
  await one.stop();
  await bucket.stop();
});

const megabyte = 1024 * 1024;
const content = randomBytes(12 * megabyte);

const bytesAt = async ({ fetch }: TransfersWorld, address: string): Promise<Buffer> => {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

it('an upload goes on at the other one, and its transfer is sent, fetched and revoked at either', async () => {
  const { body: draft } = await one.staff.post('/v1/transfers', { title: 'Plans' });
  const senderAt = (world: TransfersWorld) =>
    tusClient(world, { Authorization: world.staff.authorization ?? '' });
  const metadata = { filename: 'plan.bin', target: `transfer:${draft.id}` };
  const begun = await senderAt(one).begin({ size: content.length, metadata });
  const location = begun.headers.get('Location') ?? '';
  const half = 6 * megabyte;
  expect((await senderAt(one).append(location, 0, content.subarray(0, half))).status).toBe(204);
  expect((await senderAt(other).look(location)).headers.get('Upload-Offset')).toBe(String(half));
  expect((await senderAt(other).append(location, half, content.subarray(half))).status).toBe(204);
  expect((await senderAt(one).read(location)).body.status).toBe('complete');

  expect((await other.staff.post(`/v1/transfers/${draft.id}/send`)).status).toBe(202);
  const link = await anyLink(one, draft.id);
  const [file] = (await one.staff.get(`/v1/transfers/${draft.id}`)).body.files;
  expect((await bytesAt(other, await addressFor(one, link, file.id))).equals(content)).toBe(true);
  const zip = await addressFor(other, link);
  expect((await bytesAt(one, zip)).equals(await bytesAt(other, zip))).toBe(true);

  expect((await one.staff.delete(`/v1/transfers/${draft.id}`)).status).toBe(204);
  expect((await visit(other).get(link)).status).toBe(410);
  await expect.poll(() => bucket.objects()).toEqual([]);
});
