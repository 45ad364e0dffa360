import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { APIError } from 'payload';
import { defineTool } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, clientOf, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';

const ofTickets = ['list_tickets', 'get_ticket', 'reply_to_ticket'];
const ofTransfers = ['list_transfers', 'draft_transfer'];
const ofTeam = [...ofTransfers, 'create_upload_request'];
const writing = ['reply_to_ticket', 'draft_transfer', 'create_upload_request'];
const all = [...ofTickets, 'list_webhook_deliveries', 'query_email_log', ...ofTeam];

const weather = defineTool({
  name: 'weather',
  description: 'Tells the weather.',
  input: z.strictObject({ city: z.string().describe('Where.') }),
  output: z.object({ words: z.string() }),
  access: ({ principal }) => principal.role === 'editor',
  readOnly: true,
  run: ({ city }) => {
    if (city === 'Atlantis') throw new APIError('Atlantis has no weather.', 403, null, true);
    if (city === 'Babel') throw new Error('select secret from towers');
    return { words: `Rain in ${city}`, more: 'not for others' } as { words: string };
  },
});

const broken = defineTool({
  name: 'broken',
  description: 'Its access throws.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  access: () => {
    throw new Error('closed');
  },
  run: () => ({}),
});

const vague = defineTool({
  ...broken,
  name: 'vague',
  description: 'Its access says yes, and not true.',
  access: () => 'yes' as never,
});

let portal: TestPortal;
let people: People;
let staff: Client;

const bound = (role: PersonRole, scopes?: readonly string[]) =>
  keyClient(portal, people.administrator, {
    owner: people[role],
    organization: people.organization,
    ...(scopes && { scopes }),
  });

const namesFor = async (client: Client): Promise<string[]> => {
  const { status, body } = await client.get('/portal/v1/tools');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
};

const call = (client: Client, name: string, args: unknown = {}) =>
  client.post(`/portal/v1/tools/${name}`, args);

beforeAll(async () => {
  portal = await startPortal({
    portal: { workers: 'external', rateLimit: { perMinute: 0 }, tools: [weather, broken, vague] },
  });
  people = await createPeople(portal);
  staff = await keyClient(portal, people.administrator, { owner: people.administrator });
});

afterAll(() => portal.stop());

describe('the catalog', () => {
  it.each(['administrator', 'editor', 'developer', 'technician'] as const)(
    'is open to a session of %s, whose role stands for the scopes',
    async (role) => {
      const added = role === 'editor' ? ['weather'] : [];
      expect(await namesFor(sessionOf(portal, people[role]))).toEqual([...all, ...added]);
    },
  );

  it.each(['representative', 'client'] as const)('offers no tool to a session of %s', async (role) => {
    const session = sessionOf(portal, people[role]);
    expect((await session.get('/portal/v1/tools')).status).toBe(403);
    expect((await call(session, 'list_tickets')).status).toBe(403);
    expect((await call(session, 'query_email_log')).status).toBe(403);
  });

  it('lists for a key the tools that its scopes and its owner’s role allow', async () => {
    expect(await namesFor(staff)).toEqual(all);
    expect(await namesFor(await bound('representative'))).toEqual([...ofTickets, ...ofTeam]);
    expect(await namesFor(await bound('client'))).toEqual([
      ...ofTickets,
      'list_webhook_deliveries',
      'list_transfers',
    ]);
    expect(await namesFor(await bound('editor', ['tools']))).toEqual(['weather']);
    expect(await namesFor(await bound('developer', ['tools']))).toEqual([]);
    expect(await namesFor(await bound('editor', ['tools', 'email-log:read', 'tickets:write']))).toEqual([
      'reply_to_ticket',
      'query_email_log',
      'weather',
    ]);
  });

  it('needs the scope tools, and credentials', async () => {
    const key = await bound('editor', ['email-log:read', 'tickets:read']);
    expect((await key.get('/portal/v1/tools')).status).toBe(403);
    expect((await call(key, 'list_tickets')).status).toBe(403);
    const nobody = clientOf(portal, null);
    expect((await nobody.get('/portal/v1/tools')).status).toBe(401);
    expect((await call(nobody, 'list_tickets')).status).toBe(401);
  });

  it('is not paged, and has exactly the documented fields', async () => {
    const { body, headers } = await staff.get('/portal/v1/tools');
    expect(Object.keys(body)).toEqual(['data']);
    expect(headers.get('Link')).toBeNull();
    for (const tool of body.data) {
      expect(Object.keys(tool)).toEqual(['name', 'description', 'input_schema', 'read_only']);
      expect(tool.read_only).toBe(!writing.includes(tool.name));
    }
    expect((await staff.get('/portal/v1/tools?page=1')).status).toBe(422);
  });

  it('describes every argument in JSON Schema 2020-12, and allows no others', async () => {
    const { body } = await sessionOf(portal, people.editor).get('/portal/v1/tools');
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    for (const { name, input_schema: schema } of body.data) {
      expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
      expect([name, schema.type, schema.additionalProperties]).toEqual([name, 'object', false]);
      const validate = ajv.compile(schema);
      expect(validate({ nonsense: 1 }), name).toBe(false);
      for (const [argument, { description }] of Object.entries<{ description: string }>(schema.properties)) {
        expect(description, `${name} ${argument}`).toMatch(/\w/);
        expect(validate({ ticket_id: '1', body: 'x', webhook_id: '1', city: 'x', [argument]: null })).toBe(
          false,
        );
      }
    }
  });

  it('lists the expected arguments', async () => {
    const { body } = await staff.get('/portal/v1/tools');
    const argumentsOf = (name: string) =>
      Object.keys(
        body.data.find((tool: { name: string }) => tool.name === name).input_schema.properties,
      ).sort();
    const paging = ['page', 'per_page'];
    expect(argumentsOf('query_email_log')).toEqual(
      [
        'recipient',
        'subject',
        'status',
        'type',
        'since',
        'until',
        'transport',
        'delivery',
        'related_type',
        'related_id',
        ...paging,
      ].sort(),
    );
    expect(argumentsOf('list_tickets')).toEqual(
      [
        'status',
        'priority',
        'search',
        'tag',
        'waiting_for',
        'assignee_id',
        'requester_id',
        'updated_since',
        'sort',
        'organization_id',
        ...paging,
      ].sort(),
    );
    expect(argumentsOf('get_ticket')).toEqual(['ticket_id']);
    expect(argumentsOf('reply_to_ticket')).toEqual(['body', 'file_ids', 'internal', 'mentions', 'ticket_id']);
    expect(argumentsOf('list_webhook_deliveries')).toEqual(['page', 'per_page', 'status', 'webhook_id']);
  });

  it('omits arguments that the caller may not use', async () => {
    const { body } = await (await bound('client')).get('/portal/v1/tools');
    const text = JSON.stringify(body.data.map(({ input_schema }: { input_schema: object }) => input_schema));
    expect(text).not.toMatch(/organization_id|"internal"|"tag"/);
  });
});

describe('a call', () => {
  it.each(['nothing', 'constructor', '__proto__', 'toString', 'list_email_log', 'Query_email_log'])(
    'of the unknown tool %s is 404',
    async (name) => {
      expect((await call(staff, name)).status).toBe(404);
    },
  );

  it('of a tool that the caller may not use is 403, regardless of the body', async () => {
    const client = await bound('client');
    for (const body of [{}, { nonsense: 1 }, '{', []]) {
      const { status, body: error } = await call(client, 'query_email_log', body);
      expect([status, error.error]).toEqual([403, 'forbidden']);
    }
  });

  it.each([
    ['an argument that there is none', { nonsense: 1 }, 'nonsense'],
    ['a name of the REST list', { to: 'ann' }, 'to'],
    ['a cursor', { cursor: '' }, 'cursor'],
    ['null', { recipient: null }, 'recipient'],
    ['null for a number', { page: null }, 'page'],
    ['a number as text', { page: '1' }, 'page'],
    ['half a page', { page: 1.5 }, 'page'],
    ['page 0', { page: 0 }, 'page'],
    ['101 rows', { per_page: 101 }, 'per_page'],
    ['a huge page', { page: 1e300 }, 'page'],
    ['a list of texts', { recipient: ['ann'] }, 'recipient'],
    ['a day that there is none', { since: '2026-02-30' }, 'since'],
    ['an id without its type', { related_id: '1' }, 'related_id'],
    ['another status', { status: 'delivered' }, 'status'],
    ['no object', [], ''],
    ['a text', '"x"', ''],
  ])('with %s is 422 and names the argument', async (_what, args, path) => {
    const { status, body } = await call(staff, 'query_email_log', args);
    expect([status, body.error, body.details?.[0]?.path]).toEqual([422, 'validation_failed', path]);
  });

  it('without valid JSON is 400, and with another type 415', async () => {
    expect((await call(staff, 'query_email_log', '{')).status).toBe(400);
    const headers = { 'Content-Type': 'text/plain' };
    expect((await staff.post('/portal/v1/tools/query_email_log', '{}', headers)).status).toBe(415);
    expect((await staff.post('/portal/v1/tools/query_email_log?page=1', {})).status).toBe(422);
  });
});

describe('query_email_log', () => {
  beforeAll(async () => {
    await query(
      portal.databaseUrl,
      `insert into email_log ("to", subject, type, related_type, related_id, transport, status, error, created_at)
       select 'ann' || n || '@example.com', 'Invoice ' || n, case when n % 2 = 0 then 'invoice' end,
              case when n % 3 = 0 then 'ticket' end, case when n % 3 = 0 then n::text end,
              case when n % 5 = 0 then 'phpmail' else 'smtp' end, (case when n % 7 = 0 then 'failed' else 'sent' end)::enum_email_log_status,
              case when n % 7 = 0 then '550 no' end, now() - n * interval '1 day'
       from generate_series(1, 40) n`,
    );
  });

  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  it.each([
    [{}, ''],
    [{ recipient: 'ANN3' }, 'to=ANN3'],
    [{ subject: 'voice 1' }, 'search=voice+1'],
    [{ status: 'failed' }, 'status=failed'],
    [{ type: 'invoice' }, 'type=invoice'],
    [{ transport: 'phpmail' }, 'transport=phpmail'],
    [{ since: dayBefore(9) }, `since=${dayBefore(9)}`],
    [{ until: dayBefore(9) }, `until=${dayBefore(9)}`],
    [{ related_type: 'ticket' }, 'related_type=ticket'],
    [{ related_type: 'ticket', related_id: '9' }, 'related_type=ticket&related_id=9'],
    [{ page: 2, per_page: 15 }, 'page=2&per_page=15'],
    [{ page: 99 }, 'page=99'],
  ])('answers %j as the REST list answers ?%s', async (args, parameters) => {
    const { status, body } = await call(staff, 'query_email_log', args);
    const list = await staff.get(`/portal/v1/email-log?${parameters}`);
    expect([status, list.status]).toEqual([200, 200]);
    expect(body).toEqual(list.body);
    const isFiltered = Object.keys(args).length > 0;
    const everything = (await staff.get('/portal/v1/email-log')).body;
    expect(JSON.stringify(body) !== JSON.stringify(everything)).toBe(isFiltered);
  });
});

describe('the tools of tickets', () => {
  let ticket: string;

  beforeAll(async () => {
    const organization_id = String(people.organization);
    const { body } = await staff.post('/v1/tickets', { subject: 'VPN', priority: 'high', organization_id });
    ticket = body.id;
    await staff.post('/v1/tickets', { subject: 'Mail', organization_id: String(people.otherOrganization) });
  });

  it.each([
    [{}, ''],
    [{ status: 'open' }, 'status=open'],
    [{ priority: 'high' }, 'priority=high'],
    [{ search: 'vpn' }, 'search=vpn'],
    [{ updated_since: '2026-01-01T00:00:00+02:00' }, 'updated_since=2026-01-01T00:00:00%2B02:00'],
    [{ sort: 'priority' }, 'sort=priority'],
    [{ page: 2, per_page: 1 }, 'page=2&per_page=1'],
  ])('list_tickets answers %j as the REST list answers ?%s', async (args, parameters) => {
    const { status, body } = await call(staff, 'list_tickets', args);
    const list = await staff.get(`/v1/tickets?${parameters}`);
    expect([status, body]).toEqual([200, list.body]);
    expect(body.data.length).toBeGreaterThan(0);
  });

  it('list_tickets accepts an organization only from a spanning key', async () => {
    const args = { organization_id: String(people.otherOrganization) };
    expect((await call(staff, 'list_tickets', args)).body.meta.total).toBe(1);
    const { status, body } = await call(await bound('client'), 'list_tickets', args);
    expect([status, body.details[0].path]).toEqual([422, 'organization_id']);
  });

  it.each([{ view: 'full' }, { cursor: '' }])('list_tickets refuses %j', async (args) => {
    expect((await call(staff, 'list_tickets', args)).status).toBe(422);
  });

  it('get_ticket returns the full ticket, and 404 for an unknown one', async () => {
    const { body } = await call(staff, 'get_ticket', { ticket_id: ticket });
    expect(body).toEqual((await staff.get(`/v1/tickets/${ticket}`)).body);
    for (const ticket_id of ['999999', 'x', '../1', '%00']) {
      expect((await call(staff, 'get_ticket', { ticket_id })).status).toBe(404);
    }
    expect((await call(staff, 'get_ticket')).status).toBe(422);
    expect((await call(staff, 'get_ticket', { ticket_id: 1 })).status).toBe(422);
  });

  it('reply_to_ticket answers 200, and replies once for each Idempotency-Key', async () => {
    const args = { ticket_id: ticket, body: 'Restart it.', internal: true };
    const headers = { 'Idempotency-Key': 'a reply' };
    const first = await staff.post('/portal/v1/tools/reply_to_ticket', args, headers);
    const again = await staff.post('/portal/v1/tools/reply_to_ticket', args, headers);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    const { body } = await staff.get(`/v1/tickets/${ticket}/replies`);
    expect(body.data).toEqual([first.body]);
    expect(first.body).toMatchObject({ ticket_id: ticket, body: 'Restart it.', internal: true });
  });

  it('reply_to_ticket refuses what the REST call refuses', async () => {
    const client = await bound('client');
    const internal = await call(client, 'reply_to_ticket', { ticket_id: ticket, body: 'x', internal: false });
    expect([internal.status, internal.body.error]).toEqual([403, 'forbidden']);
    const blank = await call(staff, 'reply_to_ticket', { ticket_id: ticket, body: '  ' });
    expect([blank.status, blank.body.details[0].path]).toEqual([422, 'body']);
  });

  it.each([{ internal: false }, { body: '' }, { nothing: 1 }])(
    'reply_to_ticket reports an unknown ticket first, as the REST call does: %j',
    async (more) => {
      const client = await bound('client');
      const { body } = await staff.get(`/v1/tickets?organization_id=${people.otherOrganization}`);
      const theirs = body.data[0].id;
      const rest = await client.post(`/v1/tickets/${theirs}/replies`, { body: 'x', ...more });
      const tool = await call(client, 'reply_to_ticket', { ticket_id: theirs, body: 'x', ...more });
      expect([tool.status, tool.body.error]).toEqual([404, 'not_found']);
      expect([rest.status, rest.body.error]).toEqual([404, 'not_found']);
    },
  );
});

it('list_webhook_deliveries answers as the REST list does', async () => {
  const { body: webhook } = await staff.post('/v1/webhooks', { url: 'https://192.0.32.8/x', events: ['*'] });
  await staff.post(`/v1/webhooks/${webhook.id}/test`);
  const args = { webhook_id: webhook.id, status: 'pending', per_page: 1 };
  const { status, body } = await call(staff, 'list_webhook_deliveries', args);
  const list = await staff.get(`/v1/webhooks/${webhook.id}/deliveries?status=pending&per_page=1`);
  expect([status, body, body.data.length]).toEqual([200, list.body, 1]);
  const failed = await call(staff, 'list_webhook_deliveries', { webhook_id: webhook.id, status: 'failed' });
  expect(failed.body.meta.total).toBe(0);
});

describe('a tool of the app', () => {
  const editor = () => sessionOf(portal, people.editor);

  it('returns only what its output schema names', async () => {
    const { status, body } = await call(editor(), 'weather', { city: 'Bergen' });
    expect([status, body]).toEqual([200, { words: 'Rain in Bergen' }]);
  });

  it('is checked as the portal’s own are', async () => {
    const { status, body } = await call(editor(), 'weather', { city: 1, country: 'NO' });
    expect(status).toBe(422);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual(['city', 'country']);
  });

  it('is hidden from callers whom its gate does not admit, and from all if the gate throws', async () => {
    expect((await call(staff, 'weather', { city: 'Bergen' })).status).toBe(403);
    for (const name of ['broken', 'vague']) expect((await call(editor(), name)).status).toBe(403);
  });

  it('refuses with its own message, and reveals nothing of an exception', async () => {
    const refused = await call(editor(), 'weather', { city: 'Atlantis' });
    expect([refused.status, refused.body.message]).toEqual([403, 'Atlantis has no weather.']);
    const failed = await call(editor(), 'weather', { city: 'Babel' });
    expect([failed.status, failed.body.error]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(failed.body)).not.toContain('towers');
  });
});
