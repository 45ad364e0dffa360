import { configToSchema } from '@payloadcms/graphql';
import type { GraphQLSchema } from 'graphql';
import { type CollectionSlug, createLocalReq, type TypedUser, type Where } from 'payload';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Client, sessionOf } from '../../support/api/api.ts';
import { graphql } from '../../support/api/graphql.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;
let client: Client;
let schema: GraphQLSchema;
let ticket: number | string;

beforeAll(async () => {
  portal = await startPortal({
    app: {
      endpoints: [
        {
          path: '/all-tickets',
          method: 'get',
          handler: async (req) =>
            Response.json(
              await req.payload.find({ collection: 'tickets', limit: 0, overrideAccess: false, req }),
            ),
        },
      ],
      collections: [
        {
          slug: 'pages',
          access: { read: () => true },
          fields: [
            { name: 'title', type: 'text' },
            { name: 'parent', type: 'relationship', relationTo: 'pages' as CollectionSlug },
            { name: 'ticket', type: 'relationship', relationTo: 'tickets' },
            { name: 'tickets', type: 'join', collection: 'tickets', on: 'page' },
          ],
        },
      ],
    },
    portal: {
      collections: {
        tickets: {
          fields: [{ name: 'page', type: 'relationship', relationTo: 'pages' as CollectionSlug }],
        },
      },
    },
    push: true,
  });
  people = await createPeople(portal);
  staff = sessionOf(portal, people.administrator);
  client = sessionOf(portal, people.client);
  ({ schema } = configToSchema(portal.config));
  const data = { subject: 'The printer', requester: people.client.id, organization: people.organization };
  ({ id: ticket } = await portal.payload.create({
    collection: 'tickets',
    data: data as never,
    overrideAccess: true,
  }));
});

afterAll(() => portal.stop());

const asJson = (where: unknown): string => `where=${encodeURIComponent(JSON.stringify(where))}`;
const merged = (times: number): string => `${'mergedInto.'.repeat(times)}subject`;
const many = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const nested = (levels: number): string =>
  `where=${encodeURIComponent(`${'{"and":['.repeat(levels)}{"subject":{"like":"printer"}}${']}'.repeat(levels)}`)}`;

const far = 'A filter may follow at most 3 relations, and all its conditions together at most 20.';
const conditions = 'A filter may have at most 100 conditions.';
const values = 'A condition may compare with at most 1000 values.';
const words = 'A filter may look for at most 30 words within texts.';
const characters =
  'The words that a filter looks for within texts may have at most 500 characters together; each of a word with %, _ or \\ counts as 8.';
const path = 'The path of a field may have at most 20 names and 200 characters.';
const nesting = 'A filter may nest “and” and “or” at most 10 levels deep.';

const refusals: readonly (readonly [string, string, string])[] = [
  ['a path over many tickets', `where[${merged(14)}][equals]=x`, far],
  ['such a path of GraphQL’s writing', `where[${merged(14).replaceAll('.', '__')}][equals]=x`, far],
  ['the first path too far', `where[${merged(4)}][equals]=x`, far],
  ['many near paths', asJson({ or: many(21, { 'requester.name': { equals: 'x' } }) }), far],
  ['many conditions', asJson({ or: many(101, { subject: { like: 'x' } }) }), conditions],
  ['many empty parts', asJson({ or: many(101, {}) }), conditions],
  ['many words', asJson({ subject: { like: many(1_001, 'x').join(' ') } }), values],
  ['a word in many texts', asJson({ or: many(31, { subject: { contains: 'x' } }) }), words],
  ['words that no text may hold', asJson({ or: many(31, { subject: { not_like: 'x' } }) }), words],
  ['too many words', asJson({ subject: { like: many(31, 'x').join(' ') } }), words],
  ['a long word', asJson({ description: { contains: 'x'.repeat(501) } }), characters],
  ['long words', asJson({ description: { like: many(6, 'x'.repeat(90)).join(' ') } }), characters],
  [
    'long words in many texts',
    asJson({ or: many(6, { description: { not_like: 'x'.repeat(90) } }) }),
    characters,
  ],
  ['many ids', asJson({ id: { in: many(1_001, 1) } }), values],
  ['many ids in one text', asJson({ id: { in: many(1_001, 1).join(',') } }), values],
  ['many levels', nested(3_000), nesting],
  ['a path of many names', asJson({ [many(21, 'tags').join('.')]: { equals: 'x' } }), path],
  ['a long path', asJson({ [`tags.${'x'.repeat(200)}`]: { equals: 'x' } }), path],
  ['an order by a path of many names', `sort=-${many(21, 'tags').join('.')}`, path],
  [
    'an order of related records',
    'sort=-requester__email',
    'Records can be sorted by their own fields only, not by those of related records.',
  ],
  ['a long order', `sort=${many(11, 'subject').join(',')}`, 'A list may be sorted by at most 10 fields.'],
];

describe('a query that the database could not bear', () => {
  it.each(refusals)('is refused over the CMS’s REST: %s', async (_name, asked, message) => {
    for (const path of ['/tickets?', '/tickets/count?']) {
      if (path.includes('count') && asked.startsWith('sort')) continue;
      const { status, body } = await client.get(path + asked);
      expect([path, status, body]).toEqual([path, 400, { errors: [{ message }] }]);
    }
  });

  it.each(['PATCH', 'DELETE'])('is refused to a %s of many', async (method) => {
    const response = await portal.fetch(`/api/tickets?where[${merged(14)}][exists]=false`, {
      method,
      headers: { Authorization: `JWT ${people.administrator.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ priority: 'low' }),
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(far)]);
    expect(await query(portal.databaseUrl, "select 1 from tickets where priority = 'low'")).toEqual([]);
  });

  it('is refused where the body carries it', async () => {
    const response = await portal.fetch('/api/tickets', {
      method: 'POST',
      headers: {
        Authorization: `JWT ${people.client.token}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Payload-HTTP-Method-Override': 'GET',
      },
      body: `where[${merged(14)}][equals]=x`,
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(far)]);
  });

  it('is refused where it compares a place within rich text with many values', async () => {
    const asked = (count: number) => asJson({ 'body.root.type': { in: many(count, 'x') } });
    const { status, body } = await client.get(`/ticket-replies?${asked(11)}`);
    expect([status, body.errors[0].message]).toEqual([
      400,
      'A condition may compare with at most 10 values.',
    ]);
    expect((await client.get(`/ticket-replies?${asked(10)}`)).body).toMatchObject({ totalDocs: 0 });
  });

  it.each([
    { equals: { a: 1 } },
    { equals: ['a'] },
    { all: ['a', 'b'] },
    { in: [{}] },
    { within: { type: 'Point', coordinates: [1, 2] } },
  ])(
    'is refused where it compares a place within rich text with what is no value: %j',
    async (comparison) => {
      const { status, body } = await client.get(
        `/ticket-replies?${asJson({ 'body.root.type': comparison })}`,
      );
      expect([status, body]).toEqual([400, { errors: [{ message: 'This filter does not fit its field.' }] }]);
    },
  );

  it.each(['joins', 'select'])('is refused to a stranger who sends a long text as %s', async (name) => {
    const response = await portal.fetch('/api/users', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-HTTP-Method-Override': 'GET',
      },
      body: `${name}=${'a'.repeat(101)}`,
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('This filter does not fit its field.'),
    ]);
    expect((await client.get(`/tickets?joins=false&select[subject]=true`)).status).toBe(200);
  });

  it('is refused over GraphQL', async () => {
    const or = many(101, { subject: { like: 'x' } });
    const user = { ...people.client, collection: 'users', role: 'client' } as unknown as TypedUser;
    const answer = await ask('query ($where: Ticket_where) { Tickets(where: $where) { totalDocs } }', user, {
      where: { OR: or },
    });
    expect(answer.errors?.map(({ message }) => message)).toEqual([conditions]);
  });

  it('is refused over GraphQL if the lists of a document look for too many words together', async () => {
    const user = await userOf(people.client);
    const lists = (count: number) =>
      many(count, 0).map((_, at) => `a${at}: Tickets(where: { subject: { contains: "x" } }) { totalDocs }`);
    const own = await ask(`{ ${lists(30).join(' ')} }`, user);
    expect(own.errors).toBeUndefined();
    const two = '{ OR: [{ subject: { contains: "x" } }, { description: { contains: "x" } }] }';
    const answer = await ask(`{ ${lists(29).join(' ')} b: Tickets(where: ${two}) { totalDocs } }`, user);
    expect(answer.errors?.map(({ message }) => message)).toContain(words);
  });

  it('is refused over the Local API, and granted to the app’s own code', async () => {
    const { user } = await portal.payload.auth({
      headers: new Headers({ Authorization: `JWT ${people.client.token}` }),
    });
    const where: Where = { [merged(4)]: { equals: 'x' } };
    const asked = { collection: 'tickets', where, user } as const;
    await expect(portal.payload.find({ ...asked, overrideAccess: false })).rejects.toMatchObject({
      status: 400,
      message: far,
    });
    await expect(
      portal.payload.findDistinct({
        collection: 'tickets',
        field: merged(4) as never,
        user,
        overrideAccess: false,
      }),
    ).rejects.toMatchObject({ status: 400, message: far });
    expect(await portal.payload.find({ ...asked, overrideAccess: true })).toMatchObject({ totalDocs: 0 });
  });

  it('is refused in each collection of the portal and of the CMS', async () => {
    for (const { slug, endpoints } of portal.payload.config.collections) {
      if (!endpoints || slug === 'pages') continue;
      const { status } = await staff.get(`/${slug}?${asJson({ or: many(101, { id: { exists: true } }) })}`);
      expect([slug, status]).toEqual([slug, expect.toBeOneOf([400, 403, 404])]);
      if (status !== 400) expect((await staff.get(`/${slug}`)).status).toBe(status);
    }
  });

  it('is refused in the app’s collections only where it leads through the portal’s', async () => {
    const { status, body } = await client.get(`/pages?where[ticket.${merged(4)}][equals]=x`);
    expect([status, body.errors[0].message]).toEqual([400, far]);
    const parents = `${'parent.'.repeat(5)}title`;
    expect((await client.get(`/pages?where[${parents}][equals]=x`)).status).toBe(200);
    expect((await client.get(`/pages?sort=parent.title`)).status).toBe(200);
    expect((await client.get(`/pages?sort=ticket.requester.email`)).status).toBe(400);
  });
});

describe('a record that a caller gives to be read in the place of the stored one', () => {
  const message = 'A record is read as it is stored: leave out data.';

  it('is refused in the address, to staff as well', async () => {
    for (const caller of [client, staff]) {
      const { status, body } = await caller.get(`/tickets/${ticket}?data=${encodeURIComponent('{"id":1}')}`);
      expect([status, body]).toEqual([400, { errors: [{ message }] }]);
    }
  });

  it('is refused in the body, for a record that is not there as for any other', async () => {
    const response = await portal.fetch('/api/users/999999', {
      method: 'POST',
      headers: {
        Authorization: `JWT ${people.client.token}`,
        'Content-Type': 'application/json',
        'X-Payload-HTTP-Method-Override': 'GET',
      },
      body: JSON.stringify({ depth: 1, data: { id: 999_999, organization: people.organization } }),
    });
    expect([response.status, await response.json()]).toEqual([400, { errors: [{ message }] }]);
  });
});

describe('a page', () => {
  const refused = (most: number) => [
    400,
    { errors: [{ message: `A page may have 1 to ${most} records: set limit.` }] },
  ];

  it.each(['limit=0', 'limit=101', 'limit=-1', 'limit=all', 'limit=', 'limit[]=0', 'pagination=false'])(
    'of a client has at most 100 records: %s',
    async (asked) => {
      for (const path of ['/tickets', '/users', '/files']) {
        const { status, body } = await client.get(`${path}?${asked}`);
        expect([path, status, body]).toEqual([path, ...refused(100)]);
      }
    },
  );

  it('of a representative has at most 500, of staff 1000', async () => {
    for (const [caller, most] of [
      [sessionOf(portal, people.representative), 500],
      [staff, 1_000],
    ] as const)
      for (const asked of ['limit=0', `limit=${most + 1}`, 'pagination=false']) {
        const { status, body } = await caller.get(`/tickets?${asked}`);
        expect([status, body]).toEqual(refused(most));
      }
  });

  it.each(['limit=100', 'limit=1&pagination=false', 'pagination=true', ''])(
    'of that size is read: %s',
    async (asked) => {
      expect((await client.get(`/tickets?${asked}`)).body).toMatchObject({ docs: [{ id: ticket }] });
    },
  );

  it('is no larger over GraphQL, nor in the records that an app’s own join', async () => {
    const answer = await ask('{ Tickets(limit: 0) { totalDocs } }', await userOf(people.client));
    expect(answer.errors?.[0]?.message).toContain('1 to 100 records');
    const { status, body } = await client.get('/pages?joins[tickets][limit]=0');
    expect([status, body]).toEqual(refused(100));
    expect((await client.get('/pages?joins[tickets][limit]=5')).status).toBe(200);
    expect((await client.get('/pages?limit=0')).status).toBe(200);
  });

  it('counts with the others of its GraphQL document', async () => {
    const lists = (sizes: readonly string[]) =>
      `{ ${sizes.map((size, at) => `a${at}: Tickets${size} { totalDocs }`).join(' ')} }`;
    const page = '(limit: 100)';
    const user = await userOf(people.client);
    expect((await ask(lists(many(3, page)), user)).errors).toBeUndefined();
    const { errors } = await ask(lists([page, page, page, '']), user);
    expect(errors?.map(({ message }) => message)).toEqual([
      'The lists of a GraphQL document may have 300 records together: set limit.',
    ]);
    const team = await ask(lists(['(limit: 1000)', '']), await userOf(people.administrator));
    expect(team.errors?.[0]?.message).toContain('1000 records together');
  });

  it.each([0, -1, 20_000])('has at most 100 records in a list of the admin UI: %i', async (limit) => {
    const asked = { collection: 'tickets', includeLockStatus: true, overrideAccess: false } as const;
    const list = await portal.payload.find({ ...asked, limit, user: await userOf(people.editor) });
    expect(list.limit).toBe(100);
  });

  it('has any size for the app’s own code', async () => {
    const user = await userOf(people.client);
    const asked = { collection: 'tickets', limit: 0, user, overrideAccess: false } as const;
    expect((await portal.payload.find(asked)).docs).toHaveLength(1);
    expect(await client.get('/all-tickets')).toMatchObject({ status: 200, body: { docs: [{ id: ticket }] } });
  });
});

describe('a change of many', () => {
  it('changes at most 100 records of a client or representative, and all that a filter of staff finds', async () => {
    const subject = 'One of many';
    await query(
      portal.databaseUrl,
      `insert into tickets (subject, status, priority, organization_id, requester_id, created_by_id)
       select $1, 'open', 'medium', $2, $3, $3 from generate_series(1, 101)`,
      [subject, people.organization, people.client.id],
    );
    const change = async (by: string, asked = '') => {
      const path = `/api/tickets?where[subject][equals]=${encodeURIComponent(subject)}&depth=0${asked}`;
      const headers = { Authorization: `JWT ${by}`, 'Content-Type': 'application/json' };
      const response = await portal.fetch(path, { method: 'PATCH', headers, body: '{"priority":"high"}' });
      return [response.status, await response.json()] as const;
    };
    const changed = async () =>
      (await query(portal.databaseUrl, "select 1 from tickets where priority = 'high'")).length;
    for (const by of [people.client, people.representative])
      expect(await change(by.token)).toEqual([
        400,
        { errors: [{ message: 'At most 100 records may be changed at once: narrow the filter.' }] },
      ]);
    expect(await changed()).toBe(0);
    expect((await change(people.client.token, '&limit=2'))[0]).toBe(200);
    expect(await changed()).toBe(2);
    expect((await change(people.administrator.token))[0]).toBe(200);
    expect(await changed()).toBe(101);
    await portal.payload.delete({ collection: 'tickets', where: { subject: { equals: subject } } });
  });
});

describe('a query of ordinary size', () => {
  it.each([
    'where[requester.organization.name][equals]=Acme',
    asJson({ or: many(100, { subject: { equals: 'The printer' } }) }),
    asJson({ and: many(20, { 'organization.name': { equals: 'Acme' } }) }),
    asJson({ or: many(15, { subject: { like: 'the printer' } }) }),
    asJson({ id: { in: many(1_000, 1) } }),
    nested(10),
    'sort=-priority,subject',
  ])('is answered: %#', async (asked) => {
    const { status, body } = await client.get(`/tickets?${asked}`);
    expect([status, body.docs?.map(({ id }: { id: number }) => id)]).toEqual([200, [ticket]]);
  });
});

describe('a request that cannot be asked', () => {
  it.each([
    '/users?where[organization.domains][exists]=true',
    '/tickets?where[organization.domains][equals]=x',
    '/tickets?where[subject][near]=1,1',
    `/tickets?${asJson({ subject: { like: { toString: 1, valueOf: 1 } } })}`,
    '/tickets?where[organization][all]=1',
    '/tickets?where[createdAt][within]=x',
    '/payload-preferences?where[user][equals]=1',
    '/payload-preferences?where[value][like]=x',
    '/tickets?where=x',
    '/tickets?where[and]=x',
    '/tickets/%',
    '/payload-preferences/%',
  ])('is a mistake of the client’s: GET %s', async (path) => {
    const { status, body } = await staff.get(path);
    expect([path, status, body.errors[0].message]).toEqual([path, 400, expect.stringMatching(/\w/)]);
  });

  it.each([{ priority: true }, { priority: 5 }, { status: false }, { status: 'archived' }])(
    'is a mistake of the client’s: PATCH of %j',
    async (data) => {
      for (const path of [`/tickets/${ticket}`, `/tickets?where[id][equals]=${ticket}`]) {
        const { status, body } = await staff.patch(path, data);
        expect([path, [400, 422]]).toEqual([path, expect.arrayContaining([status])]);
        expect(body.errors[0].message).toMatch(/Enter text|Priority|Status/);
      }
    },
  );

  it.each([{}, 7, ['a@example.com']])(
    'is a mistake of the client’s: an e-mail address of %j',
    async (email) => {
      const data = { email, password: 'correct horse', role: 'editor' };
      for (const response of [
        await staff.post('/users', data),
        await staff.patch('/users?where[role][equals]=editor', { email }),
      ])
        expect([response.status, response.body.errors[0].message]).toEqual([422, 'Enter text.']);
    },
  );

  it.each([
    ['GET', '/folders/abc'],
    ['GET', '/tickets/99999999999999'],
    ['PATCH', '/tickets/abc'],
    ['DELETE', '/files/abc'],
    ['POST', '/folders/access/abc'],
    ['POST', '/saved-replies/abc/duplicate'],
    ['GET', '/payload-locked-documents/abc'],
  ] as const)('with an id that no record can have is not logged as an error: %s %s', async (method, path) => {
    const logged = vi.spyOn(portal.payload.logger, 'error');
    onTestFinished(() => logged.mockRestore());
    const response = await portal.fetch(`/api${path}`, {
      method,
      headers: { Authorization: staff.authorization ?? '', 'Content-Type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });
    expect([response.status, logged.mock.calls]).toEqual([404, []]);
  });

  it('is none with a body of null, which changes no Settings', async () => {
    expect((await staff.post('/globals/portal-settings', null)).status).toBe(200);
  });

  it('is a mistake of the client’s: POST /users/verify/x', async () => {
    expect((await staff.post('/users/verify/x', {})).status).toBe(400);
  });

  it.each(['/payload-kv/versions', '/payload-kv/versions/1', '/payload-preferences/versions/1'])(
    'leads to nothing: GET %s',
    async (path) => {
      expect([404, 403]).toContain((await staff.get(path)).status);
    },
  );

  it.each(['/tickets/versions/1', '/users/versions/1', '/payload-kv/versions/1'])(
    'leads to nothing: POST %s',
    async (path) => {
      expect([404, 403]).toContain((await staff.post(path, {})).status);
    },
  );
});

describe('the query Access of GraphQL', () => {
  it('says what a caller may do', async () => {
    const asked =
      '{ Access { canAccessAdmin tickets { read { permission } create { permission } fields { subject { read { permission } } } } } }';
    const { user } = await portal.payload.auth({
      headers: new Headers({ Authorization: `JWT ${people.administrator.token}` }),
    });
    const answer = await ask(asked, user as TypedUser);
    expect(answer.errors).toBeUndefined();
    const allowed = { permission: true };
    expect(answer.data?.Access).toEqual({
      canAccessAdmin: true,
      tickets: { read: allowed, create: allowed, fields: { subject: { read: allowed } } },
    });
    const stranger = await ask(asked, null);
    expect(stranger.errors).toBeUndefined();
    expect(JSON.stringify(stranger.data)).not.toContain('true');
  });
});

const userOf = async ({ token }: { readonly token: string }): Promise<TypedUser> => {
  const { user } = await portal.payload.auth({ headers: new Headers({ Authorization: `JWT ${token}` }) });
  return user as TypedUser;
};

const ask = async (source: string, user: TypedUser | null, variables: object = {}) => {
  const req = await createLocalReq({ ...(user && { user }) }, portal.payload);
  req.payloadAPI = 'GraphQL';
  return graphql({
    schema,
    source,
    variableValues: variables as Record<string, unknown>,
    contextValue: { req, res: {}, headers: {} },
  });
};
