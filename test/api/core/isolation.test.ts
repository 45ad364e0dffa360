import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operation, usersOf } from '../../../src/core/http/operation.ts';
import { makeKey } from '../../support/api/api.ts';
import {
  type Collection,
  type IsolationWorld,
  type Kind,
  marks,
  outOfReach,
  roles,
  startIsolation,
} from '../../support/api/isolation.ts';
import { builtInTools, operationsOf } from '../../support/portal/context.ts';
import { query } from '../../support/portal/payload.ts';
import type { PersonRole } from '../../support/portal/people.ts';

/**
 * Every operation × role × organization, by keys that are bound to one organization, and by sessions. Each tool counts
 * twice: it can be called through the catalog and through the bridge.
 */
const interfaces = ['call_tool', 'mcp'];

const operations: readonly Operation[] = operationsOf()
  // The session of a client opens these: `test/clients/clientApi.test.ts` asks them.
  .filter(({ path }) => !path.startsWith('/portal/v1/client/'))
  .flatMap((operation) =>
    interfaces.includes(operation.name)
      ? builtInTools.map(({ name }) => ({
          ...operation,
          name: `${operation.name} ${name}`,
          path: operation.path.replace('{name}', name),
        }))
      : [operation],
  );

const staff: readonly PersonRole[] = ['administrator', 'editor', 'developer', 'technician'];
const webhookUsers: readonly PersonRole[] = [...staff, 'client'];
const team: readonly PersonRole[] = [...staff, 'representative'];
const savesSettings = staff.filter((role) => role !== 'editor');

interface Expectation {
  /** The roles that may call the operation. */
  for: readonly PersonRole[];
  /** The record that the path names. */
  record?: Collection | 'api-keys';
  /** The field of the body that names it, if the path does not. */
  recordField?: string;
  /** Fields of the body that name a record, each with its collection. */
  names?: Readonly<Record<string, Collection>>;
  /** Those without which the request is refused. */
  needs?: Readonly<Record<string, Collection>>;
  body?: object;
  /** The request is `multipart/form-data` with a file. */
  isUpload?: boolean;
  /** Reads data that only some roles may see: other roles must not find it in the response. */
  shows?: 'organization' | 'webhooks' | 'log' | 'keys';
  /** API keys are not accepted. */
  bySession?: boolean;
}

/** The same at the path that takes sessions. */
function onBothRoutes(given: Readonly<Record<string, Expectation>>): Record<string, Expectation> {
  const others = Object.entries(given).map(([name, expectation]) => [`${name}_for_team`, expectation]);
  return { ...given, ...Object.fromEntries(others) };
}

function throughTools(tools: Readonly<Record<string, Expectation>>): Record<string, Expectation> {
  const entries = Object.entries(tools).flatMap(([name, expectation]) =>
    interfaces.map((way) => [`${way} ${name}`, expectation] as const),
  );
  return Object.fromEntries(entries);
}

const merging: Expectation = {
  for: [...staff, 'representative'],
  record: 'tickets',
  needs: { into: 'tickets' },
  names: { into: 'tickets' },
};

const expectations: Readonly<Record<string, Expectation>> = {
  list_tickets: { for: roles, shows: 'organization' },
  create_ticket: {
    for: roles,
    body: { subject: 'New' },
    names: { requester_id: 'users', assignee_id: 'users' },
  },
  get_ticket: { for: roles, record: 'tickets' },
  update_ticket: {
    for: roles,
    record: 'tickets',
    body: { priority: 'high' },
    names: { requester_id: 'users', assignee_id: 'users' },
  },
  merge_ticket: merging,
  merge_ticket_for_team: merging,
  list_followers: { for: roles, record: 'tickets' },
  // Of the clients only the requester: test/api/tickets/followers.test.ts asks these.
  add_follower: { for: [] },
  remove_follower: { for: [] },
  list_replies: { for: roles, record: 'tickets' },
  reply_to_ticket: { for: roles, record: 'tickets', body: { body: 'Hello' } },
  // A session of staff reaches all organizations: test/api/tickets/answers.test.ts asks the others.
  answer_ticket: { for: [] },
  find_answer: { for: [] },
  // And test/api/tickets/presence.test.ts asks these.
  share_presence: { for: [] },
  // No key opens it: test/api/tickets/ticketMails.test.ts asks it.
  see_mentions: { for: [] },
  // And test/api/tickets/tags.test.ts asks this.
  list_tags: { for: [] },
  list_saved_replies: { for: [...staff, 'representative'], shows: 'organization' },
  // Their credential is the link of a mail: test/api/email-changes/emailChange.test.ts asks these.
  ...onBothRoutes({
    // A client sees what was sent to them: test/transfers/transfers.test.ts asks these, and those that need a file or a mail.
    list_transfers: { for: [] },
    get_transfer: { for: [] },
    create_transfer: { for: team, body: { title: 'New' }, names: { ticket_id: 'tickets' } },
    update_transfer: { for: team, record: 'transfers', body: { title: 'Changed' } },
    revoke_transfer: { for: team, record: 'transfers' },
    add_transfer_file: { for: [] },
    remove_transfer_file: { for: [] },
    send_transfer: { for: [] },
    create_transfer_link: { for: team, record: 'transfers', body: {} },
    list_transfer_links: { for: team, record: 'transfers' },
    revoke_transfer_link: { for: [] },
    add_transfer_recipient: { for: team, record: 'transfers', body: { email: 'ann@example.net' } },
    resend_transfer: { for: [] },
    list_transfer_activity: { for: team, record: 'transfers' },
    // A client sees what is addressed to them: test/upload-requests/uploadRequests.test.ts asks these, and those that need a folder.
    list_upload_requests: { for: [] },
    get_upload_request: { for: [] },
    create_upload_request: { for: [] },
    update_upload_request: { for: team, record: 'upload-requests', body: { title: 'Changed' } },
    close_upload_request: { for: team, record: 'upload-requests', body: {} },
    reopen_upload_request: { for: team, record: 'upload-requests', body: {} },
    remind_of_upload_request: { for: [] },
    judge_upload_request_item: { for: [] },
    create_upload_request_link: { for: team, record: 'upload-requests', body: {} },
    list_upload_request_links: { for: team, record: 'upload-requests' },
    revoke_upload_request_link: { for: [] },
    list_upload_request_activity: { for: team, record: 'upload-requests' },
  }),
  // Their credential is the link.
  get_link: { for: [] },
  unlock_link: { for: [] },
  ask_for_link_code: { for: [] },
  download_from_link: { for: [] },
  upload_to_link: { for: [] },
  withdraw_from_link: { for: [] },
  complete_at_link: { for: [] },
  show_email_change: { for: [] },
  confirm_email_change: { for: [] },
  list_organizations: { for: staff, shows: 'organization' },
  list_users: { for: staff, shows: 'organization' },
  list_folders: { for: roles, shows: 'organization' },
  create_folder: { for: roles, body: { name: 'New' } },
  get_folder: { for: roles, record: 'folders' },
  rename_folder: { for: roles, record: 'folders', body: { name: 'Renamed' } },
  delete_folder: { for: roles, record: 'folders' },
  list_files: { for: roles, shows: 'organization' },
  // No key opens it: test/api/files/filesOfTickets.test.ts asks it.
  attach_file: { for: [] },
  upload_file: { for: roles, isUpload: true, names: { folder_id: 'folders', ticket_id: 'tickets' } },
  get_file: { for: roles, record: 'files' },
  delete_file: { for: roles, record: 'files' },
  download_file: { for: [], record: 'files' },
  // A protocol of headers: test/api/uploads/uploads.test.ts asks these.
  begin_upload: { for: [] },
  get_upload: { for: [] },
  append_upload: { for: [] },
  end_upload: { for: [] },
  list_email_log: { for: staff, shows: 'log' },
  export_email_log: { for: staff, shows: 'log' },
  // Keys of this test are bound to an organization: test/api/email-log/sendMailAgain.test.ts asks the others.
  send_mail_again: { for: [] },
  purge_email_log: { for: ['administrator'], body: { before: '2000-01-01' } },
  erase_address: {
    for: ['administrator'],
    body: { address: 'ann@example.com', dry_run: true },
  },
  get_email_log_retention: { for: staff },
  get_metrics: { for: staff },
  tick: { for: [] },
  // Keys of this test are bound to an organization, and mail in is of none: test/inbound/api.test.ts asks the others.
  receive_inbound_mail: { for: [] },
  receive_mail_events: { for: [] },
  list_inbound_mails: { for: [] },
  get_inbound_mail: { for: [] },
  accept_inbound_mail: { for: [] },
  discard_inbound_mail: { for: [] },
  mark_inbound_mail_as_spam: { for: [] },
  block_inbound_sender: { for: [] },
  list_blocked_senders: { for: [] },
  unblock_inbound_sender: { for: [] },
  download_inbound_mail: { for: [] },
  show_inbound_mail: { for: [] },
  process_inbound_mail: { for: [] },
  test_mailbox: { for: [] },
  test_alerts: { for: savesSettings, bySession: true },
  send_test_mail: { for: savesSettings, body: { to: 'ann@example.com' } },
  create_webhook: { for: webhookUsers, body: { url: 'https://192.0.32.8/hooks', events: ['*'] } },
  list_webhooks: { for: webhookUsers, shows: 'webhooks' },
  get_webhook: { for: webhookUsers, record: 'webhooks' },
  update_webhook: { for: webhookUsers, record: 'webhooks', body: { events: ['*'] } },
  delete_webhook: { for: webhookUsers, record: 'webhooks' },
  rotate_webhook_secret: { for: webhookUsers, record: 'webhooks' },
  test_webhook: { for: webhookUsers, record: 'webhooks' },
  recover_webhook: { for: webhookUsers, record: 'webhooks', body: { since: '2026-01-01T00:00:00Z' } },
  list_webhook_deliveries: { for: webhookUsers, record: 'webhooks' },
  get_webhook_delivery: { for: webhookUsers, record: 'webhook-deliveries' },
  redeliver_webhook: { for: webhookUsers, record: 'webhook-deliveries' },
  create_webhook_for_staff: { for: staff, body: { url: 'https://192.0.32.8/hooks', events: ['*'] } },
  update_webhook_for_staff: { for: staff, record: 'webhooks', body: { events: ['*'] } },
  delete_webhook_for_staff: { for: staff, record: 'webhooks' },
  rotate_webhook_secret_for_staff: { for: staff, record: 'webhooks' },
  test_webhook_for_staff: { for: staff, record: 'webhooks' },
  recover_webhook_for_staff: { for: staff, record: 'webhooks', body: { since: '2026-01-01T00:00:00Z' } },
  redeliver_webhook_for_staff: { for: staff, record: 'webhook-deliveries' },
  get_api_key_choices: { for: staff, bySession: true },
  list_api_keys: { for: staff, shows: 'keys', bySession: true },
  create_api_key: { for: staff, body: { name: 'New' }, bySession: true },
  revoke_api_key: { for: staff, record: 'api-keys', bySession: true },
  // A session of staff reaches the clients of all organizations: test/clients/staff.test.ts asks these.
  list_sessions_of_client: { for: [] },
  end_session_of_client: { for: [] },
  end_sessions_of_client: { for: [] },
  list_tools: { for: roles },
  ...throughTools({
    query_email_log: { for: staff, shows: 'log' },
    list_tickets: { for: roles, shows: 'organization' },
    get_ticket: { for: roles, record: 'tickets', recordField: 'ticket_id' },
    reply_to_ticket: { for: roles, record: 'tickets', recordField: 'ticket_id', body: { body: 'Hello' } },
    list_webhook_deliveries: { for: webhookUsers, record: 'webhooks', recordField: 'webhook_id' },
    list_transfers: { for: roles },
    create_upload_request: { for: [] },
    draft_transfer: { for: team, body: { title: 'New' }, names: { ticket_id: 'tickets' } },
  }),
};

let world: IsolationWorld;
const keys = {} as Record<PersonRole, string>;
/** A new operation with a scope of its own fails until these have it. */
const everything = [
  'tickets:read',
  'tickets:write',
  'files:read',
  'files:write',
  'tools',
  'transfers:read',
  'upload-requests:read',
];
const ofTeam = [...everything, 'transfers:write', 'upload-requests:write'];
const scopesOf: Readonly<Record<PersonRole, readonly string[]>> = {
  administrator: [...ofTeam, 'email-log:read', 'email-log:purge', 'webhooks:read', 'webhooks:write'],
  editor: [...ofTeam, 'email-log:read', 'webhooks:read', 'webhooks:write'],
  developer: [...ofTeam, 'email-log:read', 'webhooks:read', 'webhooks:write'],
  technician: [...ofTeam, 'email-log:read', 'webhooks:read', 'webhooks:write'],
  representative: ofTeam,
  client: [...everything, 'webhooks:read', 'webhooks:write'],
};

beforeAll(async () => {
  world = await startIsolation();
  const { administrator, organization } = world.people;
  for (const role of roles) {
    const scopes = scopesOf[role];
    keys[role] = await makeKey(world, administrator, { owner: world.people[role], organization, scopes });
  }
});

afterAll(() => world.stop());

interface Outcome {
  status: number;
  text: string;
}

const send = async (
  name: string,
  role: PersonRole,
  { path, fields = {} }: { path?: string; fields?: Record<string, string> } = {},
): Promise<Outcome> => {
  const operation = operations.find((one) => one.name === name);
  const expectation = expectations[name];
  if (!operation || !expectation) throw new Error(`Say what is expected of ${name}.`);
  const { method } = operation;
  const [way, tool] = name.split(' ');
  const given = bodyOf(expectation, fields);
  const body = way === 'mcp' ? callOf(tool, given) : given;
  const isBySession = usersOf(operation)?.scope === null;
  const response = await world.fetch(`/api${path ?? operation.path}`, {
    method,
    headers: {
      Authorization: isBySession ? `JWT ${world.people[role].token}` : `Bearer ${keys[role]}`,
      'X-Request-Id': 'the-same',
      ...(body instanceof FormData || method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(['POST', 'PATCH'].includes(method) && {
      body: body instanceof FormData ? body : JSON.stringify(body),
    }),
  });
  const outcome = { status: response.status, text: await response.text() };
  return way === 'mcp' ? outcomeOfCall(outcome) : outcome;
};

const callOf = (name: string | undefined, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

/** The HTTP response that matches the result of a call. */
const outcomeOfCall = ({ status, text }: Outcome): Outcome => {
  if (status !== 200) return { status, text };
  const { error, result } = JSON.parse(text);
  if (error) return { status: error.message.startsWith('Unknown tool') ? 403 : 500, text };
  if (!result.isError) return { status: 200, text };
  return { status: result.content[0].text.startsWith('not_found\n') ? 404 : 422, text };
};

const bodyOf = ({ isUpload, body }: Expectation, fields: Record<string, string>): object | FormData => {
  if (!isUpload) return { ...body, ...fields };
  const form = new FormData();
  form.set('file', new Blob(['new']), 'new.txt');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const pathTo = (name: string, id: number): string =>
  (operations.find((one) => one.name === name)?.path ?? '').replace(/\{\w+\}/, String(id));

/** What a request needs to be complete. */
const complete = async ({ isUpload, needs = {} }: Expectation): Promise<Record<string, string>> => {
  const wanted = Object.entries(isUpload ? { folder_id: 'folders' as const, ...needs } : needs);
  const named = wanted.map(async ([field, slug]) => [field, String(await world.make(slug, 'own'))]);
  return Object.fromEntries(await Promise.all(named));
};

const wanted = ({ for: allowed }: Expectation, role: PersonRole) => (allowed.includes(role) ? 'in' : 'out');

const outcomeOf = ({ status }: Outcome) => (status < 300 ? 'in' : status === 403 ? 'out' : String(status));

it('has an expectation for every operation, and for nothing else', () => {
  expect(Object.keys(expectations).sort()).toEqual(operations.map(({ name }) => name).sort());
});

const cases = (fits: (expectation: Expectation) => unknown) =>
  Object.entries(expectations)
    .filter(([, expectation]) => fits(expectation))
    .flatMap(([name, expectation]) => roles.map((role) => ({ name, role, expectation })));

const isRecord = (record: Expectation['record']): record is Collection =>
  record !== undefined && record !== 'api-keys';

const requestTo = async (
  name: string,
  { record, recordField }: Expectation,
  kind: Kind,
): Promise<{ path?: string; fields?: Record<string, string> }> => {
  if (recordField && isRecord(record))
    return { fields: { [recordField]: String(await world.idOf(record, kind)) } };
  if (record === 'api-keys') return { path: pathTo(name, await newKeyId()) };
  if (record === 'webhook-deliveries') return { path: await pathToDelivery(name, kind) };
  return record ? { path: pathTo(name, await world.idOf(record, kind)) } : {};
};

/** The webhook is always the caller's own, even if the delivery is another user's. */
const pathToDelivery = async (name: string, kind: Kind): Promise<string> => {
  const delivery = await world.idOf('webhook-deliveries', kind);
  const ofIt = await query<{ webhook_id: number }>(
    world.databaseUrl,
    'select webhook_id from webhook_deliveries where id = $1',
    [delivery],
  );
  const webhook = kind === 'own' ? Number(ofIt[0]?.webhook_id) : await world.idOf('webhooks', 'own');
  return pathTo(name, webhook).replace(/\{\w+\}/, String(delivery));
};

const assertAlike = (answers: readonly Outcome[], statuses: readonly number[]): void => {
  expect(statuses, answers[0]?.text).toContain(answers[0]?.status);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, JSON.stringify(answers)).toBe(1);
};

it.each(cases(({ for: allowed }) => allowed.length > 0))(
  '$name admits $role or not, as expected',
  async ({ name, role, expectation }) => {
    const request = await requestTo(name, expectation, 'own');
    const outcome = await send(name, role, {
      ...request,
      fields: { ...request.fields, ...(await complete(expectation)) },
    });
    expect(outcomeOf(outcome), outcome.text).toBe(wanted(expectation, role));
  },
);

it.each(cases(({ record }) => isRecord(record)))(
  '$name tells $role nothing of whether another user’s record is there',
  async ({ name, role, expectation }) => {
    const answers: Outcome[] = [];
    for (const kind of outOfReach) {
      answers.push(await send(name, role, await requestTo(name, expectation, kind)));
    }
    assertAlike(answers, [wanted(expectation, role) === 'in' ? 404 : 403]);
  },
);

const naming = cases(({ names }) => names).flatMap((one) =>
  Object.entries(one.expectation.names ?? {}).map(([field, named]) => ({ ...one, field, named })),
);

it.each(naming)(
  '$name does not tell $role whether $field names a record elsewhere',
  async ({ name, role, expectation, field, named }) => {
    const answers: Outcome[] = [];
    const request = await requestTo(name, expectation, 'own');
    const fields = await complete(expectation);
    for (const kind of outOfReach) {
      const id = String(await world.idOf(named, kind));
      answers.push(await send(name, role, { ...request, fields: { ...fields, [field]: id } }));
    }
    assertAlike(answers, [403, 422]);
  },
);

it.each(cases(({ shows }) => shows))(
  '$name shows $role only their own data',
  async ({ name, role, expectation: { shows } }) => {
    const { status, text } = await send(name, role);
    if (status !== 200) return expect(status).toBe(403);
    const isOfOne = shows === 'organization' || shows === 'webhooks';
    if (isOfOne) expect(text).toContain(marks.own);
    if (isOfOne) expect(text).not.toContain(marks.foreign);
    if (shows === 'keys') for (const key of Object.values(keys)) expect(text).not.toContain(key);
    expect(text).not.toContain(marks.settings);
    expect(text.includes(marks.logged)).toBe(shows === 'log');
    if (role === 'client') expect(text).not.toContain(marks.tag);
  },
);

it.each(roles)('shows %s tags only if they are no client', async (role) => {
  const all = await send('list_tickets', role, { path: '/v1/tickets?view=full&sort=created_at' });
  expect(all.text.includes(marks.tag)).toBe(role !== 'client');
  const { status } = await send('list_tickets', role, { path: `/v1/tickets?tag=${marks.tag}` });
  expect(status).toBe(role === 'client' ? 422 : 200);
  const search = await send('list_tickets', role, { path: `/v1/tickets?search=${marks.tag}` });
  expect(JSON.parse(search.text).data).toEqual([]);
});

const newKeyId = async (): Promise<number> => {
  await makeKey(world, world.people.administrator, { owner: world.people.administrator });
  const { docs } = await world.payload.find({
    collection: 'api-keys' as never,
    sort: '-id',
    limit: 1,
    overrideAccess: true,
  });
  return Number(docs[0]?.id);
};

it.each(roles)('shows %s internal replies only if they are no client', async (role) => {
  const { docs } = await world.payload.find({
    collection: 'ticket-replies' as never,
    where: { internal: { equals: true } },
    depth: 0,
    overrideAccess: true,
  });
  const ticket = Number(Reflect.get(docs[0] ?? {}, 'ticket'));
  const { text } = await send('list_replies', role, { path: pathTo('list_replies', ticket) });
  expect(text.includes(marks.internal)).toBe(role !== 'client');
});
