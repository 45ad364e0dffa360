import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '../../src/core/context.ts';
import { type ErasureJob, eraseAgain } from '../../src/features/email-log/erasure/erase.ts';
import { processDueRequests } from '../../src/features/upload-requests/record/ends.ts';
import { clientOf, sessionOf } from '../support/api/api.ts';
import { bytesOnDisk, call, type FileBody, makeFolder } from '../support/api/files.ts';
import { notifyAt } from '../support/mail/notificationAddress.ts';
import { launchBrowser } from '../support/pages/browser.ts';
import { visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { serverUrl } from '../support/portal/payload.ts';
import { findings, openPages, photograph } from './pagesInBrowser.ts';
import {
  askFor,
  at,
  logged,
  mailedSecret,
  mailTo,
  type RequestsWorld,
  secretIn,
  send,
  startRequests,
} from './requestsWorld.ts';

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
afterEach(async () => {
  await world.settled();
  world.smtp.mails.splice(0);
  await world.sql('delete from support_portal.sign_in_limits');
  await world.sql('delete from email_log');
  await world.sql('delete from webhook_deliveries');
});

const read = async (id: string) => (await world.staff.get(`/v1/upload-requests/${id}`)).body;
const post = (id: string, act: string, body: object = {}) =>
  world.staff.post(`/v1/upload-requests/${id}/${act}`, body);
const follow = async () => {
  const portal = contextOf(world.payload);
  if (portal) await processDueRequests(world.payload, portal);
};
/** Moves a request, and what came by it, into the past. */
const age = async (id: string, interval: string) => {
  await world.sql(
    `update upload_requests set created_at = created_at - $2::interval, due_at = due_at - $2::interval,
       expires_at = expires_at - $2::interval, reminded_at = reminded_at - $2::interval where id = $1`,
    [id, interval],
  );
  await world.sql(
    'update support_portal.upload_request_files set uploaded_at = uploaded_at - $2::interval where request_id = $1',
    [id, interval],
  );
};
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const kinds = async (id: string): Promise<string[]> =>
  (await world.staff.get(`/v1/upload-requests/${id}/activity`)).body.data.map(
    ({ kind }: { kind: string }) => kind,
  );
const anyLink = async (id: string): Promise<string> => secretIn((await post(id, 'links')).body.url);
const filesStored = async (): Promise<number> => bytesOnDisk(world).stored.length;

describe('an upload request', () => {
  it('is created and mailed, each recipient with a link of their own', async () => {
    const request = await askFor(world, {
      message: 'As we spoke.',
      recipients: [
        { email: 'Ann@Example.com', name: 'Ann' },
        { email: 'ann@example.com' },
        { email: 'bob@example.com' },
      ],
      items: [{ label: 'Home page' }, { label: 'Pictures', required: false }],
      due_at: inDays(5),
      accept: ['.txt'],
      max_files: 3,
    });
    expect(request).toMatchObject({
      title: 'Texts',
      message: 'As we spoke.',
      status: 'open',
      access: 'link',
      has_password: false,
      folder_id: world.folder,
      ticket_id: null,
      accept: ['.txt'],
      max_files: 3,
      max_bytes: null,
      reminders: true,
      received_files: 0,
      received_bytes: 0,
      completed_at: null,
      items: [
        { label: 'Home page', required: true, state: 'missing', note: null, file_ids: [] },
        { label: 'Pictures', required: false, state: 'missing' },
      ],
    });
    expect((Date.parse(request.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(19, 1);
    expect(await logged(world)).toEqual(['ann@example.com upload_request', 'bob@example.com upload_request']);
    const text = await mailTo(world, 'ann@example.com');
    expect(text).toMatch(/Hello Ann,[\s\S]*As we spoke\.[\s\S]*– Home page[\s\S]*Please send everything by/);
    expect(await mailedSecret(world, 'bob@example.com')).not.toBe(secretIn(text));
    const { recipients } = await read(request.id);
    expect(recipients).toMatchObject([
      { email: 'ann@example.com', delivery: { state: 'sent' }, sent_at: expect.any(String), opened_at: null },
      { email: 'bob@example.com' },
    ]);
    expect(await kinds(request.id)).toEqual(['sent', 'sent']);
  });

  it('belongs to a ticket of its organization, and is found with the one that this is merged into', async () => {
    const ticketOf = async (organization: number) =>
      (await world.staff.post('/v1/tickets', { subject: 'VPN', organization_id: String(organization) })).body
        .id;
    const { organization, otherOrganization } = world.people;
    const [source, target] = [await ticketOf(organization), await ticketOf(organization)];
    const { id, ticket_id } = await askFor(world, { ticket_id: source });
    expect(ticket_id).toBe(source);
    await world.staff.post(`/v1/tickets/${source}/merge`, { into: target });
    const of = async (ticket: string) =>
      (await world.staff.get(`/v1/upload-requests?ticket_id=${ticket}`)).body.data.map(
        (request: { id: string }) => request.id,
      );
    expect([await of(source), await of(target), await of('none')]).toEqual([[id], [id], []]);
    expect((await askFor(world, { ticket_id: source })).ticket_id).toBe(target);
    const foreign = await world.staff.post('/v1/upload-requests', {
      title: 'Texts',
      organization_id: String(organization),
      folder_id: world.folder,
      recipients: [{ email: 'ann@example.com' }],
      ticket_id: await ticketOf(otherOrganization),
    });
    expect([foreign.status, foreign.body.details]).toMatchObject([422, [{ path: 'ticket_id' }]]);
  });

  const bad: [string, () => object][] = [
    ['title', () => ({ title: ' ' })],
    ['folder_id', () => ({ folder_id: '999999' })],
    ['folder_id', () => ({ organization_id: String(world.people.otherOrganization) })],
    ['organization_id', () => ({ organization_id: undefined })],
    ['ticket_id', () => ({ ticket_id: '999999' })],
    [
      'recipients',
      () => ({ recipients: Array.from({ length: 21 }, (_, n) => ({ email: `p${n}@example.com` })) }),
    ],
    ['recipients.0.email', () => ({ recipients: [{ email: 'a@b@c' }] })],
    ['items', () => ({ items: Array.from({ length: 51 }, () => ({ label: 'x' })) })],
    ['items.0.label', () => ({ items: [{ label: 'two\nlines' }] })],
    ['due_at', () => ({ due_at: inDays(-1) })],
    ['due_at', () => ({ due_at: inDays(95) })],
    ['expires_at', () => ({ expires_at: inDays(-1) })],
    ['expires_at', () => ({ expires_at: inDays(91) })],
    ['expires_at', () => ({ expires_at: inDays(1), due_at: inDays(2) })],
    ['password', () => ({ password: 'short' })],
    ['access', () => ({ access: 'account' })],
    ['accept.0', () => ({ accept: ['everything'] })],
    ['max_files', () => ({ max_files: 501 })],
    ['max_bytes', () => ({ max_bytes: 0 })],
    ['status', () => ({ status: 'closed' })],
  ];
  it('is refused with bad input at its field, and no mail goes out', async () => {
    for (const [path, fields] of bad) {
      const { status, body } = await world.staff.post('/v1/upload-requests', {
        title: 'Texts',
        organization_id: String(world.people.organization),
        folder_id: world.folder,
        recipients: [{ email: 'ann@example.com' }],
        ...fields(),
      });
      expect([status, body.details?.[0]?.path ?? body.message], JSON.stringify(fields())).toEqual([
        422,
        path,
      ]);
    }
    expect(await logged(world)).toEqual([]);
  });

  it('is read and changed by those whose it is, and by no one else', async () => {
    const request = await askFor(world, {
      recipients: [{ email: world.people.client.email }, { email: 'bob@example.com' }],
    });
    const path = `/v1/upload-requests/${request.id}`;
    const client = clientOf(world, `Bearer ${world.keys.client}`);
    const stranger = clientOf(world, `Bearer ${world.keys.stranger}`);
    const seen = await client.get(path);
    expect(seen.body.recipients.map(({ email }: { email: string }) => email)).toEqual([
      world.people.client.email,
    ]);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get('/v1/upload-requests')).body.meta.total).toBe(0);
    expect((await client.patch(path, { title: 'Mine' })).status).toBe(403);
    expect((await client.post('/v1/upload-requests', {})).status).toBe(403);
    const representative = sessionOf(world, world.people.representative);
    expect((await representative.get(`/portal${path}`)).status).toBe(200);
    const changed = await representative.patch(`/portal${path}`, {
      title: 'Texts and pictures',
      max_files: 9,
    });
    expect(changed.body).toMatchObject({ title: 'Texts and pictures', max_files: 9, message: null });
    for (const path of ['/upload-requests', '/link-activity'])
      expect((await sessionOf(world, world.people.client).get(path)).status).toBe(403);
    const cms = sessionOf(world, world.people.editor);
    const { body } = await cms.get(`/upload-requests/${request.id}`);
    expect([body.title, body.passwordHash]).toEqual(['Texts and pictures', undefined]);
    expect((await cms.patch(`/upload-requests/${request.id}`, { status: 'closed' })).status).toBe(403);
    expect((await cms.delete(`/upload-requests/${request.id}`)).status).toBe(403);
  });

  it('is found by its filters', async () => {
    const request = await askFor(world, { recipients: [{ email: 'Filter@example.com' }] });
    const total = async (query: string) =>
      (await world.staff.get(`/v1/upload-requests?recipient=FILTER@example.com&${query}`)).body.meta?.total;
    expect(await total('status=open')).toBe(1);
    await post(request.id, 'close');
    expect(await total('status=open')).toBe(0);
    expect(await total('status=closed')).toBe(1);
    expect(await total(`organization_id=${world.people.otherOrganization}`)).toBe(0);
    expect((await world.staff.get('/v1/upload-requests?status=gone')).status).toBe(422);
  });
});

describe('the link of a request', () => {
  it('takes files into folder and ticket by the ordinary way, and shows what it has sent', async () => {
    const { body: ticket } = await world.staff.post('/v1/tickets', {
      subject: 'Website',
      organization_id: String(world.people.organization),
      assignee_id: String(world.people.editor.id),
    });
    const request = await askFor(world, {
      ticket_id: ticket.id,
      items: [{ label: 'Home page' }],
      recipients: [{ email: world.people.client.email, name: 'Ann' }],
    });
    const link = await mailedSecret(world, world.people.client.email);
    const [item] = request.items;
    const sent = await send(world, link, { item: item.id, name: '../../home.txt' });
    expect(sent).toMatchObject({
      status: 201,
      body: { filename: 'home.txt', size_bytes: 5, mime_type: 'text/plain', item_id: item.id },
    });
    const file = await call<FileBody>(world, `/files/${sent.body.id}`, { key: world.keys.spanning });
    expect(file.body).toMatchObject({
      folder_id: world.folder,
      ticket_id: ticket.id,
      uploaded_by: String(world.people.client.id),
      uploaded_via: { type: 'upload_request', id: request.id, name: 'Ann' },
    });
    const events = await world.sql<{ event: string; body: string }>(
      `select event, e.body from webhook_deliveries d join support_portal.webhook_events e on e.id = d.event_id order by d.id`,
    );
    expect(events.map(({ event }) => event)).toEqual([
      'upload_request.created',
      'file.uploaded',
      'upload_request.received',
    ]);
    expect(JSON.parse(events[2]?.body ?? '').data).toMatchObject({
      id: request.id,
      status: 'open',
      received_files: 1,
      received_bytes: 5,
      received_items: 1,
      recipient_id: request.recipients[0].id,
      file_id: sent.body.id,
      item_id: item.id,
    });
    const shown = await at(world, 'GET', link);
    expect(shown.body).toMatchObject({
      kind: 'upload_request',
      title: 'Texts',
      locked: null,
      files: [],
      request: {
        status: 'open',
        asks_name: false,
        items: [{ label: 'Home page', state: 'received' }],
        sent: [{ id: sent.body.id, filename: 'home.txt' }],
      },
    });
    expect(JSON.stringify(shown.body)).not.toContain('download');
    expect((await at(world, 'POST', `${link}/downloads`, { file_id: sent.body.id })).status).toBe(404);
    expect(await read(request.id)).toMatchObject({
      received_files: 1,
      items: [{ state: 'received', file_ids: [sent.body.id] }],
      files: [{ id: sent.body.id, recipient_id: request.recipients[0].id, rejected: false }],
      recipients: [{ received_files: 1, opened_at: expect.any(String) }],
    });
    expect(await kinds(request.id)).toEqual(['sent', 'opened', 'uploaded']);
    expect(await logged(world)).toHaveLength(1);
  });

  it('names who sent a file by a link that is no one’s', async () => {
    const request = await askFor(world, { recipients: [] });
    const link = secretIn((await post(request.id, 'links', { label: 'At the fair' })).body.url);
    const uploadedVia = async (sender?: string) => {
      const { body } = await send(world, link, sender === undefined ? {} : { sender });
      const file = await call<Record<string, unknown>>(world, `/files/${body.id}`, {
        key: world.keys.spanning,
      });
      return [file.body.uploaded_by, file.body.uploaded_via];
    };
    expect(await uploadedVia('Eve')).toEqual([null, { type: 'upload_request', id: request.id, name: 'Eve' }]);
    expect(await uploadedVia()).toEqual([
      null,
      { type: 'upload_request', id: request.id, name: 'At the fair' },
    ]);
    expect((await at(world, 'GET', link)).body.request.asks_name).toBe(true);
    const { body: links } = await world.staff.get(`/v1/upload-requests/${request.id}/links`);
    expect(links.data).toMatchObject([{ recipient_id: null, label: 'At the fair', revoked_at: null }]);
    const deleted = await world.staff.delete(`/v1/upload-requests/${request.id}/links/${links.data[0].id}`);
    expect(deleted.status).toBe(204);
    expect((await send(world, link)).status).toBe(410);
  });

  it('takes nothing past its limits, and keeps nothing of it', async () => {
    const request = await askFor(world, {
      recipients: [],
      accept: ['.txt', 'image/*'],
      max_files: 2,
      max_bytes: 10,
      items: [{ label: 'Home page' }],
    });
    const link = await anyLink(request.id);
    const other = await askFor(world, { recipients: [], items: [{ label: 'Other' }] });
    const before = await filesStored();
    const refusal = async (file: Parameters<typeof send>[2]) => {
      const { status, body } = await send(world, link, file);
      return [status, body.error, body.details?.[0]?.path];
    };
    expect(await refusal({ content: 'x'.repeat(11) })).toEqual([413, 'payload_too_large', undefined]);
    expect(await refusal({ name: 'a.pdf' })).toEqual([415, 'unsupported_media_type', undefined]);
    // The bytes decide, not what the sender declares.
    expect(await refusal({ name: 'a.png', content: '%PDF-1.7', type: 'image/png' })).toEqual([
      415,
      'unsupported_media_type',
      undefined,
    ]);
    expect(await refusal({ item: other.items[0].id })).toEqual([422, 'validation_failed', 'item_id']);
    expect(await refusal({ item: 'nonsense' })).toEqual([422, 'validation_failed', 'item_id']);
    expect(await refusal({ item: '' })).toEqual([422, 'validation_failed', 'item_id']);
    await send(world, link);
    // Four at once for the one place that is left.
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(world, link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 413, 413, 413]);
    await post(request.id, 'close');
    expect(await refusal({})).toEqual([409, 'conflict', undefined]);
    expect((await at(world, 'GET', link)).body.request.status).toBe('closed');
    expect(await filesStored()).toBe(before + 2);
    expect(bytesOnDisk(world).waiting).toEqual([]);
    expect((await read(request.id)).received_files).toBe(2);
  });

  it('withdraws its own files until it is done, and those of no one else', async () => {
    const request = await askFor(world, { recipients: [], items: [{ label: 'Home page' }] });
    const [mine, other] = [await anyLink(request.id), await anyLink(request.id)];
    const [item] = request.items;
    const before = await filesStored();
    const file = (await send(world, mine, { item: item.id })).body.id;
    expect((await at(world, 'DELETE', `${other}/files/${file}`)).status).toBe(404);
    expect((await at(world, 'DELETE', `${mine}/files/${file}`)).status).toBe(204);
    expect((await read(request.id)).items[0].state).toBe('missing');
    // The bytes go after the commit.
    await expect.poll(filesStored).toBe(before);
    const missing = await at(world, 'POST', `${mine}/complete`);
    expect([missing.status, missing.body.message]).toEqual([409, expect.stringContaining('Home page')]);
    const again = (await send(world, mine, { item: item.id })).body.id;
    const done = await at(world, 'POST', `${mine}/complete`);
    expect(done).toMatchObject({ status: 200, body: { status: 'completed', received_files: 1 } });
    expect((await at(world, 'POST', `${mine}/complete`)).body).toEqual(done.body);
    expect((await at(world, 'DELETE', `${mine}/files/${again}`)).status).toBe(409);
    expect((await send(world, mine)).status).toBe(409);
    expect(await kinds(request.id)).toEqual(['opened', 'uploaded', 'withdrawn', 'uploaded']);
    const empty = await anyLink((await askFor(world, { recipients: [] })).id);
    expect((await at(world, 'POST', `${empty}/complete`)).status).toBe(409);
  });

  it('withdraws no file that the team has sent with a reply', async () => {
    const request = await askFor(world, { recipients: [] });
    const link = await anyLink(request.id);
    const { id } = (await send(world, link)).body;
    const ticket = await world.staff.post('/v1/tickets', {
      subject: 'The texts',
      organization_id: String(world.people.organization),
    });
    const reply = { body: 'Here they are.', file_ids: [id] };
    expect((await world.staff.post(`/v1/tickets/${ticket.body.id}/replies`, reply)).status).toBe(201);
    expect((await at(world, 'DELETE', `${link}/files/${id}`)).status).toBe(409);
    const { body } = await world.staff.get(`/v1/tickets/${ticket.body.id}/replies`);
    expect(body.data[0].files).toEqual([expect.objectContaining({ id })]);
    expect((await read(request.id)).received_files).toBe(1);
  });

  it('with a password shows nothing and takes nothing before it is unlocked', async () => {
    const request = await askFor(world, { password: 'a long password', message: 'Secret words' });
    const mail = await mailTo(world, 'ann@example.com');
    expect(mail).not.toMatch(/Texts|Secret words/);
    const link = secretIn(mail);
    expect((await at(world, 'GET', link)).body).toMatchObject({
      locked: 'password',
      title: null,
      request: null,
    });
    expect((await send(world, link)).status).toBe(403);
    expect((await at(world, 'POST', `${link}/complete`)).status).toBe(403);
    expect((await read(request.id)).has_password).toBe(true);
  });

  it('of a transfer takes no files', async () => {
    const { body: draft } = await world.staff.post('/v1/transfers', { title: 'Plans' });
    const { body } = await world.staff.post(`/v1/transfers/${draft.id}/links`, {});
    const secret = /\/t\/(.*)$/.exec(body.url)?.[1] ?? '';
    await world.sql(
      "update transfers set status = 'ready', expires_at = now() + interval '1 day' where id = $1",
      [draft.id],
    );
    expect((await send(world, secret)).status).toBe(404);
  });
});

describe('the mails of a request', () => {
  it('the team and the sender are told ten minutes after the last file, once', async () => {
    const { body: ticket } = await world.staff.post('/v1/tickets', {
      subject: 'Website',
      organization_id: String(world.people.organization),
      assignee_id: String(world.people.editor.id),
    });
    const request = await askFor(world, { ticket_id: ticket.id, items: [{ label: 'A' }, { label: 'B' }] });
    const link = await mailedSecret(world, 'ann@example.com');
    await world.sql('delete from email_log');
    await send(world, link, { item: request.items[0].id });
    await follow();
    expect(await logged(world)).toEqual([]);
    await age(request.id, '9 minutes');
    await send(world, link, { name: 'second.txt' });
    await age(request.id, '9 minutes');
    await follow();
    expect(await logged(world)).toEqual([]);
    await age(request.id, '1 minute');
    await Promise.all([follow(), follow()]);
    const told = [
      `${world.people.administrator.email} upload_received`,
      'ann@example.com upload_receipt',
      `${world.people.editor.email} upload_received`,
    ].toSorted();
    expect(await logged(world)).toEqual(told);
    expect(await mailTo(world, world.people.editor.email)).toMatch(
      /2 files have arrived[\s\S]*texts\.txt \(5 bytes\): A[\s\S]*second\.txt[\s\S]*From: Ann \(ann@example\.com\)[\s\S]*Still missing:[\s\S]*– B/,
    );
    await follow();
    expect(await logged(world)).toHaveLength(3);
  });

  it('go to no creator and no assignee who has left the organization or become a client, but to the notification address', async () => {
    const { organization, otherOrganization } = world.people;
    const join = (name: string) =>
      world.payload.create({
        collection: 'users',
        data: {
          email: `${name}@agency.example`,
          password: 'a long password',
          role: 'representative',
          organizations: [organization],
        },
      });
    const [creator, assignee] = [await join('creator'), await join('assignee')];
    const { body: ticket } = await world.staff.post('/v1/tickets', {
      subject: 'Website',
      organization_id: String(organization),
      assignee_id: String(assignee.id),
    });
    const request = await askFor(world, { ticket_id: ticket.id });
    await world.sql('update upload_requests set created_by_id = $1 where id = $2', [creator.id, request.id]);
    const link = await mailedSecret(world, 'ann@example.com');
    const toldOf = async (): Promise<string[]> => {
      await world.sql('delete from email_log');
      await send(world, link);
      await age(request.id, '10 minutes');
      await follow();
      return logged(world);
    };
    expect(await toldOf()).toEqual([
      'ann@example.com upload_receipt',
      'assignee@agency.example upload_received',
      'creator@agency.example upload_received',
    ]);
    await world.payload.update({
      collection: 'users',
      id: creator.id,
      data: { organizations: [otherOrganization] },
    });
    await world.payload.update({
      collection: 'users',
      id: assignee.id,
      data: { role: 'client', organization },
    });
    expect(await toldOf()).toEqual(['ann@example.com upload_receipt']);
    await notifyAt(world, 'desk@agency.example');
    expect(await toldOf()).toEqual(['ann@example.com upload_receipt', 'desk@agency.example upload_received']);
    await notifyAt(world, null);
  });

  it('are sent at once when the sender is done', async () => {
    const request = await askFor(world);
    const link = await mailedSecret(world, 'ann@example.com');
    await world.sql('delete from email_log');
    await send(world, link);
    await at(world, 'POST', `${link}/complete`);
    const events = await world.sql<{ event: string; body: string }>(
      `select event, e.body from webhook_deliveries d join support_portal.webhook_events e on e.id = d.event_id order by d.id`,
    );
    const names = ['created', 'received', 'completed'].map((name) => `upload_request.${name}`);
    expect(events.map(({ event }) => event).filter((event) => event !== 'file.uploaded')).toEqual(names);
    const { data } = JSON.parse(events.at(-1)?.body ?? '');
    expect(data).toMatchObject({
      status: 'completed',
      received_files: 1,
      recipient_id: request.recipients[0].id,
    });
    expect(JSON.stringify(events)).not.toMatch(/spl_|ann@example\.com/);
    expect(await logged(world)).toEqual([
      `${world.people.administrator.email} upload_received`,
      'ann@example.com upload_receipt',
    ]);
    expect(await mailTo(world, 'ann@example.com')).toMatch(
      /Your file for .Texts. has arrived[\s\S]*texts\.txt/,
    );
    expect((await read(request.id)).status).toBe('completed');
  });

  it('rejecting an item, and another due date, count among the mails that one user can have sent', async () => {
    const request = await askFor(world, { items: [{ label: 'Logo' }] });
    await world.settled();
    const path = `/v1/upload-requests/${request.id}/items/${request.items[0].id}`;
    expect((await world.staff.patch(path, { state: 'rejected' })).status).toBe(200);
    await world.sql('update support_portal.sign_in_limits set count = 100');
    expect((await world.staff.patch(path, { state: 'rejected' })).status).toBe(429);
    expect((await world.staff.patch(path, { state: 'received' })).status).toBe(200);
    const change = (fields: object) => world.staff.patch(`/v1/upload-requests/${request.id}`, fields);
    expect((await change({ due_at: inDays(1) })).status).toBe(429);
    expect((await change({ due_at: null, title: 'Words' })).status).toBe(200);
    // Without a recipient no one is mailed.
    const other = await askFor(world, { recipients: [], items: [{ label: 'Logo' }] });
    const logo = `/v1/upload-requests/${other.id}/items/${other.items[0].id}`;
    expect((await world.staff.patch(logo, { state: 'rejected' })).status).toBe(200);
  });

  it('a rejected file takes no place of those that a request takes', async () => {
    const request = await askFor(world, { items: [{ label: 'Logo' }], max_files: 1 });
    const [item] = request.items;
    const link = await anyLink(request.id);
    expect((await send(world, link, { item: item.id })).status).toBe(201);
    expect((await send(world, link, { item: item.id })).status).toBe(413);
    const path = `/v1/upload-requests/${request.id}/items/${item.id}`;
    expect((await world.staff.patch(path, { state: 'rejected' })).status).toBe(200);
    expect((await send(world, link, { item: item.id })).status).toBe(201);
    expect((await send(world, link, { item: item.id })).status).toBe(413);
  });

  it('a rejected item is open again, and who had sent it is told why', async () => {
    const request = await askFor(world, {
      items: [{ label: 'Picture' }],
      recipients: [{ email: 'ann@example.com' }, { email: 'bob@example.com' }],
    });
    const link = await mailedSecret(world, 'ann@example.com');
    const [item] = request.items;
    const path = `/v1/upload-requests/${request.id}/items/${item.id}`;
    await send(world, link, { item: item.id });
    await at(world, 'POST', `${link}/complete`);
    await world.settled();
    await world.sql('delete from email_log');
    const judged = await world.staff.patch(path, { state: 'rejected', note: 'Too small' });
    expect(judged).toMatchObject({ status: 200, body: { state: 'rejected', note: 'Too small' } });
    expect(await logged(world)).toEqual(['ann@example.com upload_request']);
    expect(await mailTo(world, 'ann@example.com')).toMatch(
      /Please send it again:[\s\S]*– Picture[\s\S]*Too small/,
    );
    expect(await read(request.id)).toMatchObject({
      status: 'open',
      completed_at: null,
      files: [{ rejected: true }],
    });
    expect((await send(world, link, { item: item.id })).status).toBe(201);
    expect((await read(request.id)).items[0]).toMatchObject({ state: 'received', note: null });
    expect((await world.staff.patch(path, { state: 'missing' })).status).toBe(422);
    for (const state of ['received', 'rejected'])
      expect((await world.staff.patch(`${path}0`, { state })).status).toBe(404);
    // Of what no one has sent, no one reads that it cannot be used.
    const other = await askFor(world, {
      recipients: [{ email: 'eve@example.com' }],
      items: [{ label: 'Logo' }],
    });
    const logo = `/v1/upload-requests/${other.id}/items/${other.items[0].id}`;
    await world.settled();
    await world.staff.patch(logo, { state: 'rejected', note: 'As a vector file' });
    expect(await mailTo(world, 'eve@example.com')).toMatch(/still needs something from you[\s\S]*– Logo/);
    await world.staff.patch(logo, { state: 'received' });
    const sent = world.smtp.mails.length;
    expect((await at(world, 'POST', `${await mailedSecret(world, 'eve@example.com')}/complete`)).status).toBe(
      200,
    );
    await world.settled();
    expect(world.smtp.mails.slice(sent).flatMap(({ recipients }) => recipients)).not.toContain(
      'eve@example.com',
    );
    await post(request.id, 'close');
    expect((await world.staff.patch(path, { state: 'rejected' })).status).toBe(409);
  });

  it('rejects no item of a request whose links have ended, for no one could send it again', async () => {
    const request = await askFor(world, { items: [{ label: 'Picture' }] });
    const [item] = request.items;
    const link = await anyLink(request.id);
    await send(world, link, { item: item.id });
    await at(world, 'POST', `${link}/complete`);
    await age(request.id, '91 days');
    const { status, body } = await world.staff.patch(`/v1/upload-requests/${request.id}/items/${item.id}`, {
      state: 'rejected',
    });
    expect([status, body.message]).toEqual([
      409,
      'The links of the request have expired. Choose a later end.',
    ]);
    expect(await read(request.id)).toMatchObject({ status: 'completed', files: [{ rejected: false }] });
  });

  it('reminds 3 days and 1 day before it is due and once after, also after downtime', async () => {
    const request = await askFor(world, { due_at: inDays(5) });
    await world.settled();
    const reminded = async (): Promise<number> => {
      await Promise.all([follow(), follow()]);
      return (await logged(world)).filter((mail) => mail.endsWith('upload_request_reminder')).length;
    };
    expect(await reminded()).toBe(0);
    await age(request.id, '2 days 1 minute');
    expect(await reminded()).toBe(1);
    expect(await reminded()).toBe(1);
    // The moment one day before, and the due date itself, pass while no process runs.
    await age(request.id, '3 days');
    expect(await reminded()).toBe(2);
    expect(await mailTo(world, 'ann@example.com')).toContain('Overdue: ');
    await age(request.id, '4 days');
    expect(await reminded()).toBe(2);
    const quiet = await askFor(world, { due_at: inDays(5), reminders: false });
    await age(quiet.id, '4 days 1 hour');
    expect(await reminded()).toBe(2);
    expect((await post(quiet.id, 'remind')).status).toBe(202);
    expect(await reminded()).toBe(3);
    expect((await post(quiet.id, 'remind')).status).toBe(429);
    await post(quiet.id, 'close');
    expect((await post(quiet.id, 'remind')).status).toBe(409);
  });

  it('are of what is missing: with nothing missing no one is reminded, by hand nor by time', async () => {
    const due = { due_at: inDays(2), reminders: true };
    const request = await askFor(world, {
      ...due,
      items: [{ label: 'Home page' }, { label: 'Pictures', required: false }],
    });
    await world.settled();
    const [page, pictures] = request.items;
    const judge = (item: { id: string }, state: string) =>
      world.staff.patch(`/v1/upload-requests/${request.id}/items/${item.id}`, { state });
    await judge(page, 'received');
    // The optional one is what a reminder is about.
    expect((await post(request.id, 'remind')).status).toBe(202);
    const mail = await mailTo(world, 'ann@example.com');
    expect(mail).toContain('– Pictures');
    expect(mail).not.toContain('– Home page');
    await judge(pictures, 'received');
    world.smtp.mails.splice(0);
    await world.sql('delete from support_portal.sign_in_limits');
    await world.sql('update upload_requests set reminded_at = null where id = $1', [request.id]);
    const { status, body } = await post(request.id, 'remind');
    expect([status, body.error, body.message]).toEqual([
      409,
      'conflict',
      'Nothing is missing: each item has been received, so no one is reminded.',
    ]);
    await age(request.id, '36 hours');
    await follow();
    await world.settled();
    expect(world.smtp.mails).toEqual([]);
  });

  it('bring no new link to one that was revoked, and one to a link that wrong passwords stopped if the team reminds', async () => {
    const request = await askFor(world, {
      due_at: inDays(5),
      recipients: [{ email: 'ann@example.com' }, { email: 'bob@example.com' }],
    });
    await world.settled();
    const finish = (column: string, email: string) =>
      world.sql(
        `update support_portal.links set ${column} = now() where recipient_id =
           (select id from support_portal.link_recipients where record_id = $1 and email = $2)`,
        [request.id, email],
      );
    await finish('stopped_at', 'ann@example.com');
    await finish('revoked_at', 'bob@example.com');
    world.smtp.mails.splice(0);
    const reminded = async () => {
      await world.settled();
      return world.smtp.mails.flatMap(({ recipients }) => recipients);
    };
    await age(request.id, '2 days 1 minute');
    await follow();
    expect(await reminded()).toEqual([]);
    expect((await post(request.id, 'remind')).status).toBe(202);
    expect(await reminded()).toEqual(['ann@example.com']);
    expect((await send(world, await mailedSecret(world, 'ann@example.com'))).status).toBe(201);
  });

  it('say which proof the link asks for', async () => {
    const code = 'When you open the link, a code is sent to this address.';
    const account = `Sign in there as ${world.people.client.email}.`;
    for (const [access, words, other] of [
      ['link', 'The link expires on', /a code is sent|Sign in there/],
      ['code', code, account],
      ['account', account, code],
    ] as const) {
      await askFor(world, { access, recipients: [{ email: world.people.client.email }] });
      const text = await mailTo(world, world.people.client.email);
      expect(text).toContain(words);
      expect(text).not.toMatch(other);
    }
  });

  it('are in the language that the client chose', async () => {
    await world.sql("update users set language = 'de' where id = $1", [world.people.client.id]);
    await askFor(world, { recipients: [{ email: world.people.client.email }] });
    expect(await mailTo(world, world.people.client.email)).toContain('bittet Sie um Dateien: Texts');
    await world.sql('update users set language = null where id = $1', [world.people.client.id]);
  });
});

describe('the end of a request', () => {
  it('ends at its moment, also if no process ran, and a later end opens it again', async () => {
    const request = await askFor(world, { recipients: [] });
    const link = await anyLink(request.id);
    await age(request.id, '15 days');
    expect((await read(request.id)).status).toBe('expired');
    expect((await send(world, link)).status).toBe(410);
    await Promise.all([follow(), follow()]);
    await follow();
    const events = await world.sql('select 1 from webhook_deliveries where event = $1', [
      'upload_request.expired',
    ]);
    expect(events).toHaveLength(1);
    expect(await kinds(request.id)).toEqual(['expired']);
    expect((await post(request.id, 'reopen')).status).toBe(409);
    const path = `/v1/upload-requests/${request.id}`;
    expect((await world.staff.patch(path, { expires_at: inDays(3) })).body.status).toBe('open');
    expect((await send(world, link)).status).toBe(201);
    expect((await world.staff.patch(path, { due_at: inDays(4) })).body.details[0].path).toBe('due_at');
    expect(await kinds(request.id)).toEqual(['expired', 'extended', 'opened', 'uploaded']);
  });

  it('keeps its folder as long as it is open, and ends with its organization', async () => {
    const [organization] = await world.sql<{ id: number }>(
      "insert into organizations (name, created_at, updated_at) values ('Short', now(), now()) returning id",
    );
    const owner = { organization_id: String(organization?.id) };
    const { body: folder } = await world.staff.post('/v1/folders', { name: 'Texts', ...owner });
    const request = await askFor(world, { recipients: [], folder_id: folder.id, ...owner });
    const refused = await world.staff.delete(`/v1/folders/${folder.id}`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('“Texts”')]);
    await world.payload.delete({ collection: 'organizations', id: organization?.id ?? 0 });
    expect((await read(request.id)).status).toBe('closed');
    expect((await world.staff.delete(`/v1/folders/${folder.id}`)).status).toBe(204);
  });

  it('is not opened again once its folder is gone', async () => {
    const { body: folder } = await world.staff.post('/v1/folders', {
      name: 'Texts',
      organization_id: String(world.people.organization),
    });
    const fields = { recipients: [], folder_id: folder.id, items: [{ label: 'Picture' }] };
    const [closed, expired, completed] = [
      await askFor(world, fields),
      await askFor(world, fields),
      await askFor(world, fields),
    ];
    await post(closed.id, 'close');
    await age(expired.id, '91 days');
    await follow();
    const link = await anyLink(completed.id);
    const item = completed.items[0].id;
    const { body: file } = await send(world, link, { item });
    await at(world, 'POST', `${link}/complete`);
    await world.staff.delete(`/v1/files/${file.id}`);
    expect((await world.staff.delete(`/v1/folders/${folder.id}`)).status).toBe(204);
    const path = (id: string) => `/v1/upload-requests/${id}`;
    const refused = [
      await post(closed.id, 'reopen'),
      await world.staff.patch(path(expired.id), { expires_at: inDays(3) }),
      await world.staff.patch(`${path(completed.id)}/items/${item}`, { state: 'rejected' }),
    ];
    const sentence = 'The folder for these files is no longer there. Create a new request.';
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(Array(3).fill([409, sentence]));
    for (const { id } of [closed, expired, completed]) expect((await read(id)).status).not.toBe('open');
  });

  it('is closed and opened again as often as wanted', async () => {
    const request = await askFor(world, { recipients: [] });
    const link = await anyLink(request.id);
    for (const _ of [1, 2]) expect((await post(request.id, 'close')).body.status).toBe('closed');
    expect((await send(world, link)).status).toBe(409);
    for (const _ of [1, 2]) expect((await post(request.id, 'reopen')).body.status).toBe('open');
    expect((await send(world, link)).status).toBe(201);
  });

  it('erases an address from recipients, and from the files that came from it', async () => {
    const request = await askFor(world, { recipients: [{ email: 'gone@example.com', name: 'Gina Gone' }] });
    const link = await mailedSecret(world, 'gone@example.com');
    const { body: file } = await send(world, link);
    const erased = await sessionOf(world, world.people.administrator).post('/portal/v1/email-log/erase', {
      address: 'gone@example.com',
    });
    expect(erased.status).toBe(200);
    const { body } = await call<Record<string, unknown>>(world, `/files/${file.id}`, {
      key: world.keys.spanning,
    });
    expect(body.uploaded_via).toMatchObject({ name: '[erased]' });
    expect((await read(request.id)).recipients).toMatchObject([{ email: '[erased]', name: null }]);
    const { body: activity } = await world.staff.get(`/v1/upload-requests/${request.id}/activity`);
    expect(activity.data.every(({ network }: { network: unknown }) => network === null)).toBe(true);
  });
});

describe('the page of a request', () => {
  it('works without JavaScript: shows what is asked, takes files, lets them be withdrawn, and ends with “arrived”', async () => {
    const request = await askFor(world, {
      title: '<b>Texts</b>',
      recipients: [{ email: 'ann@example.com' }],
      items: [{ label: 'Home page' }, { label: 'Pictures', required: false }],
      accept: ['.txt'],
    });
    const path = `/support/r/${await mailedSecret(world, 'ann@example.com')}`;
    const browser = visitPages(world);
    const page = await browser.open(path);
    expect(page.status).toBe(200);
    expect(page.html).toContain('&lt;b&gt;Texts&lt;/b&gt;');
    expect(page.html.match(/type="file"/g)).toHaveLength(3);
    expect(page.html).toContain('Still missing: Home page');
    expect(page.html).toContain('data-unsent="These files have not been sent yet:"');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const form = (file: File, item = request.items[0].id) => ({ item, field: 'files-0', files: file });
    const taken = await browser.send(`${path}/files`, form(new File(['hello'], 'home.txt')));
    expect([taken.status, taken.location]).toEqual([303, `${path}?took=1`]);
    const after = await browser.open(`${path}?took=1`);
    expect(after.html).toContain('One file has arrived.');
    expect(after.html).toMatch(/home\.txt <span[^>]*>5 bytes/);
    expect(after.html).not.toMatch(/download/i);
    const refused = await browser.send(`${path}/files`, form(new File(['%PDF-1.7'], 'plan.pdf')));
    expect(refused.status).toBe(415);
    expect(refused.html).toContain(
      'plan.pdf was not accepted: This request does not accept files like plan.pdf, only: .txt.',
    );
    expect(refused.html).toMatch(/id="files-0"[^>]*aria-invalid="true"/);
    expect((await browser.send(`${path}/files`, { item: '', field: 'files', files: '' })).status).toBe(422);
    expect(after.html).toMatch(
      /<summary[^>]*>Withdraw<\/summary><form[^>]*\/withdraw">.*?Withdraw home\.txt\?/,
    );
    const id = /name="file" value="(\d+)"/.exec(after.html)?.[1] ?? '';
    expect(await browser.send(`${path}/withdraw`, { file: id })).toMatchObject({ status: 303 });
    const early = await browser.send(`${path}/complete`, {});
    expect([early.status, early.html]).toEqual([
      409,
      expect.stringContaining('Something is still missing: Home page.'),
    ]);
    await browser.send(`${path}/files`, form(new File(['hello'], 'home.txt')));
    expect(await browser.send(`${path}/complete`, {})).toMatchObject({ status: 303, location: path });
    const done = await browser.open(path, { 'Accept-Language': 'de' });
    expect(done.html).toContain('Vielen Dank. Ihre Datei ist eingegangen, und das Team weiß Bescheid.');
    expect(done.html).not.toContain('<form');
    expect((await read(request.id)).status).toBe('completed');
  });

  it('takes each file of a form that it can, names the others, and withdraws twice what is pressed twice', async () => {
    const request = await askFor(world, { recipients: [], accept: ['.txt'] });
    const path = `/support/r/${await anyLink(request.id)}`;
    const browser = visitPages(world);
    const form = new FormData();
    form.append('field', 'files');
    form.append('name', 'Eve');
    for (const name of ['one.txt', 'bad.exe', 'worse.exe', 'two.txt'])
      form.append('files', new File(['hello'], name));
    const { html, status } = await browser.send(`${path}/files`, form);
    expect(status).toBe(415);
    expect(html).toMatch(/bad\.exe was not accepted[\s\S]*worse\.exe was not accepted/);
    const { files } = await read(request.id);
    expect(files.map(({ filename }: { filename: string }) => filename)).toEqual(['one.txt', 'two.txt']);
    for (const _ of [1, 2])
      expect(await browser.send(`${path}/withdraw`, { file: files[0].id })).toMatchObject({
        status: 303,
        location: path,
      });
  });

  it('takes a form that is sent twice once, and again what was withdrawn meanwhile', async () => {
    const request = await askFor(world, { recipients: [{ email: 'ann@example.com' }] });
    const path = `/support/r/${await mailedSecret(world, 'ann@example.com')}`;
    const browser = visitPages(world);
    const key = /name="key" value="([^"]+)"/.exec((await browser.open(path)).html)?.[1] ?? '';
    expect(/name="key" value="([^"]+)"/.exec((await browser.open(path)).html)?.[1]).not.toBe(key);
    const send = () =>
      browser.send(`${path}/files`, { field: 'files', key, files: new File(['hello'], 'a.txt') });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ location }) => location)).toEqual([`${path}?took=1`, `${path}?took=1`]);
    const { files } = await read(request.id);
    expect(files).toHaveLength(1);
    await browser.send(`${path}/withdraw`, { file: files[0].id });
    expect((await send()).location).toBe(`${path}?took=1`);
    expect((await read(request.id)).files).toHaveLength(1);
  });

  it('shows the typed name of a refused form in this form alone', async () => {
    const request = await askFor(world, {
      recipients: [],
      items: [{ label: 'Home page' }, { label: 'Pictures' }],
    });
    const path = `/support/r/${await anyLink(request.id)}`;
    const { html, status } = await visitPages(world).send(`${path}/files`, { field: 'files-1', name: 'Eve' });
    expect(status).toBe(422);
    expect(html.match(/value="Eve"/g)).toHaveLength(1);
    expect(html).toMatch(/id="files-1-name"[^>]* data-typed="" value="Eve"/);
  });

  it('asks for the name at a link that is no one’s, and keeps no byte while it is locked', async () => {
    const request = await askFor(world, { recipients: [], password: 'a long password' });
    const link = await anyLink(request.id);
    const path = `/support/r/${link}`;
    const browser = visitPages(world);
    const before = await filesStored();
    const locked = await browser.send(`${path}/files`, { name: 'Eve', files: new File(['hello'], 'a.txt') });
    expect(locked.html).toContain('name="password"');
    expect([locked.status, locked.html]).toEqual([403, expect.stringContaining('role="alert"')]);
    expect([await filesStored(), bytesOnDisk(world).waiting]).toEqual([before, []]);
    expect(await browser.send(`${path}/unlock`, { password: 'a long password' })).toMatchObject({
      status: 303,
    });
    expect((await browser.open(path)).html).toContain('name="name"');
    const refused = await browser.send(`${path}/files`, { field: 'files', name: 'Eve' });
    expect(refused.html).toMatch(/name="name"[^>]* value="Eve"/);
    await browser.send(`${path}/files`, { name: 'Eve', files: new File(['hello'], 'a.txt') });
    const [file] = (await read(request.id)).files;
    const { body } = await call<Record<string, unknown>>(world, `/files/${file.id}`, {
      key: world.keys.spanning,
    });
    expect(body.uploaded_via).toMatchObject({ name: 'Eve' });
    expect((await browser.open(`/support/t/${link}`)).status).toBe(404);
    expect((await browser.open('/support/r/spl_nothing')).status).toBe(404);
  });

  it('is reached by clients from the list of what is asked of them', async () => {
    const { client } = world.people;
    const request = await askFor(world, {
      title: 'For the client',
      recipients: [{ email: client.email }],
      items: [{ label: 'Logo' }],
    });
    const { cookies } = await signedIn(world, client);
    const browser = visitPages(world, cookies);
    const list = await browser.open('/support/requests');
    expect(list.html).toMatch(/For the client[\s\S]*Still missing: Logo/);
    const action = /action="(\/support\/requests\/\d+\/open)"/.exec(list.html)?.[1] ?? '';
    const opened = await browser.send(action, {});
    expect(opened.status).toBe(303);
    expect((await browser.open(new URL(opened.location ?? '').pathname)).html).toContain('For the client');
    expect((await visitPages(world).open('/support/requests')).status).toBe(401);
    await post(request.id, 'close');
    const ended = (await browser.open('/support/requests')).html;
    const [row] = ended.split('For the client').slice(1);
    expect(row?.split('</li>')[0]).not.toMatch(/Still missing|available until|<form/);
  });

  it('is accessible, and fits a phone, in light and dark', async () => {
    const items = [
      { label: 'Texts for the home page' },
      { label: 'Pictures of the shop', required: false },
      { label: 'Logo' },
    ];
    const request = await askFor(world, {
      title: 'Texts and pictures for the new website of the bakery',
      message: 'Dear Ann,\nplease send us what is listed below.',
      recipients: [{ email: 'ann@example.com', name: 'Ann' }],
      items,
      due_at: inDays(5),
      accept: ['.txt', 'image/*'],
    });
    const link = await mailedSecret(world, 'ann@example.com');
    await send(world, link, {
      item: request.items[0].id,
      name: 'Home page, second version, with corrections.txt',
    });
    await send(world, link, { item: request.items[2].id, name: 'logo.txt' });
    await world.staff.patch(`/v1/upload-requests/${request.id}/items/${request.items[2].id}`, {
      state: 'rejected',
      note: 'This is a text: please send the picture.',
    });
    const browser = await launchBrowser();
    try {
      const page = await openPages(world, browser);
      for (const name of ['open', 'completed']) {
        await page.goto(`${serverUrl}/support/r/${link}`);
        expect(await findings(page, `request-${name}`)).toEqual([]);
        await send(world, link, { item: request.items[2].id, name: 'logo.txt' });
        await at(world, 'POST', `${link}/complete`);
      }
    } finally {
      await browser.close();
    }
  }, 180_000);

  it('shows each paragraph of a message in the direction of its letters, and the mail says the same of its own', async () => {
    world.smtp.mails.splice(0);
    const request = await askFor(world, {
      title: 'النصوص',
      message: 'مرحبا، هل يمكنكم المساعدة؟ (123)\n\nThis one is English.',
    });
    await world.settled();
    const mails = world.smtp.mails.map(({ content }) =>
      content
        .replace(/=\r?\n/g, '')
        .replace(/=([\dA-F]{2})/g, (_whole, byte) => String.fromCharCode(Number.parseInt(byte, 16))),
    );
    expect(Buffer.from(mails.join(), 'latin1').toString()).toContain('<p dir="auto">مرحبا');
    const browser = await launchBrowser();
    try {
      const page = await openPages(world, browser);
      await page.goto(`${serverUrl}/support/r/${await anyLink(request.id)}`);
      await photograph(page, 'request-right-to-left');
      const edges = await page.evaluate(() => {
        const linesOf = (selector: string) => {
          const box = document.querySelector(selector) as HTMLElement;
          const range = document.createRange();
          range.selectNodeContents(box);
          const { left, right } = box.getBoundingClientRect();
          const lines = new Map<number, DOMRect[]>();
          for (const run of range.getClientRects())
            lines.set(Math.round(run.bottom), [...(lines.get(Math.round(run.bottom)) ?? []), run]);
          return [...lines.values()]
            .filter((runs) => runs.some(({ width }) => width > 1))
            .map((runs) => {
              const before = Math.min(...runs.map((run) => run.left)) - left;
              return before > right - Math.max(...runs.map((run) => run.right)) ? 'right' : 'left';
            });
        };
        return { title: linesOf('h1'), message: linesOf('main .text') };
      });
      expect(edges).toEqual({ title: ['right'], message: ['right', 'left'] });
    } finally {
      await browser.close();
    }
  }, 180_000);
});

it('a file is of no client whose organization is not that of the request', async () => {
  const { client, otherOrganization } = world.people;
  const request = await askFor(world, {
    organization_id: String(otherOrganization),
    folder_id: await makeFolder(world, world.keys.stranger, 'Of another organization'),
    recipients: [{ email: client.email, name: 'Ann' }],
  });
  const sent = await send(world, await mailedSecret(world, client.email));
  const { body } = await call<FileBody>(world, `/files/${sent.body.id}`, { key: world.keys.spanning });
  expect(body).toMatchObject({
    uploaded_by: null,
    uploaded_via: { type: 'upload_request', id: request.id, name: 'Ann' },
  });
});

it('a request that is made two days before it is due reminds of the moments that are still to come', async () => {
  const request = await askFor(world, { due_at: inDays(2) });
  const reminded = async (): Promise<number> => {
    await follow();
    return (await logged(world)).filter((mail) => mail.endsWith('upload_request_reminder')).length;
  };
  expect(await reminded()).toBe(0);
  await age(request.id, '1 day 1 minute');
  expect(await reminded()).toBe(1);
});

it('a creator who is the assignee of the ticket, too, gets one mail about the files', async () => {
  const creator = world.people.administrator;
  const { body: ticket } = await world.staff.post('/v1/tickets', {
    subject: 'Website',
    organization_id: String(world.people.organization),
    assignee_id: String(creator.id),
  });
  await askFor(world, { ticket_id: ticket.id });
  const link = await mailedSecret(world, 'ann@example.com');
  await send(world, link);
  await at(world, 'POST', `${link}/complete`);
  const told = (await logged(world)).filter((mail) => mail.endsWith('upload_received'));
  expect(told).toEqual([`${creator.email} upload_received`]);
});

it('an item of which none but a rejected file is left is missing again', async () => {
  const request = await askFor(world, { recipients: [], items: [{ label: 'Logo' }] });
  const [item] = request.items;
  const link = await anyLink(request.id);
  expect((await send(world, link, { item: item.id })).status).toBe(201);
  const path = `/v1/upload-requests/${request.id}/items/${item.id}`;
  expect((await world.staff.patch(path, { state: 'rejected' })).status).toBe(200);
  const better = await send(world, link, { item: item.id, content: 'better' });
  expect((await read(request.id)).items[0].state).toBe('received');
  expect((await at(world, 'DELETE', `${link}/files/${better.body.id}`)).status).toBe(204);
  expect((await read(request.id)).items[0].state).toBe('missing');
  expect((await at(world, 'POST', `${link}/complete`)).status).toBe(409);
});

it('an erasure that is repeated leaves a recipient alone to whom the team has written since', async () => {
  const recipients = [{ email: 'back@example.com', name: 'Bea Back' }];
  const before = await askFor(world, { recipients });
  await world.settled();
  const erased = await sessionOf(world, world.people.administrator).post('/portal/v1/email-log/erase', {
    address: 'back@example.com',
  });
  expect(erased.status).toBe(200);
  // A worker takes it a minute later.
  const [job] = await world.sql<{ data: ErasureJob }>(
    `select data from support_portal.jobs where queue = 'erasures' order by data->>'before' desc limit 1`,
  );
  const later = await askFor(world, { recipients });
  await world.settled();
  const portal = contextOf(world.payload);
  if (!job || !portal) throw new Error('There is no erasure to repeat.');
  await eraseAgain(world.payload, portal, job);
  expect((await read(before.id)).recipients).toMatchObject([{ email: '[erased]', name: null }]);
  expect((await read(later.id)).recipients).toMatchObject(recipients);
});
