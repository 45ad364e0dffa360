import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalReq } from 'payload';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyScopeOf, usersOf } from '../../../src/core/http/operation.ts';
import {
  hashOfChangeToken,
  makeChangeToken,
  storeChange,
} from '../../../src/features/email-changes/emailChanges.ts';
import { makeKey } from '../../support/api/api.ts';
import { type DescribedOperation, type Description, readDescription } from '../../support/api/described.ts';
import { modernRequest } from '../../support/api/mcp.ts';
import { signedIn } from '../../support/pages/clientSession.ts';
import { operationsOf } from '../../support/portal/context.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-openapi-'));
const maxBytes = 100_000;

/** A failed mail about a ticket, whose notice is kept. */
const failedMail = async (): Promise<string> => {
  const ticket = await make('create_ticket');
  const notice = { about: 'received', ticketId: Number(ticket.id), replyId: null, actorId: null };
  await portal.payload.update({
    collection: 'tickets',
    id: Number(ticket.id),
    data: { requester: people.client.id },
    overrideAccess: true,
  } as never);
  const at = new Date().toISOString();
  const values = [at, people.client.email, 'ticket_received', String(ticket.id)];
  await query(
    portal.databaseUrl,
    'insert into support_portal.failed_notices (at, recipient, type, ticket_id, notice) values ($1, $2, $3, $4, $5)',
    [...values, JSON.stringify(notice)],
  );
  const [row] = await query<{ id: number }>(
    portal.databaseUrl,
    `insert into email_log (created_at, "to", type, related_id, related_type, status)
     values ($1, $2, $3, $4, 'ticket', 'failed') returning id`,
    values,
  );
  return String(row?.id);
};

/**
 * The client API is compared in `test/clients/clientApi.test.ts`, and the protocol of large uploads, which speaks by headers, in
 * `test/api/uploads/uploads.test.ts`.
 */
const isOurs = ({ path }: { readonly path: string }): boolean =>
  !path.startsWith('/portal/v1/client/') && !path.startsWith('/portal/v1/uploads');
const operations = operationsOf().filter(isOurs);

let portal: TestPortal;
let people: People;
let description: Description;
let credentials: Record<
  'staff' | 'session' | 'scheduler' | 'inbound' | 'provider' | 'tools' | 'files',
  string
>;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      dataDir,
      files: { maxBytes },
      workers: 'external',
      cronSecret: 'of the scheduler',
      inbound: { secret: 'of mail in' },
      mailEvents: { postmark: 'of Postmark' },
      // A fast machine exceeds the default within a minute.
      rateLimit: { perMinute: 10_000 },
    },
  });
  people = await createPeople(portal);
  const whole = await readDescription(portal);
  description = { ...whole, operations: whole.operations.filter(isOurs) };
  const owner = people.administrator;
  credentials = {
    staff: `Bearer ${await makeKey(portal, owner, { owner })}`,
    session: `JWT ${owner.token}`,
    scheduler: 'Bearer of the scheduler',
    inbound: 'Bearer of mail in',
    provider: `Basic ${Buffer.from('postmark:of Postmark').toString('base64')}`,
    tools: `Bearer ${await makeKey(portal, owner, { owner, scopes: ['tools'] })}`,
    files: `Bearer ${await makeKey(portal, owner, { owner, scopes: ['files:read'] })}`,
  };
});

afterAll(async () => {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Valid {
  path: string;
  body?: object | FormData;
}

interface Scenario {
  /** A request that succeeds; its record is created anew each time. */
  arrange(): Promise<Valid>;
  /** The other responses of the operation. */
  more?(send: Send): Promise<void>;
}

type Send = (path: string, options?: Sending) => Promise<Response>;

interface Sending {
  credentials?: string | null;
  method?: string;
  /** Text is sent as it is. */
  body?: object | FormData | string | undefined;
  headers?: Record<string, string>;
}

const sendTo =
  (id: string): Send =>
  (path, { credentials: given, method, body, headers = {} } = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const authorization = given === undefined ? usual(id) : given;
    return description.fetch(id, path, {
      ...(method && { method }),
      headers: {
        ...(authorization && { Authorization: authorization }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    });
  };

/** The credentials of a key that lacks the scope of this operation. */
const lacking = (id: string): string => (scopeOf(id) === 'tools' ? credentials.files : credentials.tools);

const scopeOf = (id: string) => {
  const operation = operationOf(id);
  return operation && usersOf(operation)?.scope;
};

const operationOf = (id: string) => operations.find(({ name }) => name === id);

const holders: Readonly<Record<string, keyof typeof credentials>> = {
  tick: 'scheduler',
  receive_inbound_mail: 'inbound',
  receive_mail_events: 'provider',
};

/** The credentials of staff for an operation of users: a key or, if none opens it, a session. */
const ofStaff = (id: string): string => (isForSessions(id) ? credentials.session : credentials.staff);

const isForSessions = (id: string): boolean => {
  const operation = operationOf(id);
  return operation?.kind === undefined && keyScopeOf(operation?.who ?? { scope: null }) === null;
};

const usual = (id: string): string | null => {
  const operation = operationOf(id);
  if (!operation || operation.kind === 'open') return null;
  if (operation.kind === 'holders') return credentials[holders[operation.name] ?? 'staff'];
  return keyScopeOf(operation.who) === null ? credentials.session : credentials.staff;
};

const sessionsPath = () => `/portal/v1/users/${people.client.id}/client-sessions`;

/** Creates a record by its own operation. */
const make = async (id: string): Promise<{ id: string; download_url?: string }> => {
  const { path, body } = await scenarioOf(id).arrange();
  return (await sendTo(id)(path, { body })).json();
};

const upload = async (content = 'hello'): Promise<FormData> => {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/plain' }), 'hello.txt');
  form.set('folder_id', (await make('create_folder')).id);
  return form;
};

const at = (path: string, body?: object): Scenario => ({
  arrange: async () => ({ path, ...(body && { body }) }),
});

let changes = 0;

/** The link of a mail to a new address. */
const linkOfChange = async (): Promise<string> => {
  changes += 1;
  const { payload, databaseUrl } = portal;
  const data = {
    email: `changes${changes}@example.com`,
    password: 'a long password',
    role: 'editor' as const,
  };
  const { id } = await payload.create({ collection: 'users', data });
  const req = await createLocalReq({}, payload);
  await storeChange(req, { users: 'users' }, { userId: id, email: `changed${changes}@example.com` });
  const token = makeChangeToken();
  const sql = 'update support_portal.email_changes set token_hash = $1 where user_id = $2';
  await query(databaseUrl, sql, [hashOfChangeToken(token), String(id)]);
  return `/portal/v1/email-changes/${token}`;
};

let messages = 0;

const newMessage = (): string => {
  messages += 1;
  return `From: stranger@example.net\nMessage-ID: <${messages}@example.net>\nSubject: Hello\n\nHello.\n`;
};

/** A message that waits for staff. */
const onHeldMail = (
  rest: string,
  body: () => Promise<object | undefined> = async () => undefined,
): Scenario => ({
  async arrange() {
    const { body: message } = await scenarioOf('receive_inbound_mail').arrange();
    const response = await sendTo('receive_inbound_mail')('/portal/v1/inbound', { body: message });
    const { id } = await response.json();
    await query(
      portal.databaseUrl,
      `update inbound_mails set outcome = 'held', reason = 'unknown_sender' where id = $1`,
      [id],
    );
    const given = await body();
    return { path: `/portal/v1/inbound-mails/${id}${rest}`, ...(given && { body: given }) };
  },
});

const fromOneSender = async (address: string, body?: object): Promise<Valid> => {
  const { path } = await onHeldMail('/block').arrange();
  const id = path.split('/')[4];
  await query(portal.databaseUrl, 'update inbound_mails set "from" = $1 where id = $2', [address, id]);
  return { path, ...(body && { body }) };
};

const onTicket = (rest = '', body?: object): Scenario => ({
  arrange: async () => ({
    path: `/v1/tickets/${(await make('create_ticket')).id}${rest}`,
    ...(body && { body }),
  }),
});

const followerPath = async () =>
  `/v1/tickets/${(await make('create_ticket')).id}/followers/${people.client.id}`;

const onWebhook = (rest = '', body?: object): Scenario => ({
  arrange: async () => ({
    path: `/v1/webhooks/${(await make('create_webhook')).id}${rest}`,
    ...(body && { body }),
  }),
});

const addFileTo = async (transfer: string): Promise<string> => {
  const body = await transferFile();
  return (await (await sendTo('add_transfer_file')(`/v1/transfers/${transfer}/files`, { body })).json()).id;
};

const transferFile = async (content = 'hello'): Promise<FormData> => {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/plain' }), 'hello.txt');
  return form;
};

const onTransfer = (rest = '', body?: object): Scenario => ({
  arrange: async () => ({
    path: `/v1/transfers/${(await make('create_transfer')).id}${rest}`,
    ...(body && { body }),
  }),
});

/** A transfer that was sent to one recipient, who has to enter a code. */
const sentTransfer = async (
  fields: object = {},
): Promise<{ id: string; recipient: string; file: string }> => {
  const body = { title: 'Plans', recipients: [{ email: 'ann@example.net' }], ...fields };
  const created = await (await sendTo('create_transfer')('/v1/transfers', { body })).json();
  const file = await addFileTo(created.id);
  await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
  await sendTo('send_transfer')(`/v1/transfers/${created.id}/send`);
  return { id: created.id, recipient: created.recipients[0].id, file };
};

/** What is refused once a transfer is revoked. */
const refuseAfterRevocation =
  (rest: string, body?: object | FormData): Scenario['more'] =>
  async (send) => {
    const { id } = await make('create_transfer');
    await sendTo('revoke_transfer')(`/v1/transfers/${id}`);
    expect((await send(`/v1/transfers/${id}${rest}`, { body })).status).toBe(409);
  };

/** The path of a link that is no one's, or of one whose recipient has to enter a code. */
const linkPath = async (fields: object = {}): Promise<string> => {
  const { id, recipient } = await sentTransfer(fields);
  if (Object.keys(fields).length === 0) {
    const made = await sendTo('create_transfer_link')(`/v1/transfers/${id}/links`, { body: {} });
    return `/portal/v1/links/${/spl_\w+/.exec((await made.json()).url)?.[0]}`;
  }
  const token = `spl_${randomUUID().replaceAll('-', '')}${'x'.repeat(11)}`;
  await query(
    portal.databaseUrl,
    `with made as (insert into support_portal.links (kind, record_id, recipient_id) values ('transfer', $1, $2) returning id)
     insert into support_portal.link_tokens (token_hash, link_id) select $3, id from made`,
    [id, recipient, createHash('sha256').update(token).digest('hex')],
  );
  return `/portal/v1/links/${token}`;
};

/** The responses of every operation at a link. */
const atLink =
  (rest: string, body?: object): NonNullable<Scenario['more']> =>
  async (send) => {
    expect((await send(`/portal/v1/links/spl_none${rest}`, { body })).status).toBe(404);
    const path = await linkPath();
    const foreign = { Origin: 'https://evil.example' };
    expect((await send(path + rest, { body, headers: foreign })).status).toBe(403);
    const token = path.split('/').at(-1) ?? '';
    const hash = createHash('sha256').update(token).digest('hex');
    await query(
      portal.databaseUrl,
      `update support_portal.links set revoked_at = now()
       where id = (select link_id from support_portal.link_tokens where token_hash = $1)`,
      [hash],
    );
    expect((await send(path + rest, { body })).status).toBe(410);
  };

const newRequest = async (fields: object = {}) => ({
  title: 'Texts',
  organization_id: organization_id(),
  folder_id: (await make('create_folder')).id,
  recipients: [],
  items: [{ label: 'Home page' }],
  ...fields,
});

const makeRequest = async (fields: object = {}): Promise<{ id: string; items: { id: string }[] }> => {
  const body = await newRequest(fields);
  return (await sendTo('create_upload_request')('/v1/upload-requests', { body })).json();
};

const onRequest = (rest: (item: string) => string = () => '', body?: object): Scenario => ({
  async arrange() {
    await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
    const { id, items } = await makeRequest();
    return { path: `/v1/upload-requests/${id}${rest(items[0]?.id ?? '')}`, ...(body && { body }) };
  },
});

/** What is refused once a request is closed. */
const refuseAfterClosing =
  (rest: (item: string) => string, body?: object): Scenario['more'] =>
  async (send) => {
    const { id, items } = await makeRequest();
    await sendTo('close_upload_request')(`/v1/upload-requests/${id}/close`);
    expect((await send(`/v1/upload-requests/${id}${rest(items[0]?.id ?? '')}`, { body })).status).toBe(409);
  };

/** The path of a link of a request, and the request's id. */
const requestLink = async (): Promise<{ path: string; id: string }> => {
  const { id } = await makeRequest({ items: [] });
  const made = await sendTo('create_upload_request_link')(`/v1/upload-requests/${id}/links`, { body: {} });
  return { path: `/portal/v1/links/${/spl_\w+/.exec((await made.json()).url)?.[0]}`, id };
};

const sentToRequest = async (path: string): Promise<string> => {
  const body = await transferFile();
  return (await (await sendTo('upload_to_link')(`${path}/files`, { body })).json()).id;
};

const closeRequest = (id: string) => sendTo('close_upload_request')(`/v1/upload-requests/${id}/close`);

const onDelivery = (rest: (id: string) => string): Scenario => ({
  async arrange() {
    const { path } = await onWebhook('/test').arrange();
    const { delivery_id } = await (await sendTo('test_webhook')(path)).json();
    return { path: path.replace('/test', `/deliveries${rest(delivery_id)}`) };
  },
});

const disable = async (id: string | undefined): Promise<void> => {
  await sendTo('update_webhook')(`/v1/webhooks/${id}`, { body: { status: 'disabled' } });
};

/** The same, at the path that accepts sessions. */
const forStaff = ({ arrange, more }: Scenario): Scenario => ({
  async arrange() {
    const { path, ...rest } = await arrange();
    return { path: `/portal${path}`, ...rest };
  },
  ...(more && { more: (send) => more((path, options) => send(`/portal${path}`, options)) }),
});

const refuseWhileDisabled =
  (rest: string, body?: object): Scenario['more'] =>
  async (send) => {
    const { id } = await make('create_webhook');
    await disable(id);
    expect((await send(`/v1/webhooks/${id}${rest}`, { body })).status).toBe(409);
  };

const organization_id = () => String(people.organization);

const described: Record<string, Scenario> = {
  list_tickets: {
    ...at('/v1/tickets'),
    async more(send) {
      for (const parameters of ['view=full', 'cursor=', 'page=2&per_page=1', 'sort=priority']) {
        expect((await send(`/v1/tickets?${parameters}`)).status).toBe(200);
      }
    },
  },
  create_ticket: {
    arrange: async () => ({
      path: '/v1/tickets',
      body: { subject: 'VPN', organization_id: organization_id() },
    }),
  },
  get_ticket: onTicket(),
  update_ticket: {
    ...onTicket('', { priority: 'high' }),
    async more(send) {
      const { path, body } = await onTicket('', { status: 'closed' }).arrange();
      expect((await send(path, { body, headers: { 'If-Match': '"another"' } })).status).toBe(412);
      await send(path, { body });
      expect((await send(path, { body: { status: 'resolved' } })).status).toBe(409);
      const { id } = await make('create_ticket');
      await sendTo('merge_ticket')(`/v1/tickets/${id}/merge`, {
        body: { into: (await make('create_ticket')).id },
      });
      expect((await send(`/v1/tickets/${id}`, { body: { status: 'open' } })).status).toBe(409);
    },
  },
  merge_ticket: {
    async arrange() {
      const [source, target] = [await make('create_ticket'), await make('create_ticket')];
      return { path: `/v1/tickets/${source.id}/merge`, body: { into: target.id } };
    },
    async more(send) {
      const source = await make('create_ticket');
      const [first, second] = [await make('create_ticket'), await make('create_ticket')];
      const path = `/v1/tickets/${source.id}/merge`;
      await send(path, { body: { into: first.id } });
      expect((await send(path, { body: { into: second.id } })).status).toBe(409);
    },
  },
  list_followers: onTicket('/followers'),
  add_follower: {
    arrange: async () => ({ path: await followerPath() }),
  },
  remove_follower: {
    async arrange() {
      const path = await followerPath();
      await sendTo('add_follower')(path);
      return { path };
    },
  },
  list_replies: onTicket('/replies'),
  reply_to_ticket: onTicket('/replies', { body: 'Hello' }),
  answer_ticket: {
    async arrange() {
      const path = `/portal/v1/tickets/${(await make('create_ticket')).id}/answers`;
      const text = { type: 'text', version: 1, text: 'Hello' };
      const richText = { root: { type: 'root', version: 1, children: [text] } };
      return { path, body: { body: richText, key: randomUUID(), seen_reply_id: null } };
    },
    async more(send) {
      const { path, body } = await scenarioOf('answer_ticket').arrange();
      const ticket = path.replace('/portal', '').replace('/answers', '');
      await sendTo('update_ticket')(ticket, { body: { status: 'closed' } });
      expect((await send(path, { body: { ...(body as object), status: 'resolved' } })).status).toBe(409);
    },
  },
  find_answer: {
    arrange: async () => ({
      path: `/portal/v1/tickets/${(await make('create_ticket')).id}/answers/0123456789abcdef`,
    }),
  },
  list_tags: at('/portal/v1/tags'),
  share_presence: {
    async arrange() {
      const path = `/portal/v1/tickets/${(await make('create_ticket')).id}/presence`;
      return { path, body: { page: randomUUID(), state: 'open' } };
    },
  },
  see_mentions: {
    arrange: async () => ({ path: `/portal/v1/tickets/${(await make('create_ticket')).id}/mentions/seen` }),
  },
  list_saved_replies: at('/v1/saved-replies'),
  list_organizations: at('/v1/organizations'),
  list_users: at('/v1/users'),
  list_folders: at('/v1/folders'),
  create_folder: {
    arrange: async () => ({
      path: '/v1/folders',
      body: { name: 'Invoices', organization_id: organization_id() },
    }),
  },
  get_folder: { arrange: async () => ({ path: `/v1/folders/${(await make('create_folder')).id}` }) },
  rename_folder: {
    arrange: async () => ({
      path: `/v1/folders/${(await make('create_folder')).id}`,
      body: { name: 'Contracts' },
    }),
  },
  delete_folder: {
    arrange: async () => ({ path: `/v1/folders/${(await make('create_folder')).id}` }),
    async more(send) {
      const file = (await make('upload_file')) as unknown as { folder_id: string };
      expect((await send(`/v1/folders/${file.folder_id}`)).status).toBe(409);
    },
  },
  list_files: at('/v1/files'),
  attach_file: {
    async arrange() {
      const body = await upload();
      body.delete('folder_id');
      return { path: `/portal/v1/tickets/${(await make('create_ticket')).id}/files`, body };
    },
  },
  upload_file: { arrange: async () => ({ path: '/v1/files', body: await upload() }) },
  get_file: { arrange: async () => ({ path: `/v1/files/${(await make('upload_file')).id}` }) },
  delete_file: { arrange: async () => ({ path: `/v1/files/${(await make('upload_file')).id}` }) },
  download_file: {
    arrange: async () => ({ path: pathOf((await make('upload_file')).download_url) }),
    async more(send) {
      const { id, download_url } = await make('upload_file');
      const path = pathOf(download_url);
      expect((await send(path, { headers: { Range: 'bytes=0-1' } })).status).toBe(206);
      expect((await send(path, { headers: { Range: 'bytes=99-' } })).status).toBe(416);
      expect((await send(`${path}0`)).status).toBe(403);
      await sendTo('delete_file')(`/v1/files/${id}`);
      expect((await send(path)).status).toBe(404);
    },
  },
  list_transfers: {
    ...at('/v1/transfers'),
    async more(send) {
      expect((await send('/v1/transfers?cursor=')).status).toBe(200);
    },
  },
  create_transfer: at('/v1/transfers', { title: 'Plans' }),
  get_transfer: onTransfer(),
  update_transfer: {
    ...onTransfer('', { title: 'New plans' }),
    more: refuseAfterRevocation('', { title: 'x' }),
  },
  revoke_transfer: {
    ...onTransfer(),
    async more(send) {
      const { id } = await sentTransfer();
      expect((await send(`/v1/transfers/${id}?status=draft`)).status).toBe(409);
    },
  },
  add_transfer_file: {
    arrange: async () => ({
      path: `/v1/transfers/${(await make('create_transfer')).id}/files`,
      body: await transferFile(),
    }),
    more: async (send) => refuseAfterRevocation('/files', await transferFile())?.(send),
  },
  remove_transfer_file: {
    async arrange() {
      const { id } = await make('create_transfer');
      return { path: `/v1/transfers/${id}/files/${await addFileTo(id)}` };
    },
    async more(send) {
      const { id, file } = await sentTransfer();
      expect((await send(`/v1/transfers/${id}/files/${file}`)).status).toBe(409);
    },
  },
  send_transfer: {
    async arrange() {
      const { id } = await make('create_transfer');
      await addFileTo(id);
      await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
      return { path: `/v1/transfers/${id}/send` };
    },
    more: refuseAfterRevocation('/send'),
  },
  create_transfer_link: {
    ...onTransfer('/links', { label: 'For the board' }),
    more: refuseAfterRevocation('/links', {}),
  },
  list_transfer_links: onTransfer('/links'),
  revoke_transfer_link: {
    async arrange() {
      const { id } = await make('create_transfer');
      const made = await sendTo('create_transfer_link')(`/v1/transfers/${id}/links`, { body: {} });
      return { path: `/v1/transfers/${id}/links/${(await made.json()).id}` };
    },
  },
  add_transfer_recipient: {
    ...onTransfer('/recipients', { email: 'ann@example.net' }),
    more: refuseAfterRevocation('/recipients', { email: 'ann@example.net' }),
  },
  resend_transfer: {
    async arrange() {
      const { id, recipient } = await sentTransfer();
      return { path: `/v1/transfers/${id}/recipients/${recipient}/resend` };
    },
    async more(send) {
      const { id, recipient } = await sentTransfer();
      await sendTo('revoke_transfer')(`/v1/transfers/${id}`);
      expect((await send(`/v1/transfers/${id}/recipients/${recipient}/resend`)).status).toBe(409);
    },
  },
  list_transfer_activity: {
    ...onTransfer('/activity'),
    async more(send) {
      const { id } = await sentTransfer();
      expect((await send(`/v1/transfers/${id}/activity?cursor=`)).status).toBe(200);
    },
  },
  get_link: { arrange: async () => ({ path: await linkPath() }), more: atLink('') },
  unlock_link: {
    async arrange() {
      const path = await linkPath({ password: 'correct horse' });
      return { path: `${path}/unlock`, body: { password: 'correct horse' } };
    },
    more: atLink('/unlock', { password: 'correct horse' }),
  },
  ask_for_link_code: {
    async arrange() {
      await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
      return { path: `${await linkPath({ access: 'code' })}/code`, body: {} };
    },
    async more(send) {
      await atLink('/code', {})(send);
      expect((await send(`${await linkPath()}/code`, { body: {} })).status).toBe(409);
    },
  },
  download_from_link: {
    arrange: async () => ({ path: `${await linkPath()}/downloads`, body: {} }),
    more: atLink('/downloads', {}),
  },
  list_upload_requests: {
    ...at('/v1/upload-requests'),
    async more(send) {
      expect((await send('/v1/upload-requests?cursor=')).status).toBe(200);
    },
  },
  create_upload_request: {
    arrange: async () => ({ path: '/v1/upload-requests', body: await newRequest() }),
  },
  get_upload_request: onRequest(),
  update_upload_request: {
    ...onRequest(() => '', { title: 'New texts' }),
    async more(send) {
      const { id } = await makeRequest();
      const expired = "update upload_requests set status = 'expired', folder_id = null where id = $1";
      await query(portal.databaseUrl, expired, [id]);
      const body = { expires_at: new Date(Date.now() + 86_400_000).toISOString() };
      expect((await send(`/v1/upload-requests/${id}`, { body })).status).toBe(409);
    },
  },
  close_upload_request: onRequest(() => '/close'),
  reopen_upload_request: onRequest(() => '/reopen'),
  remind_of_upload_request: onRequest(() => '/remind'),
  judge_upload_request_item: {
    ...onRequest((item) => `/items/${item}`, { state: 'rejected', note: 'Too short' }),
    more: refuseAfterClosing((item) => `/items/${item}`, { state: 'received' }),
  },
  create_upload_request_link: onRequest(() => '/links', { label: 'For the board' }),
  list_upload_request_links: onRequest(() => '/links'),
  revoke_upload_request_link: {
    async arrange() {
      const { id } = await makeRequest();
      const made = await sendTo('create_upload_request_link')(`/v1/upload-requests/${id}/links`, {
        body: {},
      });
      return { path: `/v1/upload-requests/${id}/links/${(await made.json()).id}` };
    },
  },
  list_upload_request_activity: onRequest(() => '/activity'),
  upload_to_link: {
    arrange: async () => ({ path: `${(await requestLink()).path}/files`, body: await transferFile() }),
    async more(send) {
      await atLink('/files', await transferFile())?.(send);
      const { path, id } = await requestLink();
      await closeRequest(id);
      expect((await send(`${path}/files`, { body: await transferFile() })).status).toBe(409);
    },
  },
  withdraw_from_link: {
    async arrange() {
      const { path } = await requestLink();
      return { path: `${path}/files/${await sentToRequest(path)}` };
    },
    async more(send) {
      await atLink('/files/1')(send);
      const { path, id } = await requestLink();
      const file = await sentToRequest(path);
      await closeRequest(id);
      expect((await send(`${path}/files/${file}`)).status).toBe(409);
    },
  },
  complete_at_link: {
    async arrange() {
      const { path } = await requestLink();
      await sentToRequest(path);
      return { path: `${path}/complete`, body: {} };
    },
    async more(send) {
      await atLink('/complete', {})(send);
      expect((await send(`${(await requestLink()).path}/complete`, { body: {} })).status).toBe(409);
    },
  },
  show_email_change: {
    arrange: async () => ({ path: await linkOfChange() }),
    async more(send) {
      expect((await send('/portal/v1/email-changes/none')).status).toBe(410);
    },
  },
  confirm_email_change: {
    arrange: async () => ({ path: await linkOfChange() }),
    async more(send) {
      const path = await linkOfChange();
      expect((await send(path)).status).toBe(200);
      expect((await send(path)).status).toBe(410);
    },
  },
  list_email_log: {
    ...at('/portal/v1/email-log'),
    async more(send) {
      const log = `insert into email_log ("to", status, created_at) values ('ann@example.com', 'sent', now())`;
      await query(portal.databaseUrl, log);
      for (const parameters of ['', '?cursor=']) {
        expect((await send(`/portal/v1/email-log${parameters}`)).status).toBe(200);
      }
    },
  },
  export_email_log: at('/portal/v1/email-log/export?status=failed'),
  send_mail_again: {
    arrange: async () => ({ path: `/portal/v1/email-log/${await failedMail()}/send-again` }),
    async more(send) {
      const id = await failedMail();
      expect((await send(`/portal/v1/email-log/${id}/send-again`)).status).toBe(202);
      expect((await send(`/portal/v1/email-log/${id}/send-again`)).status).toBe(409);
    },
  },
  purge_email_log: {
    ...at('/portal/v1/email-log/purge', { before: '2020-01-01' }),
    async more(send) {
      const dryRun = { all: true, dry_run: true };
      expect((await send('/portal/v1/email-log/purge', { body: dryRun })).status).toBe(200);
    },
  },
  erase_address: at('/portal/v1/email-log/erase', { address: 'ann@example.com', dry_run: true }),
  test_alerts: at('/portal/v1/alerts/test'),
  get_email_log_retention: at('/portal/v1/email-log/retention'),
  send_test_mail: at('/portal/v1/test-mail', { to: 'ann@example.com' }),
  get_metrics: at('/portal/v1/metrics'),
  list_api_keys: at('/portal/v1/api-keys'),
  create_api_key: at('/portal/v1/api-keys', { name: 'another' }),
  revoke_api_key: {
    arrange: async () => ({ path: `/portal/v1/api-keys/${(await make('create_api_key')).id}` }),
  },
  list_sessions_of_client: { arrange: async () => ({ path: sessionsPath() }) },
  end_sessions_of_client: { arrange: async () => ({ path: sessionsPath() }) },
  end_session_of_client: {
    async arrange() {
      const { cookies } = await signedIn(portal, people.client);
      const hash = createHash('sha256')
        .update(cookies.get('sp-client') ?? '')
        .digest('hex');
      const select = 'select id from support_portal.client_sessions where token_hash = $1';
      const [session] = await query<{ id: string }>(portal.databaseUrl, select, [hash]);
      return { path: `${sessionsPath()}/${session?.id}` };
    },
  },
  tick: at('/portal/v1/tick'),
  receive_inbound_mail: {
    arrange: async () => ({ path: '/portal/v1/inbound', body: { RawEmail: newMessage() } }),
    async more(send) {
      const body = { RawEmail: newMessage() };
      expect((await send('/portal/v1/inbound', { body })).status).toBe(202);
      expect((await send('/portal/v1/inbound', { body })).status).toBe(200);
    },
  },
  receive_mail_events: at('/portal/v1/mail-events/postmark', {}),
  list_inbound_mails: {
    ...at('/portal/v1/inbound-mails'),
    async more(send) {
      expect((await send('/portal/v1/inbound-mails?cursor=')).status).toBe(200);
    },
  },
  get_inbound_mail: onHeldMail(''),
  accept_inbound_mail: {
    ...onHeldMail('/accept', async () => ({ ticket_id: (await make('create_ticket')).id })),
    async more(send) {
      const { path } = await onHeldMail('/accept').arrange();
      await send(path.replace('accept', 'discard'));
      const body = { ticket_id: (await make('create_ticket')).id };
      expect((await send(path, { body })).status).toBe(409);
    },
  },
  discard_inbound_mail: {
    ...onHeldMail('/discard'),
    async more(send) {
      const { path } = await onHeldMail('/discard').arrange();
      expect((await send(path)).status).toBe(200);
      expect((await send(path)).status).toBe(409);
    },
  },
  mark_inbound_mail_as_spam: {
    ...onHeldMail('/spam'),
    async more(send) {
      const { path } = await onHeldMail('/spam').arrange();
      await sendTo('discard_inbound_mail')(path.replace('spam', 'discard'));
      expect((await send(path)).status).toBe(409);
    },
  },
  block_inbound_sender: {
    arrange: () => fromOneSender('stranger@example.net', { scope: 'sender' }),
    async more(send) {
      const { path } = await fromOneSender('administrator@example.com');
      expect((await send(path)).status).toBe(409);
    },
  },
  list_blocked_senders: at('/portal/v1/blocked-senders'),
  unblock_inbound_sender: {
    async arrange() {
      const { path } = await fromOneSender('stranger@example.net');
      await sendTo('block_inbound_sender')(path);
      const { data } = await (await sendTo('list_blocked_senders')('/portal/v1/blocked-senders')).json();
      return { path: `/portal/v1/blocked-senders/${data[0].id}` };
    },
  },
  download_inbound_mail: onHeldMail('/message'),
  show_inbound_mail: onHeldMail('/page'),
  process_inbound_mail: {
    ...onHeldMail('/process'),
    async more(send) {
      const { path } = await onHeldMail('/process').arrange();
      await sendTo('discard_inbound_mail')(path.replace('process', 'discard'));
      expect((await send(path)).status).toBe(409);
    },
  },
  test_mailbox: at('/portal/v1/inbound/test'),
  get_api_key_choices: at('/portal/v1/api-keys/choices'),
  create_webhook: at('/v1/webhooks', { url: 'https://192.0.32.8/hooks', events: ['ticket.created'] }),
  list_webhooks: at('/v1/webhooks'),
  get_webhook: onWebhook(),
  update_webhook: onWebhook('', { events: ['*'] }),
  delete_webhook: onWebhook(),
  rotate_webhook_secret: {
    ...onWebhook('/rotate-secret'),
    async more(send) {
      const path = `/v1/webhooks/${(await make('create_webhook')).id}/rotate-secret`;
      const statuses: number[] = [];
      for (let count = 0; count < 11; count += 1) statuses.push((await send(path)).status);
      expect(statuses.at(-1)).toBe(409);
    },
  },
  test_webhook: { ...onWebhook('/test'), more: refuseWhileDisabled('/test') },
  list_webhook_deliveries: onDelivery(() => ''),
  get_webhook_delivery: onDelivery((id) => `/${id}`),
  redeliver_webhook: {
    ...onDelivery((id) => `/${id}/redeliver`),
    async more(send) {
      const { path } = await onDelivery((id) => `/${id}/redeliver`).arrange();
      await disable(path.split('/')[3]);
      expect((await send(path)).status).toBe(409);
    },
  },
  recover_webhook: {
    ...onWebhook('/recover', { since: '2026-01-01T00:00:00Z' }),
    more: refuseWhileDisabled('/recover', { since: '2026-01-01T00:00:00Z' }),
  },
  list_tools: at('/portal/v1/tools'),
  call_tool: at('/portal/v1/tools/list_tickets', {}),
  mcp: {
    ...at('/portal/v1/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
    async more(send) {
      const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect((await send('/portal/v1/mcp', { body: notification })).status).toBe(202);
      expect((await send('/portal/v1/mcp', { body: {} })).status).toBe(400);
      const modern = modernRequest('nothing');
      expect((await send('/portal/v1/mcp', modern)).status).toBe(404);
    },
  },
  get_openapi: at('/v1/openapi.json'),
  get_docs: at('/v1/docs'),
};

const scenarios: Record<string, Scenario> = {
  ...described,
  ...Object.fromEntries(
    operations
      .filter(({ name }) => /_for_(staff|team)$/.test(name))
      .map(({ name }) => {
        const scenario = described[name.replace(/_for_(staff|team)$/, '')];
        if (!scenario)
          throw new Error(
            `Write a scenario for ${name.replace(/_for_(staff|team)$/, '')}: ${name} takes it.`,
          );
        return [name, forStaff(scenario)];
      }),
  ),
};

const scenarioOf = (id: string): Scenario => {
  const scenario = scenarios[id];
  if (!scenario) throw new Error(`Tell this test how ${id} is called.`);
  return scenario;
};

const pathOf = (url = ''): string => new URL(url).pathname.replace('/api', '') + new URL(url).search;

/** Described, but not provoked here. */
const notProvoked: Readonly<Record<number, string>> = {
  429: 'test/api/rate-limit counts',
  500: 'a fault of ours that nobody can ask for',
  503: 'test/server/database-away takes the database away',
  507: 'test/unit/api/toApiError.test.ts: a disk without room',
};

/** Provoked by another test, by operation. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  // test/inbound/api.test.ts: without a secret, and a message of more than 35 MiB.
  receive_inbound_mail: ['404', '413'],
  // test/api/delivery/mailEvents.test.ts: a body of more than 5 MiB.
  receive_mail_events: ['413'],
  // test/transfers/transfers.test.ts: by a link that has ended, and as often as may be.
  download_file: ['409', '410'],
};

const arranged = new Map<string, Promise<Valid>>();

/** A request that a provocation spoils, so that it is refused and its record stays as it is: all of them share one. */
const arrangeRefused = (id: string): Promise<Valid> => {
  const known = arranged.get(id) ?? scenarioOf(id).arrange();
  arranged.set(id, known);
  return known;
};

type Provoke = (operation: DescribedOperation, send: Send) => Promise<void>;

const has = ({ responses }: DescribedOperation, status: number): boolean => String(status) in responses;

const provocations: Readonly<Record<string, Provoke>> = {
  async success({ id, responses }, send) {
    const { path, body } = await scenarioOf(id).arrange();
    const { status } = await send(path, { body });
    expect([200, 201, 202, 204]).toContain(status);
    expect(Object.keys(responses)).toContain(String(status));
  },
  async 'the rest'({ id }, send) {
    await scenarioOf(id).more?.(send);
  },
  async 'missing credentials'(operation, send) {
    if (!has(operation, 401)) return;
    const { path, body } = await arrangeRefused(operation.id);
    expect((await send(path, { body, credentials: null })).status).toBe(401);
  },
  async 'a key without the scope'(operation, send) {
    if (!has(operation, 401) || !has(operation, 403)) return;
    const { path, body } = await arrangeRefused(operation.id);
    expect((await send(path, { body, credentials: lacking(operation.id) })).status).toBe(403);
  },
  async 'a problem, where it is asked for'(operation, send) {
    if (!has(operation, 401)) return;
    const { path, body } = await arrangeRefused(operation.id);
    const headers = { Accept: 'application/problem+json' };
    const response = await send(path, { body, headers, credentials: lacking(operation.id) });
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  },
  async 'another method'(operation, send) {
    if (!has(operation, 405)) return;
    const { path } = await arrangeRefused(operation.id);
    const method = 'put' in description.document.paths[operation.path] ? 'PATCH' : 'PUT';
    expect((await send(path, { method })).status).toBe(405);
  },
  async 'a record that is not there'(operation, send) {
    if (!has(operation, 404) || !has(operation, 401) || !operation.path.includes('{')) return;
    const { path, body } = await arrangeRefused(operation.id);
    const elsewhere = path
      .replace(/\/\d+/, '/999999')
      .replace(/\/blocked-senders\/.*/, '/blocked-senders/9')
      .replace('/tools/list_tickets', '/tools/nothing')
      .replace('/mail-events/postmark', '/mail-events/nothing');
    expect((await send(elsewhere, { body })).status).toBe(404);
  },
  async 'what is unknown'(operation, send) {
    if (!has(operation, 422)) return;
    const { path, body } = await arrangeRefused(operation.id);
    expect((await send(`${path}?nonsense=1`, { body })).status).toBe(422);
  },
  async 'a body that cannot be read'(operation, send) {
    if (!has(operation, 400)) return;
    const { path, body } = await arrangeRefused(operation.id);
    const headers = { 'Content-Type': body instanceof FormData ? 'multipart/form-data' : 'application/json' };
    const status = operationOf(operation.id)?.body?.malformed === 'validation_failed' ? 422 : 400;
    expect((await send(path, { body: '{', headers })).status).toBe(status);
  },
  async 'an Idempotency-Key that is too long'(operation, send) {
    if (!parametersOf(operation).idempotent) return;
    const { path, body } = await arrangeRefused(operation.id);
    const headers = { 'Idempotency-Key': 'x'.repeat(256) };
    expect((await send(path, { body, headers, credentials: ofStaff(operation.id) })).status).toBe(400);
  },
  async 'a body that is too large'(operation, send) {
    if (!has(operation, 413) || elsewhere[operation.id]?.includes('413')) return;
    const { path, body } = await arrangeRefused(operation.id);
    const large =
      body instanceof FormData ? await upload('x'.repeat(maxBytes + 1)) : ' '.repeat(1024 * 1024 + 1);
    expect((await send(path, { body: large })).status).toBe(413);
  },
  async 'a body of another type'(operation, send) {
    if (!has(operation, 415)) return;
    const { path } = await arrangeRefused(operation.id);
    expect((await send(path, { body: 'x', headers: { 'Content-Type': 'image/png' } })).status).toBe(415);
  },
  async 'an Idempotency-Key that runs, is replayed, and is used for something else'(operation, send) {
    const { idempotent } = parametersOf(operation);
    if (!idempotent) return;
    const { path, body } = await scenarioOf(operation.id).arrange();
    const headers = { 'Idempotency-Key': `${operation.id} 1` };
    const sent = { body, headers, credentials: ofStaff(operation.id) };
    const lock = await holdIdempotencyKey(operation, path, headers['Idempotency-Key']);
    expect((await send(path, sent)).status).toBe(409);
    await lock.release();
    const first = await send(path, sent);
    const again = await send(path, sent);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    if (operation.id === 'create_api_key') expect([first.status, again.status]).toEqual([201, 409]);
    else expect(await again.text()).toBe(await first.text());
    const another = body instanceof FormData ? await upload('another') : { another: 1 };
    expect((await send(path, { ...sent, body: another })).status).toBe(422);
  },
};

const parametersOf = ({ path, method }: DescribedOperation): { idempotent: boolean } => {
  const { parameters = [] } = description.document.paths[path][method.toLowerCase()];
  return { idempotent: parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key') };
};

/** Holds the lock that a running request holds. The key of a link's holder is kept without the secret of its address. */
const holdIdempotencyKey = async ({ id, path: template }: DescribedOperation, path: string, key: string) => {
  const isAtLink = template.includes('/links/{link}/');
  const [row] = isForSessions(id)
    ? [{ subject: `user:${people.administrator.id}` }]
    : await query<{ subject: string }>(
        portal.databaseUrl,
        isAtLink
          ? `select 'link ' || id as subject from support_portal.links order by created_at desc limit 1`
          : 'select min(id)::text as subject from api_keys',
      );
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  await client.query('select pg_advisory_lock(hashtextextended($1, 1))', [
    JSON.stringify([row?.subject, isAtLink ? template.replace('/api', '') : path, key]),
  ]);
  return { release: () => client.end() };
};

describe.each(Object.keys(scenarios))('%s', (id) => {
  it.each(Object.keys(provocations))('answers %s as described', async (name) => {
    const operation = description.operations.find((one) => one.id === id);
    expect(operation, `The document does not describe ${id}.`).toBeDefined();
    if (operation) await provocations[name]?.(operation, sendTo(id));
  });

  it('describes no response that never occurs', () => {
    const operation = description.operations.find((one) => one.id === id);
    const unseen = Object.keys(operation?.responses ?? {}).filter(
      (status) =>
        !description.seen.has(`${id} ${status}`) &&
        !(status in notProvoked) &&
        !elsewhere[id]?.includes(status),
    );
    expect(unseen).toEqual([]);
  });
});

it('describes every operation of the table, and this test calls each', () => {
  const described = description.operations.map(({ id }) => id).sort();
  expect(described).toEqual([...operations.map(({ name }) => name), 'get_docs', 'get_openapi'].sort());
  expect(Object.keys(scenarios).sort()).toEqual(described);
});
