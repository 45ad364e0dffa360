import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SupportPortalClient, type UploadInput } from 'payload-support-portal/sdk';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeKey } from '../support/api/api.ts';
import { createPeople } from '../support/portal/people.ts';
import { type ServedPortal, startServedPortal } from '../support/portal/servedPortal.ts';

const folder = mkdtempSync(join(tmpdir(), 'sdk-files-'));
const path = join(folder, 'log "1".bin');
const bytes = randomBytes(700_000);
const digest = createHash('sha256').update(bytes).digest('hex');

let served: ServedPortal;
let client: SupportPortalClient;
let folder_id: string;

beforeAll(async () => {
  writeFileSync(path, bytes);
  served = await startServedPortal({ dataDir: folder });
  const { administrator, client: owner, organization } = await createPeople(served.portal);
  const apiKey = await makeKey(served.portal, administrator, { owner, organization });
  client = new SupportPortalClient({ url: served.url, apiKey });
  folder_id = (await client.folders.create({ name: 'Uploads' })).id;
});

afterEach(() => {
  served.faults.length = 0;
});

afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function* inPieces(): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 100_000) yield bytes.subarray(start, start + 100_000);
}

const digestOf = async (stream: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
};

const download = async (id: string): Promise<string> => {
  const { body } = await client.files.download(id);
  return digestOf(body);
};

it.each<[string, () => Pick<UploadInput, 'file' | 'filename'>, string]>([
  ['a path', () => ({ file: { path } }), 'log "1".bin'],
  ['a buffer', () => ({ file: bytes, filename: 'a.bin' }), 'a.bin'],
  ['a file', () => ({ file: new File([bytes], 'b.bin') }), 'b.bin'],
  ['a stream of Node’s', () => ({ file: createReadStream(path), filename: 'c.bin' }), 'c.bin'],
  ['a stream of the web’s', () => ({ file: new Blob([bytes]).stream(), filename: 'd.bin' }), 'd.bin'],
  ['an iterator', () => ({ file: inPieces(), filename: 'é.bin' }), 'é.bin'],
])('a file is uploaded from %s, and comes back as it was', async (_what, source, filename) => {
  const file = await client.files.upload({ ...source(), folder_id });
  expect(file).toMatchObject({ filename, size_bytes: bytes.length, folder_id });
  expect(await download(file.id)).toBe(digest);
});

it('an upload whose answer is lost is done once', async () => {
  const before = (await client.files.list().page()).meta.total;
  served.faults.push('answer lost');
  const file = await client.files.upload({ file: { path }, folder_id, filename: 'once.bin' });
  expect(file.filename).toBe('once.bin');
  expect((await client.files.list().page()).meta.total).toBe(before + 1);
});

it('a file is read no further than it is sent', async () => {
  let pieces = 0;
  async function* counted() {
    for await (const piece of inPieces()) {
      pieces += 1;
      yield piece;
    }
  }
  const takesTwoChunks: typeof fetch = async (_url, init) => {
    const { body } = init as { body: ReadableStream<Uint8Array> };
    const reader = body.getReader();
    for (const _ of [1, 2]) await reader.read();
    return Response.json({ error: 'payload_too_large', message: 'Enough.' }, { status: 413 });
  };
  const other = new SupportPortalClient({ url: served.url, apiKey: 'sp_live_x', fetch: takesTwoChunks });
  const upload = other.files.upload({ file: counted(), folder_id, filename: 'x' });
  await expect(upload).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(pieces).toBeLessThan(4);
});

it('a name cannot end its header', async () => {
  const filename = 'a"\r\nX-Other: b.txt';
  const { id } = await client.files.upload({ file: Buffer.from('text'), filename, folder_id });
  expect((await client.files.get(id)).filename).toBe('a"  X-Other: b.txt');
});

it('a stream is sent once, for nothing of it is left', async () => {
  served.faults.push('request lost');
  await expect(client.files.upload({ file: inPieces(), folder_id, filename: 'x' })).rejects.toMatchObject({
    name: 'SupportPortalError',
    code: 'connection_failed',
  });
});

it('what cannot be uploaded is said before anything is sent', async () => {
  const sent = served.requests.length;
  await expect(client.files.upload({ file: bytes, folder_id })).rejects.toThrow(/^filename: /);
  const missing = client.files.upload({ file: { path: join(folder, 'none') }, folder_id });
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
  expect(served.requests).toHaveLength(sent);
});

it('a download shows the key to nobody', async () => {
  const { id } = await client.files.upload({ file: bytes, filename: 'e.bin', folder_id });
  await client.files.download(id);
  expect(served.requests.at(-1)?.url).toContain('/download?');
  expect(served.requests.at(-1)?.headers.authorization).toBeUndefined();
});
