import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import { postgresOf } from '../../../src/core/database/pool.ts';
import { settleUploads } from '../../../src/features/uploads/settle.ts';
import { tusOf } from '../../../src/features/uploads/tus/tus.ts';
import type { Answered } from '../../support/api/api.ts';
import { type Description, readDescription } from '../../support/api/described.ts';
import {
  bytesOnDisk,
  call,
  type FilesPortal,
  makeFolder,
  pathOf,
  startFilesPortal,
} from '../../support/api/files.ts';
import { tusClient } from '../../support/api/uploads.ts';
import { signedIn } from '../../support/pages/clientSession.ts';
import { query, serverUrl } from '../../support/portal/payload.ts';

const megabyte = 1024 * 1024;
const content = randomBytes(3 * megabyte);

let portal: FilesPortal;
let description: Description;
let folder: string;
let ticket: string;
beforeAll(async () => {
  portal = await startFilesPortal({
    files: {
      maxBytes: megabyte,
      scan: ({ filename }) => {
        if (filename === 'virus.exe') throw new Error('This file is infected.');
      },
    },
    uploads: { maxBytes: 10 * megabyte },
    workers: 'external',
  });
  description = await readDescription(portal);
  folder = await makeFolder(portal, portal.keys.client);
  const { body } = await call<{ id: string }>(portal, '/tickets', {
    key: portal.keys.client,
    method: 'POST',
    json: { subject: 'Plans' },
  });
  ticket = body.id;
});
afterAll(() => portal.stop());

/** Sends each request through the description, which fails for a response that it does not know. */
const described = {
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const found = description.operations.find(
      ({ method, path: pattern }) =>
        method === init.method &&
        new RegExp(`^/api${pattern.replaceAll(/\{\w+\}/g, '[\\w-]+')}(?:\\?|$)`).test(path) &&
        pattern.includes('/uploads'),
    );
    return found ? description.fetch(found.id, path.replace('/api', ''), init) : portal.fetch(path, init);
  },
};

const byKey = (key: string) => tusClient(described, { Authorization: `Bearer ${key}` });

/** The secret of a link of an upload request. */
const makeLink = async (fields: object): Promise<string> => {
  const ask = (path: string, json: object) =>
    call<{ id: string; url: string }>(portal, path, { key: portal.keys.staff, method: 'POST', json });
  const { body } = await ask('/upload-requests', {
    title: 'Texts',
    folder_id: folder,
    recipients: [],
    ...fields,
  });
  return /spl_\w+/.exec((await ask(`/upload-requests/${body.id}/links`, {})).body.url)?.[0] ?? '';
};

/** A key that may only read files. */
const readingKey = async (): Promise<string> => {
  const response = await portal.fetch('/api/portal/v1/api-keys', {
    method: 'POST',
    headers: {
      Authorization: `JWT ${portal.people.administrator.token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ name: 'reads', scopes: ['files:read'] }),
  });
  return ((await response.json()) as { key: string }).key;
};

const open = (): string[] => {
  try {
    return readdirSync(join(portal.dataDir, 'uploads-open'));
  } catch {
    return [];
  }
};

const begin = async (metadata: Record<string, string> = {}, size = content.length) => {
  const client = byKey(portal.keys.client);
  const answer = await client.begin({
    size,
    metadata: { filename: 'plan.bin', target: `file:${folder}`, ...metadata },
  });
  return { client, answer, location: answer.headers.get('Location') ?? '' };
};

const settle = () => {
  const context = contextOf(portal.payload);
  return context && settleUploads(portal.payload, context);
};

describe('a large upload', () => {
  it('goes on where it stopped, and becomes an ordinary file that is larger than ordinary uploads may be', async () => {
    const { client, answer, location } = await begin({ filename: '../Plan ✏.png', filetype: 'image/png' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'open', received_bytes: 0, size_bytes: content.length });
    expect(new Date(answer.headers.get('Upload-Expires') ?? '').getTime()).toBeGreaterThan(
      Date.now() + 23 * 3_600_000,
    );
    const first = await client.append(location, 0, content.subarray(0, megabyte));
    expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, String(megabyte)]);
    const looked = await client.look(location);
    expect([looked.status, looked.headers.get('Upload-Offset'), looked.headers.get('Upload-Length')]).toEqual(
      [200, String(megabyte), String(content.length)],
    );
    expect(looked.headers.get('Cache-Control')).toBe('no-store');
    const last = await client.append(location, megabyte, content.subarray(megabyte));
    expect(last.status).toBe(204);
    const { body: done } = await client.read(location);
    expect(done).toMatchObject({ status: 'complete', received_bytes: content.length, error: null });
    const { body: file } = await call(portal, `/files/${done.file_id}`, { key: portal.keys.client });
    expect(file).toMatchObject({
      filename: 'Plan ✏.png',
      size_bytes: content.length,
      mime_type: 'image/png',
      folder_id: folder,
      uploaded_by: String(portal.people.client.id),
    });
    const response = await portal.fetch(pathOf(String(file.download_url)));
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(open()).toEqual([]);
    expect(bytesOnDisk(portal).waiting).toEqual([]);
    // Its sender may have lost the answer.
    expect((await client.look(location)).headers.get('Upload-Offset')).toBe(String(content.length));
    const again = await client.append(location, content.length, Buffer.alloc(0));
    expect([again.status, again.headers.get('Upload-Offset')]).toEqual([204, String(content.length)]);
    const files = await call<{ data: unknown[] }>(portal, `/files?folder_id=${folder}`, {
      key: portal.keys.client,
    });
    expect(files.body.data).toHaveLength(1);
  });

  it('whose file is deleted is there no more, so that the same file is sent anew', async () => {
    const { client, location } = await begin();
    await client.append(location, 0, content);
    const { body } = await client.read(location);
    expect(body.status).toBe('complete');
    const deleted = await call(portal, `/files/${body.file_id}`, {
      key: portal.keys.client,
      method: 'DELETE',
    });
    expect([deleted.status, (await client.look(location)).status]).toEqual([204, 404]);
  });

  it('of a ticket goes into the folder of its organization, hidden if staff say so; an empty one is a file', async () => {
    const staff = byKey(portal.keys.staff);
    const metadata = { filename: 'note.txt', target: `ticket:${ticket}`, internal: 'true' };
    const { status, body } = await staff.begin({ size: 0, metadata });
    expect([status, body.status]).toEqual([201, 'complete']);
    const { body: file } = await call(portal, `/files/${body.file_id}`, { key: portal.keys.staff });
    expect(file).toMatchObject({ ticket_id: ticket, size_bytes: 0, internal: true });
    expect((await begin({ target: `ticket:${ticket}`, internal: 'true' })).answer.status).toBe(403);
  });

  it('is there only for the credential that began it', async () => {
    const { client, location } = await begin();
    const others = [byKey(portal.keys.stranger), byKey(portal.keys.staff), byKey(portal.keys.spanning)];
    for (const other of others) {
      expect((await other.look(location)).status).toBe(404);
      expect((await other.append(location, 0, content.subarray(0, 10))).status).toBe(404);
      expect((await other.end(location)).status).toBe(404);
    }
    expect((await tusClient(portal, {}).look(location)).status).toBe(401);
    expect((await client.end(location)).status).toBe(204);
    expect((await client.look(location)).status).toBe(404);
    expect(open()).toEqual([]);
  });

  it('is one of a session of staff and of a client, too', async () => {
    const metadata = { filename: 'plan.bin', target: `file:${folder}` };
    const staff = tusClient(portal, { Authorization: `JWT ${portal.people.editor.token}` });
    const begun = await staff.begin({ size: 3, metadata });
    expect(begun.status).toBe(201);
    expect((await staff.append(begun.headers.get('Location') ?? '', 0, Buffer.from('abc'))).status).toBe(204);
    const { cookies } = await signedIn(portal, portal.people.client);
    const credentials = { Cookie: `sp-client=${cookies.get('sp-client')}`, Origin: serverUrl };
    const client = tusClient(portal, credentials, '/api/portal/v1/client/uploads');
    const own = await client.begin({ size: 3, metadata });
    expect([own.status, own.headers.get('Location')]).toEqual([
      201,
      `/api/portal/v1/client/uploads/${own.body.id}`,
    ]);
    expect((await client.append(own.headers.get('Location') ?? '', 0, Buffer.from('abc'))).status).toBe(204);
    expect((await client.read(own.headers.get('Location') ?? '')).body.status).toBe('complete');
    const elsewhere = tusClient(portal, credentials);
    expect((await elsewhere.begin({ size: 3, metadata })).status).toBe(401);
  });
});

describe('refused, with nothing kept,', () => {
  const headersOf = (headers: Record<string, string>) => ({ 'Upload-Length': '3', ...headers });
  const metadata = () =>
    `filename ${Buffer.from('a').toString('base64')},target ${Buffer.from(`file:${folder}`).toString('base64')}`;

  it.each<[string, number, string, (send: ReturnType<typeof byKey>['send']) => Promise<Answered>]>([
    [
      'another version',
      412,
      'precondition_failed',
      (send) => send('POST', '/api/portal/v1/uploads', { ...headersOf({}), 'Tus-Resumable': '0.2.2' }),
    ],
    [
      'no length',
      400,
      'bad_request',
      (send) => send('POST', '/api/portal/v1/uploads', { 'Upload-Metadata': metadata() }),
    ],
    [
      'a length that comes later',
      400,
      'bad_request',
      (send) =>
        send('POST', '/api/portal/v1/uploads', { 'Upload-Defer-Length': '1', 'Upload-Metadata': metadata() }),
    ],
    [
      '6 GiB',
      413,
      'payload_too_large',
      (send) =>
        send('POST', '/api/portal/v1/uploads', {
          'Upload-Length': String(6 * 1024 ** 3),
          'Upload-Metadata': metadata(),
        }),
    ],
    [
      'huge metadata',
      400,
      'bad_request',
      (send) =>
        send(
          'POST',
          '/api/portal/v1/uploads',
          headersOf({ 'Upload-Metadata': `filename ${'QUFB'.repeat(2_000)}` }),
        ),
    ],
    [
      'metadata that is none',
      400,
      'bad_request',
      (send) => send('POST', '/api/portal/v1/uploads', headersOf({ 'Upload-Metadata': 'filename ???' })),
    ],
    [
      'unknown metadata',
      422,
      'validation_failed',
      (send) =>
        send('POST', '/api/portal/v1/uploads', headersOf({ 'Upload-Metadata': `${metadata()},color cmVk` })),
    ],
  ])('%s is %i', async (_what, status, error, sending) => {
    const before = await query(portal.databaseUrl, 'select id from support_portal.uploads');
    const answer = await sending(byKey(portal.keys.client).send);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(await query(portal.databaseUrl, 'select id from support_portal.uploads')).toEqual(before);
  });

  it.each([
    ['no target', { target: '' }, 'target'],
    ['an unknown target', { target: 'cloud:1' }, 'target'],
    ['a folder that is not there', { target: 'file:999999' }, 'target'],
    ['a folder that cannot be', { target: 'file:x' }, 'target'],
    ['no name', { filename: '..' }, 'filename'],
  ])('%s is 422', async (_what, wrong, path) => {
    const { answer } = await begin(wrong);
    expect([answer.status, answer.body.details[0].path]).toEqual([422, path]);
  });

  it('another organization’s folder and ticket are 422', async () => {
    const stranger = byKey(portal.keys.stranger);
    for (const target of [`file:${folder}`, `ticket:${ticket}`]) {
      const { status } = await stranger.begin({ size: 3, metadata: { filename: 'a', target } });
      expect(status).toBe(422);
    }
  });

  it('a key without the scope is 403', async () => {
    const { status } = await byKey(await readingKey()).begin({
      size: 3,
      metadata: { filename: 'a', target: `file:${folder}` },
    });
    expect(status).toBe(403);
  });

  it('what others have announced and not sent takes hardly any room', async () => {
    const { answer, client, location } = await begin({ filename: 'huge.bin' });
    await query(portal.databaseUrl, `update support_portal.uploads set size = 1e15 where id = $1`, [
      answer.body.id,
    ]);
    const other = await begin({ filename: 'small.bin' }, 10);
    expect(other.answer.status).toBe(201);
    await other.client.end(other.location);
    await query(portal.databaseUrl, 'update support_portal.uploads set received = 4e14 where id = $1', [
      answer.body.id,
    ]);
    expect((await begin({ filename: 'small.bin' }, 10)).answer.status).toBe(507);
    await query(
      portal.databaseUrl,
      'update support_portal.uploads set size = $2, received = 0 where id = $1',
      [answer.body.id, content.length],
    );
    expect((await client.end(location)).status).toBe(204);
  });

  it('an 11th open upload is 409, and takes the place of the one of which nothing came for longest, an hour at least', async () => {
    const client = byKey(portal.keys.spanning);
    const another = () => client.begin({ size: 3, metadata: { filename: 'a', target: `file:${folder}` } });
    const all = await Promise.all(Array.from({ length: 13 }, another));
    const begun = all.filter(({ status }) => status === 201);
    expect(begun).toHaveLength(10);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(3);
    const rest = (upload: (typeof all)[number] | undefined, minutes: number) =>
      query(
        portal.databaseUrl,
        `update support_portal.uploads set received_at = now() - $2 * interval '1 minute' where id = $1`,
        [upload?.body.id, minutes],
      );
    const statusOf = async (upload: (typeof all)[number] | undefined) =>
      (await client.look(upload?.headers.get('Location') ?? '')).status;
    await rest(begun[0], 61);
    await rest(begun[1], 90);
    await rest(begun[2], 59);
    expect((await another()).status).toBe(201);
    expect(await Promise.all(begun.slice(0, 3).map(statusOf))).toEqual([200, 404, 200]);
    await settle();
    // A byte of it came.
    await client.append(begun[0]?.headers.get('Location') ?? '', 0, Buffer.from('b'));
    expect((await another()).status).toBe(409);
  });
});

describe('a chunk', () => {
  it('at another offset is 409, of another type 415, beyond the end 413, and with another length 400', async () => {
    const { client, location } = await begin();
    await client.append(location, 0, content.subarray(0, 1000));
    const wrong = [
      client.append(location, 0, content.subarray(0, 1000)),
      client.append(location, 2000, content.subarray(2000, 3000)),
      client.append(location, 1000, content.subarray(1000, 2000), {
        'Content-Type': 'application/octet-stream',
      }),
      client.append(location, 1000, Buffer.alloc(content.length)),
      client.append(location, 1000, content.subarray(1000, 2000), { 'Upload-Length': '5' }),
      client.append(location, 1000, content.subarray(1000, 2000), { 'Upload-Offset': '-1' }),
    ];
    const statuses = [];
    for (const one of wrong) statuses.push((await one).status);
    // 1,000 bytes are there: the sentence does not say that all are.
    expect((await wrong[3])?.body.message).toContain('more bytes than the file has left');
    expect(statuses).toEqual([409, 409, 415, 413, 400, 400]);
    expect((await client.look(location)).headers.get('Upload-Offset')).toBe('1000');
    await client.end(location);
  });

  it('of 1 MiB does not count in the rate limit, and one of a byte does', async () => {
    const { client, location } = await begin({ filename: 'counted.bin' });
    const left = ({ headers }: { headers: Headers }) =>
      Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
    const before = left(await client.append(location, 0, content.subarray(0, 1)));
    await client.append(location, 1, content.subarray(1, 1 + megabyte));
    expect(left(await client.append(location, 1 + megabyte, content.subarray(0, 1)))).toBe(before - 1);
    await client.end(location);
  });

  it('of 1 MiB counts in the rate limit if none of it is taken', async () => {
    const { client, location } = await begin({ filename: 'refused.bin' });
    const left = ({ headers }: { headers: Headers }) =>
      Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
    const before = left(await client.append(location, 0, content.subarray(0, 1)));
    const large = content.subarray(0, megabyte);
    for (const offset of [0, 7]) expect((await client.append(location, offset, large)).status).toBe(409);
    expect((await client.append(`${location}?x=1`, 1, large)).status).toBe(422);
    expect(left(await client.append(location, 1, content.subarray(0, 1)))).toBe(before - 4);
    await client.end(location);
  });

  it('of 1 MiB counts in the rate limit if it ends before a byte of it has come', async () => {
    const { client, location } = await begin({ filename: 'ended.bin' });
    const left = ({ headers }: { headers: Headers }) =>
      Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
    const before = left(await client.append(location, 0, content.subarray(0, 1)));
    const headers = {
      Authorization: `Bearer ${portal.keys.client}`,
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '1',
      'Content-Length': String(megabyte),
    };
    const ended = new ReadableStream({ pull: (controller) => controller.close() });
    const sent = { method: 'PATCH', headers, body: ended, duplex: 'half' };
    await portal.fetch(location, sent as RequestInit).catch(() => null);
    expect(left(await client.append(location, 1, content.subarray(0, 1)))).toBe(before - 2);
    await client.end(location);
  });

  it('of control characters in its names is none', async () => {
    const { client, answer, location } = await begin({
      filename: 'a\u0000b.bin',
      filetype: 'image/\u0000png',
    });
    expect([answer.status, answer.body.filename]).toEqual([201, 'ab.bin']);
    await client.end(location);
  });

  it('that is the last and is sent twice at once makes one file, and is a conflict the second time', async () => {
    const { client, location } = await begin({ filename: 'last.bin' });
    const half = content.length / 2;
    await client.append(location, 0, content.subarray(0, half));
    const answers = await Promise.all(
      [1, 2].map(() => client.append(location, half, content.subarray(half))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  it('that is sent twice at once is written once', async () => {
    const { client, location } = await begin({ filename: 'twice.bin' });
    const half = content.length / 2;
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.append(location, 0, content.subarray(0, half))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    await client.append(location, half, content.subarray(half));
    const { body } = await client.read(location);
    const { body: file } = await call(portal, `/files/${body.file_id}`, { key: portal.keys.client });
    const response = await portal.fetch(pathOf(String(file.download_url)));
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  it('that is the fifth of one upload at once is 409 before it waits for the lock', async () => {
    const { client, answer, location } = await begin({ filename: 'thirds.bin' });
    const setLock = (until: string) =>
      query(
        portal.databaseUrl,
        `update support_portal.uploads set lock_holder = gen_random_uuid(), locked_until = ${until} where id = $1`,
        [answer.body.id],
      );
    await setLock(`now() + interval '1 hour'`);
    const ended: number[] = [];
    const chunks = [1, 2, 3, 4, 5].map(async () => {
      const { status } = await client.append(location, 0, content.subarray(0, 1000));
      ended.push(status);
    });
    await expect.poll(() => ended).toEqual([409]);
    await setLock('null');
    await Promise.all(chunks);
    expect(ended.toSorted()).toEqual([204, 409, 409, 409, 409]);
    await client.end(location);
  });

  it('that hangs ends for the next one', async () => {
    const { client, answer, location } = await begin({ filename: 'taken-over.bin' });
    const hanging = portal.fetch(location, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${portal.keys.client}`,
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': '0',
        'Content-Length': '1000',
      },
      body: new ReadableStream({ pull: () => new Promise(() => {}) }),
      duplex: 'half',
    } as RequestInit);
    const held = 'select 1 from support_portal.uploads where id = $1 and lock_holder is not null';
    await expect.poll(() => query(portal.databaseUrl, held, [answer.body.id])).toHaveLength(1);
    expect((await client.append(location, 0, content.subarray(0, 1000))).status).toBe(204);
    expect((await hanging).headers.get('Upload-Offset')).toBe('0');
    expect((await client.look(location)).headers.get('Upload-Offset')).toBe('1000');
    await client.end(location);
  });
});

describe('a complete upload', () => {
  it('that the scan refuses is 422 to its sender, and says so later', async () => {
    const { client, location } = await begin({ filename: 'virus.exe' }, 5);
    const answer = await client.append(location, 0, Buffer.from('12345'));
    expect([answer.status, answer.body.message]).toEqual([422, 'file: This file is infected.']);
    expect((await client.read(location)).body).toMatchObject({
      status: 'refused',
      file_id: null,
      error: { error: 'validation_failed', message: 'file: This file is infected.' },
    });
    expect((await client.look(location)).status).toBe(422);
    expect(open()).toHaveLength(10);
  });

  it('whose lock many requests want asks the database for it once at a time', async () => {
    const { client, answer, location } = await begin({ filename: 'wanted.bin' }, 5);
    const setLock = (until: string) =>
      query(
        portal.databaseUrl,
        `update support_portal.uploads set lock_holder = gen_random_uuid(), locked_until = ${until} where id = $1`,
        [answer.body.id],
      );
    await setLock(`now() + interval '1 hour'`);
    const asked = vi.spyOn(postgresOf(portal.payload).pool, 'query');
    onTestFinished(() => asked.mockRestore());
    /** Each request asks for the lock under a name of its own. */
    const wanting = () =>
      asked.mock.calls
        .filter(([sql]) => String(sql).includes('set lock_holder = $2'))
        .map(([, values]) => values[1]);
    const looks = Array.from({ length: 10 }, () => client.look(location));
    await expect.poll(() => wanting().length).toBeGreaterThan(3);
    expect(new Set(wanting()).size).toBe(1);
    await setLock('null');
    expect((await Promise.all(looks)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('whose process died before it became a file is finished once, and its event published once', async () => {
    const { client, answer, location } = await begin({ filename: 'interrupted.bin' }, 5);
    await client.append(location, 0, Buffer.from('1234'));
    const { id } = answer.body;
    // As a process leaves it that dies after the last byte.
    writeFileSync(join(portal.dataDir, 'uploads-open', id), '12345');
    const dead = `update support_portal.uploads set lock_holder = gen_random_uuid(),
      locked_until = now() - interval '1 second' where id = $1`;
    await query(portal.databaseUrl, dead, [id]);
    await Promise.all([settle(), settle(), client.look(location)]);
    await settle();
    const { body } = await client.read(location);
    expect(body).toMatchObject({ status: 'complete' });
    const rows = await query(portal.databaseUrl, `select id from files where name = 'interrupted.bin'`);
    expect(rows).toHaveLength(1);
  });

  it('whose last byte was noted, and whose sender never comes back, is finished as well', async () => {
    const { client, answer, location } = await begin({ filename: 'noted.bin' }, 5);
    writeFileSync(join(portal.dataDir, 'uploads-open', answer.body.id), '12345');
    await query(portal.databaseUrl, 'update support_portal.uploads set received = size where id = $1', [
      answer.body.id,
    ]);
    await settle();
    expect((await client.read(location)).body.status).toBe('complete');
  });

  it('that a fault keeps from becoming a file is tried again later', async () => {
    const { client, answer, location } = await begin({ filename: 'later.bin' }, 5);
    const create = vi.spyOn(portal.payload, 'create').mockRejectedValueOnce(new Error('The disk is full.'));
    onTestFinished(() => create.mockRestore());
    expect((await client.append(location, 0, Buffer.from('12345'))).status).toBe(204);
    expect((await client.read(location)).body.status).toBe('processing');
    await query(portal.databaseUrl, 'update support_portal.uploads set again_at = now() where id = $1', [
      answer.body.id,
    ]);
    await settle();
    expect((await client.read(location)).body.status).toBe('complete');
  });

  it('whose sender lost their role meanwhile is refused', async () => {
    const { answer } = await begin({ filename: 'gone.bin' }, 5);
    const { id } = answer.body;
    writeFileSync(join(portal.dataDir, 'uploads-open', id), '12345');
    await query(
      portal.databaseUrl,
      `update support_portal.uploads set state = 'received', user_id = '999999' where id = $1`,
      [id],
    );
    await settle();
    const [row] = await query<{ state: string }>(
      portal.databaseUrl,
      'select state from support_portal.uploads where id = $1',
      [id],
    );
    expect(row?.state).toBe('refused');
  });
});

it('an unfinished upload goes after a day, also if no process ran meanwhile', async () => {
  const { client, answer, location } = await begin({ filename: 'old.bin' });
  await client.append(location, 0, content.subarray(0, 10));
  await query(portal.databaseUrl, `update support_portal.uploads set expires_at = now() where id = $1`, [
    answer.body.id,
  ]);
  expect((await client.look(location)).status).toBe(404);
  expect(open()).toContain(answer.body.id);
  await settle();
  expect(open()).not.toContain(answer.body.id);
});

it('the bytes of an upload that has ended are asked away for a day from a store that fails', async () => {
  const { answer } = await begin({ filename: 'kept.bin' });
  const { id } = answer.body;
  const { bytes } = await tusOf(portal.payload, contextOf(portal.payload) as PortalContext);
  const remove = vi.spyOn(bytes, 'remove').mockRejectedValue(new Error('The store is away.'));
  onTestFinished(() => remove.mockRestore());
  const rowAfter = async (age: string) => {
    const expire = `update support_portal.uploads set expires_at = now() - $2::interval where id = $1`;
    await query(portal.databaseUrl, expire, [id, age]);
    await settle();
    return query(portal.databaseUrl, 'select id from support_portal.uploads where id = $1', [id]);
  };
  expect(await rowAfter('23 hours')).toEqual([{ id }]);
  expect(await rowAfter('25 hours')).toEqual([]);
});

it('answers as the description says, and in no described way never', async () => {
  const { send } = byKey(portal.keys.client);
  const { client, location } = await begin({ filename: 'described.bin' }, 5);
  const root = '/api/portal/v1/uploads';
  const version = { 'Tus-Resumable': '0' };
  expect((await send('POST', `${root}?nonsense=1`, {})).status).toBe(422);
  expect((await send('GET', `${location}?nonsense=1`, {})).status).toBe(422);
  expect((await send('PATCH', `${location}?nonsense=1`, {})).status).toBe(422);
  expect((await send('DELETE', `${location}?nonsense=1`, {})).status).toBe(422);
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect((await send(method, location, version)).status).toBe(412);
  const stranger = tusClient(described, {});
  const reading = tusClient(described, { Authorization: `Bearer ${await readingKey()}` });
  for (const other of [stranger, reading]) {
    const status = other === stranger ? 401 : 403;
    for (const answer of [
      await other.begin({ size: 1, metadata: {} }),
      await other.read(location),
      await other.append(location, 0, Buffer.alloc(1)),
      await other.end(location),
    ])
      expect(answer.status).toBe(status);
  }
  expect((await byKey(portal.keys.stranger).read(location)).status).toBe(404);
  await client.append(location, 0, Buffer.from('12345'));
  expect((await client.end(location)).status).toBe(409);
  const link = await makeLink({ accept: ['.txt'] });
  const metadata = { filename: 'note.txt', target: 'link' };
  const holder = byKey(link);
  expect((await holder.begin({ size: 1, metadata: { ...metadata, filename: 'a.pdf' } })).status).toBe(415);
  const own = (await holder.begin({ size: 1, metadata })).headers.get('Location') ?? '';
  await query(portal.databaseUrl, 'update support_portal.links set revoked_at = now()');
  for (const [other, status] of [
    [holder, 410],
    [byKey('spl_unknown'), 404],
  ] as const)
    for (const answer of [
      await other.begin({ size: 1, metadata }),
      await other.append(own, 0, Buffer.alloc(1)),
      await other.read(own),
      await other.end(own),
    ])
      expect(answer.status).toBe(status);
  for (const { id, path } of description.operations.filter(({ path }) =>
    path.startsWith('/portal/v1/uploads'),
  )) {
    await description.fetch(id, path.replace('{upload_id}', 'x'), {
      method: 'PUT',
      headers: { Authorization: `Bearer ${portal.keys.client}` },
    });
  }
  // Counted, faults of ours, a full disk; and a lock that another request keeps for fifteen seconds.
  const elsewhere = ['429', '500', '503', '507', 'get_upload 409'];
  const unseen = description.operations
    .filter(({ path }) => path.startsWith('/portal/v1/uploads'))
    .flatMap(({ id, responses }) => Object.keys(responses).map((status) => `${id} ${status}`))
    .filter(
      (one) =>
        !description.seen.has(one) &&
        !elsewhere.includes(one) &&
        !elsewhere.includes(one.split(' ')[1] ?? ''),
    );
  expect(unseen).toEqual([]);
});

it('OPTIONS names the protocol, without credentials', async () => {
  const response = await portal.fetch('/api/portal/v1/uploads', { method: 'OPTIONS' });
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,expiration',
    'tus-max-size': String(10 * megabyte),
  });
});
