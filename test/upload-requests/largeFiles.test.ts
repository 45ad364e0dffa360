import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '../../src/core/context.ts';
import { settleUploads } from '../../src/features/uploads/settle.ts';
import type { Answered } from '../support/api/api.ts';
import { bytesOnDisk, call } from '../support/api/files.ts';
import { tusClient } from '../support/api/uploads.ts';
import { serverUrl } from '../support/portal/payload.ts';
import { visit } from '../transfers/transfersWorld.ts';
import { askFor, mailedSecret, type RequestsWorld, secretIn, startRequests } from './requestsWorld.ts';

/** Large files by the link of an upload request. */

const megabyte = 1024 * 1024;
const content = randomBytes(2 * megabyte + 3);

let world: RequestsWorld;
beforeAll(async () => {
  world = await startRequests();
  await call(world, '/webhooks', {
    key: world.keys.spanning,
    method: 'POST',
    json: { url: 'https://example.com/hook', events: ['upload_request.*', 'file.uploaded'] },
  });
});
afterAll(() => world.stop());

const byLink = (link: string, headers: Record<string, string> = {}) =>
  tusClient(world, {
    Authorization: `Bearer ${link}`,
    Origin: serverUrl,
    'X-Forwarded-For': '198.51.100.7',
    'User-Agent': 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0',
    ...headers,
  });

const post = (id: string, act: string, body: object = {}) =>
  world.staff.post(`/v1/upload-requests/${id}/${act}`, body);
const read = async (id: string) => (await world.staff.get(`/v1/upload-requests/${id}`)).body;
const linkOf = async (id: string): Promise<string> => secretIn((await post(id, 'links')).body.url);
const begin = (link: string, metadata: object = {}, size = content.length) =>
  byLink(link).begin({ size, metadata: { filename: 'plan.bin', target: 'link', ...metadata } });
const locationOf = ({ headers }: Answered) => headers.get('Location') ?? '';
const open = (): string[] => {
  try {
    return readdirSync(join(world.dataDir, 'uploads-open'));
  } catch {
    return [];
  }
};
const settle = () => {
  const portal = contextOf(world.payload);
  return portal && settleUploads(world.payload, portal);
};

describe('a large file by a link', () => {
  it('goes on where it stopped, by any mail of the link, and is one file for its item', async () => {
    const request = await askFor(world, { items: [{ label: 'Video' }] });
    const link = await mailedSecret(world, 'ann@example.com');
    const [item] = request.items;
    const begun = await begin(link, { item_id: item.id });
    expect([begun.status, begun.body.target]).toEqual([201, 'link']);
    await byLink(link).append(locationOf(begun), 0, content.subarray(0, megabyte));
    // A reminder has another secret of the same link.
    world.smtp.mails.splice(0);
    await post(request.id, 'remind');
    const reminded = byLink(await mailedSecret(world, 'ann@example.com'));
    const looked = await reminded.look(locationOf(begun));
    expect([looked.status, looked.headers.get('Upload-Offset')]).toEqual([200, String(megabyte)]);
    const last = await reminded.append(locationOf(begun), megabyte, content.subarray(megabyte));
    expect(last.status).toBe(204);
    const { body: done } = await byLink(link).read(locationOf(begun));
    expect(done).toMatchObject({ status: 'complete', error: null });
    // Its sender may have lost the answer.
    await byLink(link).append(locationOf(begun), content.length, Buffer.alloc(0));
    await settle();
    const { files, items, received_bytes } = await read(request.id);
    expect(files).toMatchObject([{ id: done.file_id, filename: 'plan.bin', item_id: item.id }]);
    expect([items[0].state, received_bytes]).toEqual(['received', content.length]);
    const { body: file } = await call(world, `/files/${done.file_id}`, { key: world.keys.spanning });
    expect(file).toMatchObject({
      folder_id: world.folder,
      size_bytes: content.length,
      uploaded_by: null,
      uploaded_via: { type: 'upload_request', id: request.id, name: 'Ann' },
    });
    const { body: activity } = await world.staff.get(`/v1/upload-requests/${request.id}/activity`);
    expect(activity.data.filter(({ kind }: { kind: string }) => kind === 'uploaded')).toMatchObject([
      { file_id: done.file_id, bytes: content.length, network: '198.51.100.0/24', browser: /Firefox/ },
    ]);
    const events = await world.sql<{ event: string }>('select event from webhook_deliveries');
    expect(events.map(({ event }) => event).toSorted()).toEqual([
      'file.uploaded',
      'upload_request.created',
      'upload_request.received',
    ]);
    expect([open(), bytesOnDisk(world).waiting]).toEqual([[], []]);
  });

  it('whose item is rejected, or that is withdrawn, is there no more, so that it can be sent anew', async () => {
    const request = await askFor(world, { items: [{ label: 'Video' }] });
    const link = await linkOf(request.id);
    const [item] = request.items;
    const send = async () => {
      const location = locationOf(await begin(link, { item_id: item.id }));
      await byLink(link).append(location, 0, content);
      const { body } = await byLink(link).read(location);
      expect(body.status).toBe('complete');
      return { location, file: body.file_id };
    };
    const rejected = await send();
    await world.staff.patch(`/v1/upload-requests/${request.id}/items/${item.id}`, { state: 'rejected' });
    expect((await byLink(link).look(rejected.location)).status).toBe(404);
    const withdrawn = await send();
    const path = `/api/portal/v1/links/${link}/files/${withdrawn.file}`;
    expect((await world.fetch(path, { method: 'DELETE' })).status).toBe(204);
    expect((await byLink(link).look(withdrawn.location)).status).toBe(404);
  });

  it('is of the client of that address, and of no one who is logged in in the same browser', async () => {
    const { client, administrator } = world.people;
    const request = await askFor(world, { recipients: [{ email: client.email }] });
    const link = await mailedSecret(world, client.email);
    const cookie = { Cookie: `payload-token=${administrator.token}` };
    const metadata = { filename: 'mine.txt', target: 'link' };
    const { body } = await byLink(link, cookie).begin({ size: 0, metadata });
    const { body: file } = await call(world, `/files/${body.file_id}`, { key: world.keys.spanning });
    expect(file.uploaded_by).toBe(String(client.id));
    const unknown = await linkOf((await askFor(world, { recipients: [] })).id);
    const { body: named } = await byLink(unknown, cookie).begin({
      size: 0,
      metadata: { ...metadata, name: 'Eve' },
    });
    const { body: other } = await call(world, `/files/${named.file_id}`, { key: world.keys.spanning });
    expect(other).toMatchObject({ uploaded_by: null, uploaded_via: { name: 'Eve' } });
    expect((await read(request.id)).received_files).toBe(1);
  });

  it('is there for no other link, key or session', async () => {
    const request = await askFor(world, { recipients: [] });
    const [mine, other] = [await linkOf(request.id), await linkOf(request.id)];
    const location = locationOf(await begin(mine));
    const staff = tusClient(world, { Authorization: `Bearer ${world.keys.spanning}` });
    for (const client of [byLink(other), staff]) {
      expect((await client.look(location)).status).toBe(404);
      expect((await client.append(location, 0, content.subarray(0, 10))).status).toBe(404);
      expect((await client.end(location)).status).toBe(404);
    }
    // The client API knows no links.
    const { status } = await tusClient(
      world,
      { Authorization: `Bearer ${mine}`, Origin: serverUrl },
      '/api/portal/v1/client/uploads',
    ).begin({ size: 1, metadata: { filename: 'a', target: 'link' } });
    expect(status).toBe(401);
    expect((await byLink(mine).end(location)).status).toBe(204);
    expect(open()).toEqual([]);
  });

  it('is one of ten that a link has open', async () => {
    const link = await linkOf((await askFor(world, { recipients: [] })).id);
    const all = await Promise.all(Array.from({ length: 12 }, () => begin(link, {}, 3)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(2);
    await world.sql(`update support_portal.uploads set expires_at = now() where state = 'open'`);
    await settle();
    expect(open()).toEqual([]);
  });

  it('whose process died after the last byte arrives once', async () => {
    const request = await askFor(world, { recipients: [] });
    const link = await linkOf(request.id);
    const begun = await begin(link, { filename: 'interrupted.bin' }, 5);
    await byLink(link).append(locationOf(begun), 0, Buffer.from('1234'));
    writeFileSync(join(world.dataDir, 'uploads-open', begun.body.id), '12345');
    await world.sql(
      `update support_portal.uploads set lock_holder = gen_random_uuid(),
       locked_until = now() - interval '1 second' where id = $1`,
      [begun.body.id],
    );
    await Promise.all([settle(), settle(), byLink(link).look(locationOf(begun))]);
    await settle();
    expect((await byLink(link).read(locationOf(begun))).body.status).toBe('complete');
    expect((await read(request.id)).files).toHaveLength(1);
    expect(await world.sql(`select id from files where name = 'interrupted.bin'`)).toHaveLength(1);
  });
});

describe('before its first byte', () => {
  const refusalOf = ({ status, body }: Answered) => [status, body.error, body.details?.[0]?.path];

  it('a file that the request does not take is refused', async () => {
    const request = await askFor(world, {
      recipients: [],
      accept: ['.txt', '.bin'],
      max_files: 1,
      max_bytes: 10,
      items: [{ label: 'Home page' }],
    });
    const other = await askFor(world, { recipients: [], items: [{ label: 'Other' }] });
    const link = await linkOf(request.id);
    const before = await world.sql('select id from support_portal.uploads');
    const refused = async (metadata: object, size = 3) => refusalOf(await begin(link, metadata, size));
    expect(await refused({}, 11)).toEqual([413, 'payload_too_large', undefined]);
    expect(await refused({ filename: 'a.pdf' })).toEqual([415, 'unsupported_media_type', undefined]);
    expect(await refused({ item_id: other.items[0].id })).toEqual([422, 'validation_failed', 'item_id']);
    expect(await refused({ item_id: 'x'.repeat(300) })).toEqual([422, 'validation_failed', 'item_id']);
    expect(await refused({ name: 'two\nlines' })).toEqual([422, 'validation_failed', 'name']);
    expect(await refused({ internal: 'true' })).toEqual([422, 'validation_failed', 'internal']);
    expect(await refused({ target: `file:${world.folder}` })).toEqual([403, 'forbidden', undefined]);
    expect(await refused({ target: 'transfer:1' })).toEqual([403, 'forbidden', undefined]);
    await begin(link, { filename: 'note.txt' }, 0);
    expect(await refused({})).toEqual([413, 'payload_too_large', undefined]);
    await post(request.id, 'close');
    expect(await refused({})).toEqual([409, 'conflict', undefined]);
    await world.sql(`update upload_requests set expires_at = now() where id = $1`, [request.id]);
    expect(await refused({})).toEqual([410, 'link_expired', undefined]);
    expect(await world.sql('select id from support_portal.uploads')).toHaveLength(before.length + 1);
    expect(open()).toEqual([]);
  });

  it('who has no link of a request, or one that is locked, is refused', async () => {
    const metadata = { filename: 'a.txt', target: 'link' };
    const request = await askFor(world, { recipients: [], password: 'a long password' });
    const link = await linkOf(request.id);
    const sent = async (client: ReturnType<typeof byLink>) =>
      refusalOf(await client.begin({ size: 0, metadata }));
    expect(await sent(byLink(link))).toEqual([403, 'forbidden', undefined]);
    expect(await sent(byLink(link, { Origin: 'https://evil.example' }))).toEqual([
      403,
      'forbidden',
      undefined,
    ]);
    expect(await sent(byLink(`spl_${'x'.repeat(43)}`))).toEqual([404, 'not_found', undefined]);
    expect(await sent(byLink('spl_short'))).toEqual([404, 'not_found', undefined]);
    const user = tusClient(world, { Authorization: `Bearer ${world.keys.spanning}` });
    expect(await sent(user)).toEqual([422, 'validation_failed', 'target']);
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Plans' });
    const { body } = await world.staff.post(`/v1/transfers/${draft.id}/links`, {});
    await world.sql(
      "update transfers set status = 'ready', expires_at = now() + interval '1 day' where id = $1",
      [draft.id],
    );
    expect(await sent(byLink(/\/t\/(.*)$/.exec(body.url)?.[1] ?? ''))).toEqual([
      422,
      'validation_failed',
      'target',
    ]);
    const browser = visit(world);
    expect((await browser.post(`${link}/unlock`, { password: 'a long password' })).status).toBe(204);
    const Cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    expect((await byLink(link, { Cookie }).begin({ size: 0, metadata })).status).toBe(201);
  });
});

describe('in the middle', () => {
  /** An upload of which a part has arrived. */
  const half = async (fields: object = {}, metadata: object = {}) => {
    const request = await askFor(world, { recipients: [], ...fields });
    const link = await linkOf(request.id);
    const begun = await begin(link, metadata);
    const client = byLink(link);
    await client.append(locationOf(begun), 0, content.subarray(0, megabyte));
    expect(open()).toEqual([begun.body.id]);
    const goOn = () => client.append(locationOf(begun), megabyte, content.subarray(megabyte));
    return { request, client, goOn, link, location: locationOf(begun) };
  };
  const nothingIsLeft = async (id: string) => {
    expect([open(), bytesOnDisk(world).waiting]).toEqual([[], []]);
    expect((await read(id)).received_files).toBe(0);
  };

  it('a request that is closed refuses the next chunk, and the upload says why', async () => {
    const { request, client, goOn, location } = await half();
    await post(request.id, 'close');
    const refused = await goOn();
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('closed')]);
    expect((await client.read(location)).body).toMatchObject({
      status: 'refused',
      error: { error: 'conflict', message: expect.stringContaining('closed') },
    });
    await nothingIsLeft(request.id);
    await post(request.id, 'reopen');
    expect((await goOn()).status).toBe(409);
    // A position at the end would say that the file is there.
    expect((await client.look(location)).status).toBe(409);
    const last = await client.append(location, content.length, new Uint8Array());
    expect([last.status, last.body.message]).toEqual([409, expect.stringContaining('closed')]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'a link that is revoked',
      async (id) => {
        const { body } = await world.staff.get(`/v1/upload-requests/${id}/links`);
        return world.staff.delete(`/v1/upload-requests/${id}/links/${body.data[0].id}`);
      },
    ],
    [
      'a request that ends',
      (id) => world.sql('update upload_requests set expires_at = now() where id = $1', [id]),
    ],
  ])('%s refuses all that follows', async (_what, end) => {
    const { request, client, goOn, location } = await half();
    await end(request.id);
    expect((await goOn()).status).toBe(410);
    expect((await client.look(location)).status).toBe(410);
    expect((await client.read(location)).status).toBe(410);
    expect((await client.end(location)).status).toBe(410);
    await nothingIsLeft(request.id);
  });

  it('a new password ends what was begun under another', async () => {
    const { request, goOn } = await half();
    await world.staff.patch(`/v1/upload-requests/${request.id}`, { password: 'a long password' });
    expect((await goOn()).status).toBe(403);
    await nothingIsLeft(request.id);
  });

  it('a place that another file has taken, and bytes of another type, are refused in the end', async () => {
    const full = await half({ max_files: 1 });
    await begin(full.link, { filename: 'quick.txt' }, 0);
    expect((await full.goOn()).status).toBe(413);
    expect([open(), bytesOnDisk(world).waiting]).toEqual([[], []]);
    expect((await read(full.request.id)).files).toHaveLength(1);
    // Before the bytes are there, only a name can be known to be wrong.
    const other = await half({ accept: ['image/*'] }, { filename: 'a.zip', filetype: 'application/zip' });
    expect((await other.goOn()).status).toBe(415);
    await nothingIsLeft(other.request.id);
  });
});
