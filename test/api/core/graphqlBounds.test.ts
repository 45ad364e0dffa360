import { GRAPHQL_POST } from '@payloadcms/next/routes';
import { getIntrospectionQuery } from 'graphql';
import { getPayload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdLock } from '../../faults/lockTable.ts';
import { query, serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { countPasswords } from '../../support/run/countedPasswords.ts';

let portal: TestPortal;
let people: People;
let route: (request: Request) => Promise<Response>;

const ask = async (graphql: string, headers: Record<string, string> = {}, variables?: object) => {
  const response = await route(
    new Request(`${serverUrl}/api/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query: graphql, variables }),
    }),
  );
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** Each fragment spreads the next one twice. */
const doubling = (count: number): string =>
  [
    '{ meUser { user { ...F0 } } }',
    ...Array.from({ length: count }, (_, at) =>
      at === count - 1
        ? `fragment F${at} on User { id }`
        : `fragment F${at} on User { ...F${at + 1} ...F${at + 1} }`,
    ),
  ].join(' ');

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external', rateLimit: { perMinute: 40 } } });
  people = await createPeople(portal);
  const post = GRAPHQL_POST(portal.config);
  route = (request) => post(request);
});

afterAll(async () => {
  await (await getPayload({ config: portal.config })).destroy();
  await portal.stop();
});

const error = (message: RegExp) => ({
  error: 'bad_request',
  errors: [{ message: expect.stringMatching(message), extensions: { code: 'bad_request', statusCode: 400 } }],
});

it('a response does not repeat long texts without end', async () => {
  const { client, organization } = people;
  for (let count = 0; count < 25; count += 1)
    await portal.payload.create({
      collection: 'tickets',
      data: { subject: `Long ${count}`, description: 'a'.repeat(50_000), organization } as never,
      overrideAccess: true,
    });
  const names = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: description`).join(' ');
  const headers = { Authorization: `JWT ${client.token}` };
  const long = await ask(`{ Tickets(limit: 25) { docs { ${names(20)} } } }`, headers);
  expect(long.status).toBe(400);
  expect(long.body).toMatchObject(error(/more than 20000000 characters/));
  const short = await ask(`{ Tickets(limit: 25) { docs { ${names(5)} } } }`, headers);
  expect(short.body.data.Tickets.docs).toHaveLength(25);
  // Six characters of JSON each.
  await query(portal.databaseUrl, 'update tickets set description = repeat(chr(1), 49999)');
  const written = await ask(`{ Tickets(limit: 25) { docs { ${names(5)} } } }`, headers);
  expect(written.body).toMatchObject(error(/more than 20000000 characters/));
  await portal.payload.delete({ collection: 'tickets', where: { subject: { contains: 'Long ' } } });
});

it('a client’s changes that wait for a ticket hold up no other person', async () => {
  const { client, administrator, organization } = people;
  const { id } = await portal.payload.create({
    collection: 'tickets',
    data: { subject: 'VPN is slow', organization, requester: client.id } as never,
    overrideAccess: true,
  });
  const lock = await holdLock(portal.databaseUrl, `select 1 from tickets where id = ${id} for update`);
  const mutation = `mutation { updateTicket(id: ${id}, data: { priority: high }) { id } }`;
  // More than the process has connections.
  const changes = Array.from({ length: 20 }, () => ask(mutation, { Authorization: `JWT ${client.token}` }));
  const read = await ask('{ Tickets { totalDocs } }', { Authorization: `JWT ${administrator.token}` });
  expect(read.body).toEqual({ data: { Tickets: { totalDocs: 1 } } });
  await lock.unlock();
  for (const { body } of await Promise.all(changes)) expect(body).toEqual({ data: { updateTicket: { id } } });
});

it.each([
  ['a text', 'query ($value: Int) { Tickets(limit: $value) { docs { id } } }', (long: string) => long],
  [
    'an object',
    'query ($value: Ticket_where) { Tickets(where: $value) { docs { id } } }',
    (long: string) => ({ subject: { equals: { x: long } } }),
  ],
  [
    'the name of a field',
    'query ($value: Ticket_where) { Tickets(where: $value) { docs { id } } }',
    (long: string) => ({ [long]: 1 }),
  ],
])('a wrong variable is quoted by its beginning alone: %s', async (_, graphql, variable) => {
  const { status, body } = await ask(graphql, {}, { value: variable('S'.repeat(100_000)) });
  expect(status).toBe(200);
  expect(body.errors[0].message).toMatch(/^Variable "\$value" got invalid value .*SSS…$/);
  expect(JSON.stringify(body).length).toBeLessThan(2_000);
});

it('passwords are worked on two at a time over GraphQL', async () => {
  const counts = countPasswords();
  const { administrator, client } = people;
  const change = `mutation { updateUser(id: ${client.id}, data: { password: "another one" }) { id } }`;
  await Promise.all(
    Array.from({ length: 5 }, (_, at) => [
      ask(`mutation { loginUser(email: "${administrator.email}", password: "wrong ${at}") { token } }`, {
        'X-Forwarded-For': '192.0.2.77',
      }),
      ask(change, { Authorization: `JWT ${client.token}` }),
    ]).flat(),
  );
  expect(counts.all).toBeGreaterThan(6);
  expect(counts.most).toBe(2);
});

describe('the variables of GraphQL', () => {
  const users = 'query ($w: User_where) { Users(where: $w) { totalDocs } }';
  const conditions = (count: number, condition: object) => ({ w: { AND: Array(count).fill(condition) } });

  it.each([
    ['conditions that are none', conditions(1_000, { zz: 1 })],
    ['conditions', conditions(400, { id: { equals: 1 } })],
    [
      'fields that are none',
      { w: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, 1])) },
    ],
    ['values of a list', { w: { email: { in: Array(1_000).fill(3) } } }],
  ])('are refused before the CMS looks at each: %s', async (_name, variables) => {
    const { status, body } = await ask(users, {}, variables);
    expect([status, body]).toEqual([400, expect.objectContaining(error(/may hold 1000 values/))]);
  });

  it('may hold long rich text, and a few conditions', async () => {
    const { body } = await ask(users, {}, conditions(5, { id: { equals: 1 } }));
    expect(body.errors?.[0]?.message).not.toMatch(/may hold/);
    const paragraphs = Array(2_000).fill({ type: 'paragraph', version: 1, children: [] });
    const reply = 'mutation ($d: mutationTicketReplyInput!) { createTicketReply(data: $d) { id } }';
    const long = await ask(reply, {}, { d: { ticket: 1, body: { root: { children: paragraphs } } } });
    expect(long.body.errors?.[0]?.message).not.toMatch(/may hold|Unknown|must be/);
  });
});

describe('GraphQL', () => {
  it('refuses fragments that double before it expands them, whatever their number', async () => {
    for (const count of [24, 40]) {
      const { status, body } = await ask(doubling(count));
      expect([status, body]).toEqual([400, expect.objectContaining(error(/too large/))]);
    }
  });

  it('answers a circle of fragments with a 400 that says so', async () => {
    const circle = '{ meUser { user { ...A } } } fragment A on User { ...B } fragment B on User { ...A }';
    const { status, body } = await ask(circle);
    expect([status, body]).toEqual([400, expect.objectContaining(error(/circle/))]);
  });

  it.each([
    ['depth', `{ ${'a { '.repeat(21)} b ${'}'.repeat(21)} }`, /levels/],
    [
      'depth through fragments',
      `{ ...A } fragment A on Query { ${'a { '.repeat(12)} ...B ${'}'.repeat(12)} } fragment B on User { ${'a { '.repeat(12)} b ${'}'.repeat(12)} }`,
      /levels/,
    ],
    ['depth of inline fragments', `{ ${'... { '.repeat(500)} a ${'}'.repeat(500)} }`, /levels/],
    ['fields', `{ ${'__typename '.repeat(501)} }`, /fields/],
    ['arguments', `{ ${'a(x: [1, 1, 1]) '.repeat(101)} }`, /arguments/],
    ['arguments of directives', `{ ${'__typename @skip(if: false) '.repeat(101)} }`, /arguments/],
    ['aliases', `{ ${Array.from({ length: 31 }, (_, at) => `a${at}: __typename`).join(' ')} }`, /aliases/],
    [
      'operations',
      Array.from({ length: 11 }, (_, at) => `query Q${at} { __typename }`).join(' '),
      /operations/,
    ],
    [
      'fragments',
      `{ __typename } ${Array.from({ length: 51 }, (_, at) => `fragment F${at} on User { id }`).join(' ')}`,
      /fragments/,
    ],
    [
      'logins',
      'mutation { a: loginUser(email: "a@b.c", password: "x") { token } ...F } fragment F on Mutation { loginUser(email: "a@b.c", password: "y") { token } }',
      /login/,
    ],
    [
      'requests for a new password',
      'mutation { a: forgotPasswordUser(email: "a@b.c") b: forgotPasswordUser(email: "b@b.c") }',
      /password/,
    ],
  ])('bounds %s', async (_, graphql, message) => {
    const { status, body } = await ask(graphql);
    expect([status, body]).toEqual([400, expect.objectContaining(error(message))]);
  });

  it('still answers what tools ask of a schema, and rules of the CMS', async () => {
    const { body } = await ask(getIntrospectionQuery());
    expect(body.errors).toBeUndefined();
    expect(body.data.__schema.types.length).toBeGreaterThan(50);
    expect((await ask('{ nonsense }')).body.errors).toMatchObject([
      { message: expect.stringContaining('nonsense') },
    ]);
  });

  it('does not log anyone in for a page of another origin', async () => {
    const { email } = people.client;
    const login = `mutation { loginUser(email: "${email}", password: "x") { token } }`;
    const foreign = await ask(login, { Origin: 'https://evil.example' });
    expect([foreign.status, foreign.body.error]).toEqual([403, 'forbidden']);
    expect((await ask(login, { Origin: serverUrl })).status).toBe(200);
  });

  it.each([
    '{ __typename @include }',
    '{ __typename @skip(unless: true) }',
    '{ __typename @include(if: true, a: 1) }',
    '{ __typename @include(if: "true") }',
    '{ __typename @include(if: null) }',
    '{ __typename @include(if: $x) }',
    'query ($x: Boolean) { __typename @include(if: $x) }',
    '{ ... on Query @skip { __typename } }',
    '{ ...Some } fragment Some on Query { __typename @skip }',
    'subscription { __typename }',
  ])('says that it cannot measure %s', async (graphql) => {
    const { status, body } = await ask(graphql, { 'X-Forwarded-For': '203.0.113.80' });
    expect([status, body]).toMatchObject([400, error(/needs a condition|no subscriptions/)]);
  });

  it.each([
    ['{ __typename @include(if: true) }', undefined],
    ['query ($x: Boolean = true) { __typename @include(if: $x) }', undefined],
    ['query ($x: Boolean!) { ... on Query @include(if: $x) { __typename } }', { x: true }],
  ])('takes a condition: %s', async (graphql, variables) => {
    const { body } = await ask(graphql, { 'X-Forwarded-For': '203.0.113.81' }, variables);
    expect(body).toEqual({ data: { __typename: 'Query' } });
  });

  it('counts in the rate limit, each field at its top as a request', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.77' };
    expect((await ask('{ __typename }', from)).headers.get('RateLimit')).toMatch(/^"default";r=39;t=\d+$/);
    const three = await ask(
      '{ one: __typename ...rest } fragment rest on Query { two: __typename __typename }',
      from,
    );
    expect(three.headers.get('RateLimit')).toMatch(/^"default";r=36;t=\d+$/);
    for (let time = 0; time < 36; time++) await ask('{ __typename }', from);
    const { status, headers, body } = await ask('{ __typename }', from);
    expect([status, body.error]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask('{ __typename }', { 'X-Forwarded-For': '203.0.113.78' })).status).toBe(200);
  });

  it('sends one mail for a new password a minute, and says the same each time', async () => {
    const reset = (email: string) =>
      ask(`mutation { forgotPasswordUser(email: "${email}") }`, { 'X-Forwarded-For': '203.0.113.79' });
    const sent = { data: { forgotPasswordUser: true } };
    for (const email of [people.client.email, people.client.email, 'no@example.com', 'no@example.com'])
      expect((await reset(email)).body).toEqual(sent);
    // No transport takes it; the log has each try.
    const tries = () => query(portal.databaseUrl, 'select "to" from email_log');
    await expect.poll(tries).toEqual([{ to: people.client.email }]);
  });
});
