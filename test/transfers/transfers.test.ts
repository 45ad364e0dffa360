import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { contextOf } from '../../src/core/context.ts';
import { lineAt } from '../../src/core/http/turns.ts';
import { endTransfers } from '../../src/features/transfers/record/ends.ts';
import { holdLock } from '../faults/lockTable.ts';
import { type Client, clientOf, keyClient, sessionOf } from '../support/api/api.ts';
import { bytesOnDisk, call, makeFolder, upload } from '../support/api/files.ts';
import { tusClient } from '../support/api/uploads.ts';
import { notifyAt } from '../support/mail/notificationAddress.ts';
import { visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { fillTurns } from '../support/portal/fillTurns.ts';
import { isWaitingForLock } from '../support/portal/payload.ts';
import {
  addFile,
  addressFor,
  anyLink,
  mailedSecret,
  mailsTo,
  pathOf,
  secretIn,
  sendTransfer,
  startTransfers,
  type TransfersWorld,
  visit,
} from './transfersWorld.ts';

let world: TransfersWorld;
beforeAll(async () => {
  world = await startTransfers();
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.settled();
  world.smtp.mails.splice(0);
  await world.sql('delete from support_portal.sign_in_limits');
});

const read = async (id: string) => (await world.staff.get(`/v1/transfers/${id}`)).body;
const kinds = async (id: string): Promise<string[]> =>
  (await world.staff.get(`/v1/transfers/${id}/activity`)).body.data.map(({ kind }: { kind: string }) => kind);
/** Moves a transfer's end into the past. */
const age = (id: string, interval: string) =>
  world.sql(
    `update transfers set expires_at = expires_at - $2::interval, sent_at = sent_at - $2::interval where id = $1`,
    [id, interval],
  );
/** The gauge of transfers whose links lead to their files. */
const countReady = async (): Promise<number> => {
  const headers = { Authorization: world.staff.authorization ?? '' };
  const figures = await (await world.fetch('/api/portal/v1/metrics', { headers })).text();
  return Number(/^support_portal_transfers\{status="ready"\} (\d+)$/m.exec(figures)?.[1]);
};
const end = async () => {
  const portal = contextOf(world.payload);
  if (portal) await endTransfers(world.payload, portal);
};
const deliveries = (event: string) =>
  world.sql<{ body: string }>(
    `select e.body from webhook_deliveries d join support_portal.webhook_events e on e.id = d.event_id where event = $1 order by d.id`,
    [event],
  );

describe('a transfer', () => {
  it('is a draft until it is sent; then each recipient has a link of their own', async () => {
    const {
      body: draft,
      status,
      headers,
    } = await world.staff.post('/v1/transfers', {
      title: 'Plans',
      message: 'As agreed.',
      recipients: [
        { email: 'Ann@Example.com', name: 'Ann' },
        { email: 'ann@example.com' },
        { email: 'bob@example.com' },
      ],
    });
    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(`/api/v1/transfers/${draft.id}`);
    expect(draft).toMatchObject({
      title: 'Plans',
      status: 'draft',
      access: 'link',
      has_password: false,
      max_downloads: null,
      notify: 'first',
      sent_at: null,
      expires_at: null,
      total_bytes: 0,
      files: [],
    });
    expect(draft.recipients.map(({ email }: { email: string }) => email)).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
    expect(await world.staff.post(`/v1/transfers/${draft.id}/send`)).toMatchObject({ status: 409 });
    const added = await addFile(world, draft.id, 'hello');
    expect(added).toMatchObject({ status: 201, body: { filename: 'plan.txt', size_bytes: 5, scan: 'none' } });
    const sent = await world.staff.post(`/v1/transfers/${draft.id}/send`);
    expect(sent).toMatchObject({ status: 202, body: { status: 'ready', total_bytes: 5 } });
    const days = (Date.parse(sent.body.expires_at) - Date.parse(sent.body.sent_at)) / 86_400_000;
    expect(days).toBeCloseTo(14, 2);
    expect(await world.staff.post(`/v1/transfers/${draft.id}/send`)).toMatchObject({
      status: 409,
      body: { error: 'conflict' },
    });
    expect((await addFile(world, draft.id, 'late')).status).toBe(409);
    const ann = await mailedSecret(world, 'ann@example.com');
    const bob = await mailedSecret(world, 'bob@example.com');
    expect(ann).not.toBe(bob);
    expect((await visit(world).get(ann)).body).toMatchObject({
      kind: 'transfer',
      title: 'Plans',
      message: 'As agreed.',
      locked: null,
      expires_at: sent.body.expires_at,
      files: [{ id: added.body.id, filename: 'plan.txt', size_bytes: 5, mime_type: 'text/plain' }],
    });
    await world.settled();
    const [mail = ''] = mailsTo(world, 'ann@example.com');
    expect(mail).toContain('As agreed.');
    expect(mail).not.toMatch(/<img/i);
    expect(/^Subject:.*/m.exec(mail)?.[0]).not.toContain('spl_');
    await expect
      .poll(async () => (await read(draft.id)).recipients[0])
      .toMatchObject({ name: 'Ann', delivery: { state: 'sent' }, sent_at: expect.any(String), downloads: 0 });
    const stored = await world.sql<{ token_hash: string }>(
      'select token_hash from support_portal.link_tokens',
    );
    expect(stored.map(({ token_hash }) => token_hash).join()).not.toContain(ann);
    const log = await world.sql<{ type: string }>(
      `select type, related_type, related_id from email_log where related_type = 'transfer' and related_id = $1`,
      [draft.id],
    );
    expect(log.map(({ type }) => type)).toEqual(['transfer_ready', 'transfer_ready']);
  });

  it.each([
    ['title', { title: '' }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: new Date(Date.now() + 91 * 86_400_000).toISOString() }],
    [
      'recipients',
      { recipients: Array.from({ length: 21 }, (_, index) => ({ email: `p${index}@example.com` })) },
    ],
    ['recipients.0.email', { recipients: [{ email: 'no address' }] }],
    ['recipients.0.email', { recipients: [{ email: `${'a'.repeat(320)}@example.com` }] }],
    ['recipients.0.email', { recipients: [{ email: 'a@example.com\r\nBcc: b@example.com' }] }],
    ['recipients.0.email', { recipients: [{ email: 'noreply@portal.example' }] }],
    ['access', { access: 'account', recipients: [{ email: 'nobody@example.com' }] }],
    ['password', { password: 'short' }],
    ['max_downloads', { max_downloads: 0 }],
    ['file_ids.0', { file_ids: ['999999'] }],
    ['ticket_id', { ticket_id: '999999' }],
    ['organization_id', { organization_id: '999999' }],
    ['status', { status: 'ready' }],
  ])('with a wrong %s is refused: %j', async (path, fields) => {
    const { status, body } = await world.staff.post('/v1/transfers', { title: 'Plans', ...fields });
    expect(status).toBe(422);
    expect(body.details.map((detail: { path: string }) => detail.path)).toContain(path);
    // A sentence, not the key of one.
    for (const { message } of body.details) expect(message).toMatch(/ .*\.$/);
  });

  it('is for staff, for representatives in their organizations, and for clients if it was sent to them', async () => {
    const { people, keys } = world;
    const { id } = await sendTransfer(world, {
      organization_id: String(people.organization),
      recipients: [{ email: people.client.email }, { email: 'someone.else@example.com' }],
    });
    const { body: draft } = await world.staff.post('/v1/transfers', {
      title: 'Not yet',
      organization_id: String(people.organization),
      recipients: [{ email: people.client.email }],
    });
    const other = await sendTransfer(world, { organization_id: String(people.otherOrganization) });
    const representative = sessionOf(world, people.representative);
    expect((await representative.get(`/portal/v1/transfers/${id}`)).status).toBe(200);
    expect((await representative.get(`/portal/v1/transfers/${other.id}`)).status).toBe(404);
    expect((await representative.delete(`/portal/v1/transfers/${other.id}`)).status).toBe(404);
    const client = clientOf(world, `Bearer ${keys.client}`);
    const own = await client.get(`/v1/transfers/${id}`);
    expect(own.status).toBe(200);
    expect(own.body.recipients.map(({ email }: { email: string }) => email)).toEqual([people.client.email]);
    expect(own.body.recipients[0].delivery).toBeNull();
    expect((await client.get(`/v1/transfers/${draft.id}`)).status).toBe(404);
    expect((await client.get('/v1/transfers')).body.data.map((row: { id: string }) => row.id)).not.toContain(
      draft.id,
    );
    expect((await client.get('/v1/transfers?recipient=someone.else@example.com')).status).toBe(422);
    expect((await client.post('/v1/transfers', { title: 'x' })).status).toBe(403);
    expect((await client.get(`/v1/transfers/${id}/activity`)).status).toBe(403);
    const stranger = clientOf(world, `Bearer ${keys.stranger}`);
    expect((await stranger.get(`/v1/transfers/${id}`)).status).toBe(404);
    expect((await stranger.get('/v1/transfers')).body.meta.total).toBe(0);
    const ofOne = clientOf(world, `Bearer ${keys.staff}`);
    expect((await ofOne.get(`/v1/transfers/${other.id}`)).status).toBe(404);
    expect(
      (await ofOne.post('/v1/transfers', { title: 'x', organization_id: String(people.organization) }))
        .status,
    ).toBe(422);
    expect((await ofOne.post('/v1/transfers', { title: 'x' })).body.organization_id).toBe(
      String(people.organization),
    );
    const found = await world.staff.get(
      `/v1/transfers?recipient=${people.client.email.toUpperCase()}&status=ready`,
    );
    expect(found.body.data.map((row: { id: string }) => row.id)).toEqual([id]);
  });

  it('ends with its organization, as a draft of it does', async () => {
    const [organization] = await world.sql<{ id: number }>(
      "insert into organizations (name, created_at, updated_at) values ('Short', now(), now()) returning id",
    );
    const owner = { organization_id: String(organization?.id) };
    const before = bytesOnDisk(world).stored.length;
    const { id } = await sendTransfer(world, owner);
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Not sent', ...owner });
    const link = await anyLink(world, id);
    await world.payload.delete({ collection: 'organizations', id: organization?.id ?? 0 });
    expect((await visit(world).get(link)).status).toBe(410);
    for (const one of [id, draft.id]) expect((await read(one)).status).toBe('revoked');
    await expect.poll(() => bytesOnDisk(world).stored.length).toBe(before);
  });

  it('is discarded as a draft alone: what has been sent by then stands', async () => {
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Plans' });
    const discard = (id: string, status = 'draft') =>
      world.staff.delete(`/v1/transfers/${id}?status=${status}`);
    expect((await discard(draft.id, 'ready')).status).toBe(422);
    for (const _ of ['once', 'again']) expect((await discard(draft.id)).status).toBe(204);
    expect((await read(draft.id)).status).toBe('revoked');
    const { id, files } = await sendTransfer(world, { recipients: [{ email: 'ann@example.com' }] });
    expect(await discard(id)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await read(id)).toMatchObject({
      status: 'ready',
      bytes_deleted_at: null,
      files: [{ id: files[0] }],
    });
    const secret = await mailedSecret(world, 'ann@example.com');
    expect((await visit(world).get(secret)).status).toBe(200);
  });

  it('of files that a folder has leaves them there when it is revoked; its own are gone at once', async () => {
    const folder = await makeFolder(world, world.keys.client);
    const { body: kept } = await upload(world, { key: world.keys.client, folder, content: 'kept' });
    const before = bytesOnDisk(world).stored.length;
    const { id, files } = await sendTransfer(world, { file_ids: [kept.id] }, ['own']);
    expect((await read(id)).organization_id).toBe(String(world.people.organization));
    expect(bytesOnDisk(world).stored.length).toBe(before + 1);
    const link = await anyLink(world, id);
    const address = await addressFor(world, link, files[0]);
    expect((await call(world, `/files/${files[0]}`, { key: world.keys.client })).status).toBe(404);
    for (const file of [files[0], kept.id])
      expect((await world.staff.delete(`/v1/files/${file}`)).status).toBe(409);
    expect((await world.staff.delete(`/v1/transfers/${id}`)).status).toBe(204);
    expect(bytesOnDisk(world).stored.length).toBe(before);
    expect((await call(world, `/files/${kept.id}`, { key: world.keys.client })).status).toBe(200);
    expect((await visit(world).get(link)).status).toBe(410);
    expect((await world.fetch(address)).status).toBe(410);
    const { body: links } = await world.staff.get(`/v1/transfers/${id}/links`);
    expect(links.data).toMatchObject([{ revoked_at: expect.any(String) }]);
    expect(await read(id)).toMatchObject({
      status: 'revoked',
      bytes_deleted_at: expect.any(String),
      files: [{}, {}],
    });
    expect((await world.staff.patch(`/v1/transfers/${id}`, { title: 'x' })).status).toBe(409);
    expect((await world.staff.delete(`/v1/transfers/${id}`)).status).toBe(204);
    expect((await world.staff.delete(`/v1/files/${kept.id}`)).status).toBe(204);
    expect(await kinds(id)).toEqual(['sent', 'opened', 'revoked', 'deleted']);
  });

  it('that is a draft gives a folder its file back, and deletes one of its own', async () => {
    const folder = await makeFolder(world, world.keys.client);
    const { body: kept } = await upload(world, { key: world.keys.client, folder, content: 'kept' });
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'x', file_ids: [kept.id] });
    const { body: own } = await addFile(world, draft.id, 'own');
    const before = bytesOnDisk(world).stored.length;
    const remove = async (file: string) =>
      (await world.staff.delete(`/v1/transfers/${draft.id}/files/${file}`)).status;
    expect([await remove(kept.id), await remove(own.id), await remove(kept.id)]).toEqual([204, 204, 404]);
    expect((await call(world, `/files/${kept.id}`, { key: world.keys.client })).status).toBe(200);
    expect((await read(draft.id)).files).toEqual([]);
    await expect.poll(() => bytesOnDisk(world).stored.length).toBe(before - 1);
  });

  it('belongs to a ticket, and follows it when that is merged', async () => {
    const organization_id = String(world.people.organization);
    const ticket = async () =>
      (await world.staff.post('/v1/tickets', { subject: 'VPN', organization_id })).body.id;
    const [source, target] = [await ticket(), await ticket()];
    const { body: draft } = await world.staff.post('/v1/transfers', {
      title: 'Of a ticket',
      ticket_id: source,
    });
    expect(draft).toMatchObject({ ticket_id: source, organization_id });
    const of = async (id: string) => (await world.staff.get(`/v1/transfers?ticket_id=${id}`)).body.meta.total;
    expect([await of(source), await of(target), await of('none')]).toEqual([1, 0, 0]);
    await world.staff.post(`/v1/tickets/${source}/merge`, { into: target });
    expect([await of(source), await of(target)]).toEqual([1, 1]);
    const { body: later } = await world.staff.post('/v1/transfers', { title: 'Later', ticket_id: source });
    expect(later.ticket_id).toBe(target);
  });

  it('has 200 files at most', async () => {
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Many' });
    await world.sql(
      `insert into support_portal.transfer_files (transfer_id, file_id, filename, size_bytes, mime_type, is_own)
       select $1, n::text, 'f', 1, 'text/plain', false from generate_series(1000001, 1000199) n`,
      [draft.id],
    );
    const before = bytesOnDisk(world).stored.length;
    expect((await addFile(world, draft.id, 'the last')).status).toBe(201);
    expect((await addFile(world, draft.id, 'too many')).status).toBe(409);
    expect(bytesOnDisk(world)).toMatchObject({ stored: { length: before + 1 }, waiting: [] });
    expect(await world.staff.post(`/v1/transfers/${draft.id}/send`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no longer there') },
    });
  });

  it('takes files that are sent at once', async () => {
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Plans' });
    const names = Array.from({ length: 8 }, (_, index) => `plan ${index}.txt`);
    const added = await Promise.all(names.map((name) => addFile(world, draft.id, 'hello', name)));
    expect(added.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect((await read(draft.id)).files).toHaveLength(names.length);
  });

  it('counts large uploads together that are not complete yet', async () => {
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Plans' });
    const uploads = tusClient(world, { Authorization: `Bearer ${world.keys.spanning}` });
    const begin = () =>
      uploads.begin({ size: 5, metadata: { filename: 'plan.txt', target: `transfer:${draft.id}` } });
    const { status, headers } = await begin();
    expect(status).toBe(201);
    // The rest of 20 GiB, of others.
    await world.sql(
      `insert into support_portal.uploads (id, holder, target, place, filename, size, received, expires_at)
       select 'other' || n, 'other' || n, target, place, filename, 5 * 1024 ^ 3 - 2, 5 * 1024 ^ 3 - 2, expires_at
       from support_portal.uploads, generate_series(1, 4) n where place ->> 'transfer' = $1`,
      [draft.id],
    );
    expect((await begin()).status).toBe(413);
    await world.sql(`delete from support_portal.uploads where id like 'other%'`);
    expect((await begin()).status).toBe(201);
    await uploads.end(headers.get('Location') ?? '');
  });

  it('takes a large upload of staff, as long as it is a draft', async () => {
    const uploads = tusClient(world, { Authorization: `Bearer ${world.keys.spanning}` });
    const begin = (target: string) => uploads.begin({ size: 5, metadata: { filename: 'plan.txt', target } });
    expect(await begin('transfer:999999')).toMatchObject({
      status: 422,
      body: { details: [{ path: 'target' }] },
    });
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Plans' });
    const { status, headers } = await begin(`transfer:${draft.id}`);
    expect(status).toBe(201);
    const late = await begin(`transfer:${draft.id}`);
    const location = (answer: { headers: Headers }) => answer.headers.get('Location') ?? '';
    const done = await uploads.append(location({ headers }), 0, Buffer.from('hello'));
    expect(done.status).toBeLessThan(300);
    const sent = await world.staff.post(`/v1/transfers/${draft.id}/send`);
    expect(sent.body.files).toMatchObject([{ filename: 'plan.txt', size_bytes: 5 }]);
    // It is told with the next chunk, and not with the last.
    expect((await uploads.append(location(late), 0, Buffer.from('he'))).status).toBe(409);
    expect((await uploads.read(location(late))).body.status).toBe('refused');
    expect((await world.staff.get(`/v1/transfers/${draft.id}`)).body.files).toHaveLength(1);
    expect((await begin(`transfer:${draft.id}`)).status).toBe(409);
    const client = tusClient(world, { Authorization: `Bearer ${world.keys.client}` });
    expect(
      (await client.begin({ size: 5, metadata: { filename: 'a.txt', target: `transfer:${draft.id}` } }))
        .status,
    ).toBe(403);
  });

  it('refuses a ticket of another organization', async () => {
    const { organization, otherOrganization } = world.people;
    const { body: ticket } = await world.staff.post('/v1/tickets', {
      subject: 'VPN',
      organization_id: String(otherOrganization),
    });
    const { status, body } = await world.staff.post('/v1/transfers', {
      title: 'x',
      ticket_id: ticket.id,
      organization_id: String(organization),
    });
    const message = 'The ticket belongs to another organization.';
    expect([status, body.details]).toEqual([422, [{ path: 'ticket_id', message }]]);
  });

  it('refuses files of another organization', async () => {
    const folder = await makeFolder(world, world.keys.client);
    const { body: file } = await upload(world, { key: world.keys.client, folder });
    const { status, body } = await world.staff.post('/v1/transfers', {
      title: 'x',
      file_ids: [file.id],
      organization_id: String(world.people.otherOrganization),
    });
    expect([status, body.details[0].path]).toEqual([422, 'file_ids.0']);
  });

  it('refuses a file that clients do not see', async () => {
    const folder = await makeFolder(world, world.keys.client);
    const form = new FormData();
    form.set('file', new File(['Do not tell them.'], 'note.txt'));
    form.set('folder_id', folder);
    form.set('internal', 'true');
    const headers = { Authorization: `Bearer ${world.keys.staff}` };
    const sent = await world.fetch('/api/v1/files', { method: 'POST', headers, body: form });
    const { id } = (await sent.json()) as { id: string };
    const { status, body } = await world.staff.post('/v1/transfers', { title: 'x', file_ids: [id] });
    expect([status, body.details]).toEqual([
      422,
      [
        {
          path: 'file_ids.0',
          message:
            'Clients do not see the file note.txt: it belongs to an internal note, or to a reply that is not sent yet.',
        },
      ],
    ]);
  });

  it('is not sent with a file that became part of an internal note meanwhile, or becomes it at the same moment', async () => {
    const folder = await makeFolder(world, world.keys.staff);
    const organization_id = String(world.people.organization);
    const { body: ticket } = await world.staff.post('/v1/tickets', { subject: 'Plans', organization_id });
    const draftFile = async () => {
      const { body: file } = await upload(world, { key: world.keys.staff, folder, ticket: ticket.id });
      const { body } = await world.staff.post('/v1/transfers', { title: 'Plans', file_ids: [file.id] });
      return { file: file.id, send: () => world.staff.post(`/v1/transfers/${body.id}/send`) };
    };
    const draft = await draftFile();
    const note = { body: 'Do not tell them.', internal: true, file_ids: [draft.file] };
    const uploader = clientOf(world, `Bearer ${world.keys.staff}`);
    expect((await uploader.post(`/v1/tickets/${ticket.id}/replies`, note)).status).toBe(201);
    const refused = await draft.send();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('Clients do not see'),
    ]);
    const other = await draftFile();
    const hiding = new pg.Client({ connectionString: world.databaseUrl });
    await hiding.connect();
    onTestFinished(() => hiding.end());
    await hiding.query('begin');
    await hiding.query('update files set internal = true where id = $1', [other.file]);
    const sending = other.send();
    await expect.poll(() => isWaitingForLock(world.databaseUrl)).toBe(true);
    await hiding.query('commit');
    expect((await sending).status).toBe(409);
  });

  it('declares no type of a mail that another part of the portal sends', async () => {
    const { organization } = world.people;
    const create = (mail_type: string) =>
      world.staff.post('/v1/transfers', { title: 'x', organization_id: String(organization), mail_type });
    const { status, body } = await create('magic_link');
    expect([status, body.details?.[0].path]).toEqual([422, 'mail_type']);
    for (const type of ['transfer_ready', 'invoice']) expect((await create(type)).status).toBe(201);
  });

  it('keeps its files: a reply takes none of them', async () => {
    const organization_id = String(world.people.organization);
    const { body: ticket } = await world.staff.post('/v1/tickets', { subject: 'Plans', organization_id });
    const { files } = await sendTransfer(world, { organization_id, ticket_id: ticket.id });
    const { status, body } = await world.staff.post(`/v1/tickets/${ticket.id}/replies`, {
      body: 'Here they are.',
      file_ids: files,
    });
    expect([status, body.details?.[0].path]).toEqual([422, 'file_ids.0']);
  });
});

describe('a key without the scope files:read', () => {
  it('sends no file that a folder has, for its link would read it', async () => {
    const folder = await makeFolder(world, world.keys.client);
    const { body: file } = await upload(world, { key: world.keys.client, folder });
    const { administrator } = world.people;
    const key = await keyClient(world, administrator, { owner: administrator, scopes: ['transfers:write'] });
    const refused = await key.post('/v1/transfers', { title: 'x', file_ids: [file.id] });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('files:read')]);
    expect((await key.post('/v1/transfers', { title: 'x', file_ids: [] })).status).toBe(201);
  });
});

describe('a link of a transfer', () => {
  it('is revoked by itself; a new mail brings a new address of a link', async () => {
    const { id, body } = await sendTransfer(world, { recipients: [{ email: 'lea@example.com' }] });
    const link = await mailedSecret(world, 'lea@example.com');
    const { body: links } = await world.staff.get(`/v1/transfers/${id}/links`);
    expect(links.data).toMatchObject([{ recipient_id: body.recipients[0].id, revoked_at: null }]);
    expect(JSON.stringify(links)).not.toContain('spl_');
    const own = Buffer.from(`created_at ${links.data[0].created_at} ${links.data[0].id}`).toString(
      'base64url',
    );
    expect((await world.staff.get(`/v1/transfers/${id}/links?cursor=${own}`)).body.data).toEqual([]);
    const foreign = Buffer.from(`created_at ${links.data[0].created_at} 1`).toString('base64url');
    expect((await world.staff.get(`/v1/transfers/${id}/links?cursor=${foreign}`)).status).toBe(422);
    expect((await world.staff.delete(`/v1/transfers/${id}/links/${links.data[0].id}`)).status).toBe(204);
    expect((await world.staff.delete(`/v1/transfers/${id}/links/${links.data[0].id}`)).status).toBe(404);
    expect((await visit(world).get(link)).status).toBe(410);
    const resend = `/v1/transfers/${id}/recipients/${body.recipients[0].id}/resend`;
    expect((await world.staff.post(resend)).status).toBe(202);
    expect(await world.staff.post(resend)).toMatchObject({ status: 429 });
    await expect.poll(() => mailsTo(world, 'lea@example.com').length).toBe(2);
    const next = await mailedSecret(world, 'lea@example.com');
    expect((await visit(world).get(next)).status).toBe(200);
    const added = await world.staff.post(`/v1/transfers/${id}/recipients`, { email: 'max@example.com' });
    expect(added.status).toBe(201);
    expect((await visit(world).get(await mailedSecret(world, 'max@example.com'))).status).toBe(200);
    expect(
      (await world.staff.post(`/v1/transfers/${id}/recipients`, { email: 'MAX@example.com' })).status,
    ).toBe(409);
  });

  it.each(['revoked_at', 'stopped_at'])(
    'that ended by %s is replaced by the team alone: by no reminder, and not by its recipient',
    async (ended) => {
      const { client } = world.people;
      const { id, body } = await sendTransfer(world, { recipients: [{ email: client.email }] });
      await mailedSecret(world, client.email);
      await world.settled();
      world.smtp.mails.splice(0);
      await world.sql(`update support_portal.links set ${ended} = now() where record_id = $1`, [id]);
      await age(id, '12 days 1 hour');
      await end();
      await world.settled();
      expect(world.smtp.mails).toEqual([]);
      const browser = await signedIn(world, client);
      const opened = await browser.send('POST', `/transfers/${id}/link`, {});
      expect([opened.status, opened.body.error]).toEqual([409, 'conflict']);
      await world.staff.post(`/v1/transfers/${id}/recipients/${body.recipients[0].id}/resend`);
      expect((await visit(world).get(await mailedSecret(world, client.email))).status).toBe(200);
    },
  );
});

describe('a download', () => {
  it('counts once, when its last byte was sent, in ranges and resumed; HEAD and views count nothing', async () => {
    const bytes = randomBytes(300_000);
    const { body: draft } = await world.staff.post('/v1/transfers', {
      title: 'Large',
      notify: 'every',
      recipients: [{ email: 'dora@example.com' }],
    });
    const { body: file } = await addFile(world, draft.id, bytes, 'large.bin');
    await world.staff.post(`/v1/transfers/${draft.id}/send`);
    const link = await mailedSecret(world, 'dora@example.com');
    const address = await addressFor(world, link, file.id);
    // A part is noted as sent soon after its last byte; one that overlaps another on its way is another download.
    const isSent = () =>
      expect
        .poll(() =>
          world.sql(
            `select 1 from support_portal.link_sendings s join support_portal.link_downloads d on d.id = s.download_id
             where d.file_id = $1`,
            [file.id],
          ),
        )
        .toEqual([]);
    const part = async (range: string) => {
      await (await world.fetch(address, { headers: { Range: range } })).arrayBuffer();
      await isSent();
    };
    expect((await world.fetch(address, { method: 'HEAD' })).status).toBe(200);
    await part('bytes=200000-299999');
    await part('bytes=100000-249999');
    const broken = await world.fetch(address);
    await broken.body?.cancel();
    await isSent();
    expect((await read(draft.id)).recipients[0].downloads).toBe(0);
    const resumed = await addressFor(world, link, file.id);
    const rest = await world.fetch(resumed, { headers: { Range: 'bytes=0-99999' } });
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(0, 100_000))).toBe(true);
    await expect.poll(async () => (await read(draft.id)).recipients[0].downloads).toBe(1);
    await (await world.fetch(address)).arrayBuffer();
    await expect.poll(async () => (await read(draft.id)).recipients[0].downloads).toBe(2);
    expect((await kinds(draft.id)).filter((kind) => kind === 'downloaded')).toHaveLength(2);
    await world.settled();
    expect(mailsTo(world, world.people.administrator.email)).toHaveLength(2);
    const [activity] = (await world.staff.get(`/v1/transfers/${draft.id}/activity`)).body.data.slice(-1);
    expect(activity).toMatchObject({ kind: 'downloaded', file_id: file.id, bytes: 300_000 });
    // Who repeats it does not fill the creator's mailbox, nor the activity.
    await world.sql('update support_portal.link_recipients set downloads = 100 where email = $1', [
      'dora@example.com',
    ]);
    await (await world.fetch(address)).arrayBuffer();
    await expect.poll(async () => (await read(draft.id)).recipients[0].downloads).toBe(101);
    await world.settled();
    expect(mailsTo(world, world.people.administrator.email)).toHaveLength(2);
    expect((await kinds(draft.id)).filter((kind) => kind === 'downloaded')).toHaveLength(2);
    await world.sql(
      `update support_portal.link_downloads set completed_at = now() - interval '2 hours' where file_id = $1`,
      [file.id],
    );
    await (await world.fetch(address)).arrayBuffer();
    await expect.poll(async () => (await read(draft.id)).recipients[0].downloads).toBe(102);
    expect((await kinds(draft.id)).filter((kind) => kind === 'downloaded')).toHaveLength(3);
  });

  it('is told to its creator, and to the notification address once they may not know of it, as are the stop of a link and the end', async () => {
    const { organization, otherOrganization } = world.people;
    const email = 'mover@agency.example';
    const data = {
      email,
      password: 'a long password',
      role: 'representative',
      organizations: [organization],
    };
    const mover = await world.payload.create({ collection: 'users', data });
    const fields = { organization_id: String(organization), notify: 'every', password: 'correct horse' };
    const recipients = [{ email: 'eva@example.com' }];
    const { id, files } = await sendTransfer(world, { ...fields, recipients });
    await world.sql('update transfers set created_by_id = $1 where id = $2', [mover.id, id]);
    const link = await anyLink(world, id);
    const browser = visit(world);
    await browser.post(`${link}/unlock`, { password: 'correct horse' });
    const fetchFile = async (downloads: number) => {
      const { body } = await browser.post(`${link}/downloads`, { file_id: files[0] });
      await (await world.fetch(pathOf(body.download_url))).arrayBuffer();
      await expect
        .poll(async () => (await kinds(id)).filter((kind) => kind === 'downloaded').length)
        .toBe(downloads);
      await world.settled();
      return mailsTo(world, email).length;
    };
    expect(await fetchFile(1)).toBe(1);
    const left = { organizations: [otherOrganization] };
    await world.payload.update({ collection: 'users', id: mover.id, data: left });
    expect(await fetchFile(2)).toBe(1);
    await notifyAt(world, 'desk@agency.example');
    await world.sql('update support_portal.links set wrong = 19 where record_id = $1', [String(id)]);
    await visit(world, '203.0.8.1').post(`${link}/unlock`, { password: 'wrong horse' });
    expect((await visit(world).get(link)).status).toBe(410);
    await world.settled();
    await age(id, '14 days');
    await end();
    await world.settled();
    expect(mailsTo(world, email)).toHaveLength(1);
    const told = await world.sql<{ type: string }>(
      `select type from email_log where "to" = 'desk@agency.example' order by id`,
    );
    expect(told.map(({ type }) => type)).toEqual(['link_stopped', 'transfer_expired']);
    await notifyAt(world, null);
  });

  it('is allowed as often as was said, of twenty at once, and by the zip as well', async () => {
    const { id, files } = await sendTransfer(world, { max_downloads: 1 }, ['x'.repeat(200_000), 'two']);
    const link = await anyLink(world, id);
    const addresses = await Promise.all(Array.from({ length: 20 }, () => addressFor(world, link, files[0])));
    const bodies = await Promise.all(
      addresses.map(async (address) => {
        const response = await world.fetch(address);
        return { status: response.status, size: (await response.arrayBuffer()).byteLength };
      }),
    );
    expect(bodies.filter(({ status, size }) => status === 200 && size === 200_000)).toHaveLength(1);
    expect(bodies.filter(({ status }) => status === 409 || status === 410)).toHaveLength(19);
    const of = (file?: string) =>
      visit(world).post(`${link}/downloads`, file === undefined ? {} : { file_id: file });
    await expect.poll(async () => (await of(files[0])).status).toBe(410);
    // Its last bytes may have been lost on their way, once.
    const from = async (start: number) => {
      const rest = await world.fetch(addresses[0] ?? '', { headers: { Range: `bytes=${start}-` } });
      return [rest.status, (await rest.arrayBuffer()).byteLength];
    };
    expect(await from(150_000)).toEqual([206, 50_000]);
    expect((await from(1))[0]).toBe(410);
    expect((await world.fetch(addresses[0] ?? '')).status).toBe(410);
    expect((await of()).status).toBe(410);
    expect((await of(files[1])).status).toBe(201);
    const other = await anyLink(world, id);
    const zip = await world.fetch(await addressFor(world, other));
    expect(zip.headers.get('Content-Disposition')).toContain('Plans.zip');
    const zipped = Buffer.from(await zip.arrayBuffer());
    expect(zipped.subarray(0, 2).toString()).toBe('PK');
    expect(zip.headers.get('Content-Length')).toBe(String(zipped.byteLength));
    await expect
      .poll(async () => (await visit(world).post(`${other}/downloads`, { file_id: files[1] })).status)
      .toBe(410);
  });

  it('that waits for others of its link holds up no one else', async () => {
    const { id, files } = await sendTransfer(world);
    const address = await addressFor(world, await anyLink(world, id), files[0]);
    const lock = await holdLock(world.databaseUrl, 'select 1 from support_portal.links for update');
    // More than the process has connections.
    const downloads = Array.from({ length: 30 }, async () => {
      const response = await world.fetch(address);
      await response.arrayBuffer();
      return response.status;
    });
    const waiting = () =>
      world.sql(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(3);
    expect((await world.staff.get('/v1/tickets')).status).toBe(200);
    await lock.unlock();
    expect(new Set(await Promise.all(downloads))).toEqual(new Set([200]));
  });

  it('finds room for fifty in the line of its link, HEAD included, and each file of its own has such a line', async () => {
    const { id, files } = await sendTransfer(world);
    const link = await anyLink(world, id);
    const [stored] = await world.sql<{ id: string }>(
      'select id from support_portal.links where record_id = $1',
      [String(id)],
    );
    const own = await world.staff.get(`/v1/files/${files[0]}`);
    const lines: readonly (readonly [string, string])[] = [
      [`link ${stored?.id}`, await addressFor(world, link, files[0])],
      [`downloads of file ${files[0]}`, pathOf(own.body.download_url)],
    ];
    for (const [subject, address] of lines)
      for (const method of ['GET', 'HEAD']) {
        // The ends of downloads take turns of it, too.
        await expect.poll(() => lineAt(world.payload, subject)).toBe(0);
        const endWork = fillTurns(world.payload, subject);
        const refused: Response[] = [];
        const all = Array.from({ length: 60 }, async () => {
          const response = await world.fetch(address, { method, headers: { Range: 'bytes=0-0' } });
          if (response.status === 429) refused.push(response);
          else await response.arrayBuffer();
          return response.status;
        });
        await expect.poll(() => refused.length).toBe(14);
        expect(refused[0]?.headers.get('Retry-After')).toBe('2');
        await endWork();
        expect((await Promise.all(all)).filter((status) => status === 206)).toHaveLength(46);
      }
  });

  it('that waits in line does not begin once its link is revoked', async () => {
    const { id, files } = await sendTransfer(world);
    const address = await addressFor(world, await anyLink(world, id), files[0]);
    const [stored] = await world.sql<{ id: string }>(
      'select id from support_portal.links where record_id = $1',
      [String(id)],
    );
    const endWork = fillTurns(world.payload, `link ${stored?.id}`);
    const waiting = world.fetch(address);
    // It stands behind the four turns that are taken.
    await expect.poll(() => lineAt(world.payload, `link ${stored?.id}`)).toBe(5);
    await world.staff.delete(`/v1/transfers/${id}`);
    await endWork();
    expect([404, 410]).toContain((await waiting).status);
  });

  it('of a zip of many files takes as many statements as one of two', async () => {
    const statementsOf = async (contents: readonly string[]): Promise<number> => {
      const { id } = await sendTransfer(world, {}, contents);
      const address = await addressFor(world, await anyLink(world, id));
      await world.settled();
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      onTestFinished(() => spy.mockRestore());
      const counts: number[] = [];
      // The process works in the background, too: the fewest of some are those of the request alone.
      for (let tries = 0; tries < 5; tries += 1) {
        spy.mockClear();
        expect((await world.fetch(address, { method: 'HEAD' })).status).toBe(200);
        counts.push(spy.mock.calls.filter(([text]) => JSON.stringify(text).includes('files')).length);
      }
      return Math.min(...counts);
    };
    expect(await statementsOf(['1', '2', '3', '4', '5', '6'])).toBe(await statementsOf(['1', '2']));
  });

  it('by a changed address is refused', async () => {
    const { id, files } = await sendTransfer(world, {}, ['one', 'two']);
    const link = await anyLink(world, id);
    const address = await addressFor(world, link, files[0]);
    expect((await world.fetch(address.replace(`/${files[0]}/`, `/${files[1]}/`))).status).toBe(403);
    expect(
      (await world.fetch(address.replace(/link=[^&]*/, 'link=00000000-0000-0000-0000-000000000000'))).status,
    ).toBe(403);
    expect((await world.fetch(address.replace(/&?link=[^&]*/, ''))).status).toBe(403);
    expect((await visit(world).post(`${link}/downloads`, { file_id: '999999' })).status).toBe(404);
  });
});

describe('the end', () => {
  it('comes at its moment, takes the bytes a week later, and can be put off until then', async () => {
    const { id, files } = await sendTransfer(world, { recipients: [{ email: 'eva@example.com' }] });
    const link = await mailedSecret(world, 'eva@example.com');
    const address = await addressFor(world, link, files[0]);
    await world.settled();
    const ready = await countReady();
    await age(id, '14 days');
    expect((await visit(world).get(link)).status).toBe(410);
    expect((await world.fetch(address)).status).toBe(410);
    expect((await read(id)).status).toBe('expired');
    expect(await countReady()).toBe(ready - 1);
    await Promise.all([end(), end()]);
    await world.settled();
    const told = mailsTo(world, world.people.administrator.email);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('eva@example.com');
    expect((await kinds(id)).filter((kind) => kind === 'expired')).toHaveLength(1);
    const later = new Date(Date.now() + 86_400_000).toISOString();
    expect((await world.staff.patch(`/v1/transfers/${id}`, { expires_at: later })).body).toMatchObject({
      status: 'ready',
      expires_at: later,
    });
    expect((await visit(world).get(link)).status).toBe(200);
    expect(await kinds(id)).toContain('extended');
    const before = bytesOnDisk(world).stored.length;
    await age(id, '8 days 1 minute');
    await end();
    await end();
    await expect.poll(() => bytesOnDisk(world).stored.length).toBe(before - 1);
    expect(await read(id)).toMatchObject({
      status: 'expired',
      bytes_deleted_at: expect.any(String),
      files: [{ id: files[0] }],
    });
    expect((await world.staff.patch(`/v1/transfers/${id}`, { expires_at: later })).status).toBe(409);
  });

  it('that is put off counts among the mails that one user can have sent, for it brings reminders', async () => {
    const { id } = await sendTransfer(world);
    const put = async (days: number) =>
      (
        await world.staff.patch(`/v1/transfers/${id}`, {
          expires_at: new Date(Date.now() + days * 86_400_000).toISOString(),
        })
      ).status;
    expect(await put(20)).toBe(200);
    await world.sql('update support_portal.sign_in_limits set count = 100');
    expect(await put(21)).toBe(429);
    expect((await world.staff.patch(`/v1/transfers/${id}`, { title: 'New' })).status).toBe(200);
  });

  it('is announced two days before to those who have downloaded nothing, once', async () => {
    const { id } = await sendTransfer(world, {
      recipients: [{ email: 'fay@example.com' }, { email: 'gus@example.com' }],
    });
    const fay = await mailedSecret(world, 'fay@example.com');
    await mailedSecret(world, 'gus@example.com');
    await world.settled();
    await expect.poll(async () => (await read(id)).recipients[1].sent_at).not.toBeNull();
    const [file] = (await read(id)).files;
    await (await world.fetch(await addressFor(world, fay, file.id))).arrayBuffer();
    await expect.poll(async () => (await read(id)).recipients[0].downloads).toBe(1);
    await world.settled();
    world.smtp.mails.splice(0);
    await age(id, '12 days 1 hour');
    await Promise.all([end(), end()]);
    await world.settled();
    expect(world.smtp.mails.flatMap(({ recipients }) => recipients)).toEqual(['gus@example.com']);
    expect((await visit(world).get(await mailedSecret(world, 'gus@example.com'))).status).toBe(200);
    const reminded = await world.sql<{ email: string }>(
      `select email from support_portal.link_recipients where kind = 'transfer' and record_id = $1 and reminded_at is not null`,
      [id],
    );
    expect(reminded).toEqual([{ email: 'gus@example.com' }]);
    // Gus downloads it after the job of the reminder is made, and before it is sent.
    const gus = await mailedSecret(world, 'gus@example.com');
    await (await world.fetch(await addressFor(world, gus, file.id))).arrayBuffer();
    await expect.poll(async () => (await read(id)).recipients[1].downloads).toBe(1);
    await world.settled();
    world.smtp.mails.splice(0);
    const late = { about: 'reminder', transferId: id, recipientId: (await read(id)).recipients[1].id };
    await world.sql(
      `insert into support_portal.jobs (queue, data, due_at) values ('transfer-mails', $1::jsonb, now())`,
      [JSON.stringify(late)],
    );
    await world.settled();
    expect(world.smtp.mails).toEqual([]);
  });
});

describe('around transfers', () => {
  it('webhooks hear what happened, and neither a link nor an address', async () => {
    const { body: hook } = await world.staff.post('/v1/webhooks', {
      url: 'https://192.0.32.8/hooks',
      events: ['transfer.*'],
    });
    const ofClient = { url: 'https://192.0.32.8/clients', events: ['*'] };
    const client = clientOf(world, `Bearer ${world.keys.client}`);
    const { body: clients } = await client.post('/v1/webhooks', ofClient);
    const { id, files } = await sendTransfer(world, {
      message: 'Quiet words',
      recipients: [{ email: 'ivy@example.com' }],
    });
    const link = await mailedSecret(world, 'ivy@example.com');
    await (await world.fetch(await addressFor(world, link, files[0]))).arrayBuffer();
    await expect.poll(async () => (await deliveries('transfer.downloaded')).length).toBe(1);
    await world.staff.delete(`/v1/transfers/${id}`);
    const [sent] = await deliveries('transfer.sent');
    expect(JSON.parse(sent?.body ?? '{}').data).toMatchObject({
      id,
      title: 'Plans',
      status: 'ready',
      files: 1,
      recipients: 1,
    });
    const [downloaded] = await deliveries('transfer.downloaded');
    expect(JSON.parse(downloaded?.body ?? '{}').data).toMatchObject({ file_id: files[0], downloads: 1 });
    const [revoked] = await deliveries('transfer.revoked');
    expect(JSON.parse(revoked?.body ?? '{}').data).toMatchObject({ id, status: 'revoked' });
    const all = [sent, downloaded, revoked].map((row) => row?.body).join();
    expect(all).not.toMatch(/spl_|ivy@|Quiet words|198\.51/);
    const heard = (await world.staff.get(`/v1/webhooks/${clients.id}/deliveries`)).body.data;
    expect(heard.map(({ event }: { event: string }) => event)).toEqual([]);
    for (const { id: one } of [hook, clients]) await world.staff.delete(`/v1/webhooks/${one}`);
  });

  it('a client sees no delivery of them to a webhook of the team, and takes none along to another address', async () => {
    const organization_id = String(world.people.organization);
    const hook = { url: 'https://192.0.32.8/team', events: ['*'], organization_id };
    const { body: team } = await world.staff.post('/v1/webhooks', hook);
    const path = `/v1/webhooks/${team.id}`;
    const client = clientOf(world, `Bearer ${world.keys.client}`);
    const become = async (by: Client, status: string) =>
      expect((await by.patch(path, { status })).status).toBe(200);
    // Nothing is attempted meanwhile.
    await become(world.staff, 'disabled');
    const { id } = await sendTransfer(world, { organization_id });
    await client.post('/v1/tickets', { subject: 'VPN is slow' });
    await become(world.staff, 'enabled');
    const listed = async (by: Client) =>
      (await by.get(`${path}/deliveries`)).body.data.map(({ event }: { event: string }) => event);
    expect(await listed(world.staff)).toEqual(['ticket.created', 'transfer.sent']);
    expect((await client.get(`${path}/deliveries`)).body).toMatchObject({
      data: [{ event: 'ticket.created' }],
      meta: { total: 1 },
    });
    const [, sent] = (await world.staff.get(`${path}/deliveries`)).body.data;
    const delivery = `${path}/deliveries/${sent.id}`;
    expect((await client.get(delivery)).status).toBe(404);
    expect((await client.post(`${delivery}/redeliver`)).status).toBe(404);
    expect((await client.post(`${path}/recover`, { since: '2026-01-01T00:00:00Z' })).body).toEqual({
      count: 1,
    });
    expect((await world.staff.get(delivery)).body.status).toBe('failed');
    // Whether it is enabled leaves it with the team.
    for (const status of ['disabled', 'enabled']) await become(client, status);
    expect(await listed(world.staff)).toEqual(['ticket.created', 'transfer.sent']);
    expect((await client.patch(path, { url: 'https://192.0.32.8/elsewhere' })).status).toBe(200);
    expect(await listed(world.staff)).toEqual(['ticket.created']);
    await world.staff.delete(`/v1/transfers/${id}`);
    expect((await deliveries('transfer.revoked')).map(({ body }) => body).join()).not.toContain(`"${id}"`);
    await world.staff.delete(path);
  });

  it.each([
    ['other events', (client: Client, path: string) => client.patch(path, { events: ['transfer.*'] })],
    ['another secret', (client: Client, path: string) => client.post(`${path}/rotate-secret`)],
  ])('a webhook of the team to which a client gives %s is that client’s from then on', async (_, change) => {
    const organization_id = String(world.people.organization);
    const hook = { url: 'https://192.0.32.8/team', events: ['*'], organization_id };
    const { body: team } = await world.staff.post('/v1/webhooks', hook);
    const ownerOf = async () =>
      (await world.sql<{ owner_id: number }>('select owner_id from webhooks where id = $1', [team.id]))[0]
        ?.owner_id;
    expect(await ownerOf()).toBe(world.people.administrator.id);
    const client = clientOf(world, `Bearer ${world.keys.client}`);
    expect((await change(client, `/v1/webhooks/${team.id}`)).status).toBe(200);
    expect(await ownerOf()).toBe(world.people.client.id);
    await sendTransfer(world, { organization_id });
    const heard = (await world.staff.get(`/v1/webhooks/${team.id}/deliveries`)).body.data;
    expect(heard).toEqual([]);
    await world.staff.delete(`/v1/webhooks/${team.id}`);
  });

  it('a bounce shows on the recipient, and erasing an address takes it out everywhere', async () => {
    const { id } = await sendTransfer(world, { recipients: [{ email: 'joe@example.com', name: 'Joe' }] });
    const link = await mailedSecret(world, 'joe@example.com');
    await addressFor(world, link);
    await world.settled();
    await world.sql(
      `insert into mail_deliveries (at, email, recipient, state, permanent, counts, source, event_id, detail)
       select now(), id::text, 'joe@example.com', 'bounced', true, true, 'mail', 'e1', '550 no such user'
       from email_log where related_id = $1`,
      [id],
    );
    expect((await read(id)).recipients[0].delivery).toMatchObject({
      state: 'bounced',
      detail: '550 no such user',
    });
    const erased = await sessionOf(world, world.people.administrator).post('/portal/v1/email-log/erase', {
      address: 'joe@example.com',
    });
    expect(erased.status).toBe(200);
    const body = await read(id);
    expect(body.recipients[0]).toMatchObject({ email: '[erased]', name: null });
    expect(
      (await world.staff.post(`/v1/transfers/${id}/recipients/${body.recipients[0].id}/resend`)).status,
    ).toBe(409);
    const opened = (await world.staff.get(`/v1/transfers/${id}/activity`)).body.data.find(
      ({ kind }: { kind: string }) => kind === 'opened',
    );
    expect(opened).toMatchObject({ network: null, browser: null });
  });

  it('tools list transfers, and draft one without sending it', async () => {
    const admin = sessionOf(world, world.people.administrator);
    const drafted = await admin.post('/portal/v1/tools/draft_transfer', {
      title: 'By a tool',
      recipients: [{ email: 'kim@example.com' }],
    });
    expect(drafted).toMatchObject({ status: 200, body: { status: 'draft', title: 'By a tool' } });
    const listed = await admin.post('/portal/v1/tools/list_transfers', { status: 'draft', per_page: 1 });
    expect(listed.body.data).toMatchObject([{ title: 'By a tool' }]);
  });

  it('the CMS shows them to staff without the hash of a password, and changes none', async () => {
    const { body: draft } = await world.staff.post('/v1/transfers', {
      title: 'Raw',
      password: 'correct horse',
    });
    const jwt = { Authorization: `JWT ${world.people.editor.token}`, 'Content-Type': 'application/json' };
    const raw = await world.fetch(`/api/transfers/${draft.id}`, { headers: jwt });
    expect(raw.status).toBe(200);
    expect(await raw.text()).not.toContain('scrypt');
    const asked = await world.fetch('/api/transfers?where[passwordHash][like]=scrypt', { headers: jwt });
    expect(asked.status).toBeGreaterThanOrEqual(400);
    const changed = await world.fetch(`/api/transfers/${draft.id}`, {
      method: 'PATCH',
      headers: jwt,
      body: JSON.stringify({ status: 'ready' }),
    });
    expect(changed.status).toBe(403);
    expect((await world.fetch(`/api/transfers/${draft.id}`, { method: 'DELETE', headers: jwt })).status).toBe(
      403,
    );
    const client = { Authorization: `JWT ${world.people.client.token}` };
    expect((await world.fetch('/api/transfers', { headers: client })).status).toBe(403);
    const read = await world.fetch('/api/link-activity', { headers: client });
    expect(read.status).toBe(403);
  });
});

describe('the pages', () => {
  it('work without a script: locked, unlocked, downloaded', async () => {
    const { id } = await sendTransfer(
      world,
      { title: '<b>Plans</b>', message: 'See https://example.com', password: 'correct horse' },
      ['one', 'two'],
    );
    const link = await anyLink(world, id);
    const browser = visitPages(world);
    const locked = await browser.open(`/support/t/${link}`);
    expect(locked.status).toBe(200);
    expect(locked.html).not.toContain('Plans');
    expect(locked.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(locked.headers.get('Cache-Control')).toBe('no-store');
    expect(locked.headers.get('Referrer-Policy')).toBe('same-origin');
    const wrong = await browser.send(`/support/t/${link}/unlock`, { password: 'wrong horse' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('Wrong password.');
    const unlocked = await browser.send(`/support/t/${link}/unlock`, { password: 'correct horse' });
    expect([unlocked.status, unlocked.location]).toEqual([303, `/support/t/${link}`]);
    const page = await browser.open(`/support/t/${link}`);
    expect(page.html).toContain('&lt;b&gt;Plans&lt;/b&gt;');
    expect(page.html).toContain('file 1.txt');
    const german = await browser.open(`/support/t/${link}`, { 'Accept-Language': 'de' });
    expect(german.html).toContain('Herunterladen');
    const [file] = (await read(id)).files;
    const sent = await browser.send(`/support/t/${link}/downloads`, { file: file.id });
    expect(sent.status).toBe(303);
    expect(await (await world.fetch(pathOf(sent.location ?? ''))).text()).toBe('one');
    const all = await browser.send(`/support/t/${link}/downloads`, {});
    expect(all.location).toContain('/files/all/download');
    const foreign = await browser.send(
      `/support/t/${link}/unlock`,
      { password: 'x' },
      { Origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
    await world.staff.delete(`/v1/transfers/${id}`);
    const gone = await browser.open(`/support/t/${link}`);
    expect([gone.status, gone.html]).toEqual([
      410,
      expect.stringContaining('<h1>This link is no longer valid</h1>'),
    ]);
    expect((await browser.open('/support/t/spl_none')).status).toBe(404);
  });

  it('list what was sent to a client, and lead to their own link', async () => {
    const { client } = world.people;
    await sendTransfer(world, { title: 'For the client', recipients: [{ email: client.email }] });
    await mailedSecret(world, client.email);
    const { cookies } = await signedIn(world, client);
    const browser = visitPages(world, cookies);
    const list = await browser.open('/support/transfers');
    expect(list.html).toContain('For the client');
    const action = /action="(\/support\/transfers\/\d+\/open)"/.exec(list.html)?.[1] ?? '';
    const opened = await browser.send(action, {});
    expect(opened.status).toBe(303);
    const page = await browser.open(`/support/t/${secretIn(opened.location ?? '')}`);
    expect(page.html).toContain('file 1.txt');
    expect((await visitPages(world).open('/support/transfers')).status).toBe(401);
  });
});

it('that may not be sent again yet is sent by the same request later', async () => {
  const { id, body } = await sendTransfer(world, { recipients: [{ email: 'ida@example.com' }] });
  const resend = (key: string) =>
    world.staff.post(`/v1/transfers/${id}/recipients/${body.recipients[0].id}/resend`, undefined, {
      'Idempotency-Key': key,
    });
  expect((await resend('first')).status).toBe(202);
  const early = await resend('second');
  expect([early.status, Number(early.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  await world.sql('delete from support_portal.sign_in_limits');
  const later = await resend('second');
  expect([later.status, later.headers.get('Idempotent-Replayed')]).toEqual([202, null]);
  const again = await resend('second');
  expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([202, 'true']);
});

describe('the reminder of a transfer', () => {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const remindersOf = async (id: string): Promise<number> => {
    await end();
    await world.settled();
    const mails = await world.sql(
      `select 1 from email_log where type = 'transfer_reminder' and related_id = $1`,
      [id],
    );
    return mails.length;
  };

  it('is for transfers that were sent three days before their end, or earlier', async () => {
    const recipients = [{ email: 'jan@example.com' }];
    const short = await sendTransfer(world, { recipients, expires_at: inHours(71) });
    const long = await sendTransfer(world, { recipients, expires_at: inHours(73) });
    await world.settled();
    for (const { id } of [short, long]) await age(id, '30 hours');
    expect([await remindersOf(short.id), await remindersOf(long.id)]).toEqual([0, 1]);
  });

  it('is for recipients whose first mail has left', async () => {
    const recipients = [{ email: 'mia@example.com' }, { email: 'noa@example.com' }];
    const { id } = await sendTransfer(world, { recipients });
    await world.settled();
    await world.sql(
      `update support_portal.link_recipients set sent_at = null where record_id = $1 and email = 'noa@example.com'`,
      [id],
    );
    await age(id, '12 days 1 hour');
    expect(await remindersOf(id)).toBe(1);
  });

  it('comes once more after a later end, and after no earlier one', async () => {
    const { id } = await sendTransfer(world, { recipients: [{ email: 'kai@example.com' }] });
    const put = async (hours: number) =>
      (await world.staff.patch(`/v1/transfers/${id}`, { expires_at: inHours(hours) })).status;
    await world.settled();
    await age(id, '12 days 1 hour');
    expect(await remindersOf(id)).toBe(1);
    expect(await put(24)).toBe(200);
    expect(await remindersOf(id)).toBe(1);
    expect(await kinds(id)).not.toContain('extended');
    expect(await put(36)).toBe(200);
    expect(await remindersOf(id)).toBe(2);
    expect(await kinds(id)).toContain('extended');
  });
});

it('a recipient shows what became of the last mail to them', async () => {
  const { id } = await sendTransfer(world, { recipients: [{ email: 'lea@example.com' }] });
  await world.settled();
  const mailed = (age: string) =>
    world.sql(
      `insert into email_log ("to", status, error, created_at, related_type, related_id)
       values ('Lea@example.com', 'failed', '550 No such user', now() - $1::interval, 'transfer', $2)`,
      [age, id],
    );
  const state = async () => (await read(id)).recipients[0].delivery?.state;
  await expect.poll(state).toBe('sent');
  await mailed('1 hour');
  expect(await state()).toBe('sent');
  await mailed('-1 hour');
  expect(await state()).toBe('failed');
});

it('a draft counts large files that are here whole, and not yet among its files', async () => {
  const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Plans' });
  const uploads = tusClient(world, { Authorization: `Bearer ${world.keys.spanning}` });
  const begin = () =>
    uploads.begin({ size: 5, metadata: { filename: 'plan.txt', target: `transfer:${draft.id}` } });
  const { headers } = await begin();
  await world.sql(
    `insert into support_portal.uploads
       (id, holder, target, place, filename, size, received, expires_at, state, again_at)
     select 'whole' || n, 'whole' || n, target, place, filename, 5 * 1024 ^ 3 - 2, 5 * 1024 ^ 3 - 2, expires_at,
       'received', now() + interval '1 hour'
     from support_portal.uploads, generate_series(1, 4) n where place ->> 'transfer' = $1`,
    [draft.id],
  );
  expect((await begin()).status).toBe(413);
  await world.sql(`delete from support_portal.uploads where id like 'whole%'`);
  expect((await begin()).status).toBe(201);
  await uploads.end(headers.get('Location') ?? '');
});
