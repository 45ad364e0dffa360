import { configToSchema } from '@payloadcms/graphql';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { type CollectionSlug, createLocalReq, type TypedUser } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../../support/api/api.ts';
import { graphql } from '../../support/api/graphql.ts';
import {
  type Collection,
  type IsolationWorld,
  type Kind,
  marks,
  outOfReach,
  roles,
  startIsolation,
} from '../../support/api/isolation.ts';
import { query } from '../../support/portal/payload.ts';
import type { PersonRole } from '../../support/portal/people.ts';

/** Every collection × role × organization × action, through the APIs of the CMS itself. */

const staff: readonly PersonRole[] = ['administrator', 'editor', 'developer', 'technician'];
const administrators: readonly PersonRole[] = ['administrator'];
const nobody: readonly PersonRole[] = [];

type Action = 'read' | 'update' | 'delete';
const actions: readonly Action[] = ['read', 'update', 'delete'];

interface Expectation {
  /** Its GraphQL name. */
  readonly graphql: string;
  /** Who may act on records of their own organization. */
  readonly may: Readonly<Record<Action, readonly PersonRole[]>>;
  /** Who may make one, if a body alone makes it. */
  readonly create?: { readonly by: readonly PersonRole[]; readonly data: (world: IsolationWorld) => object };
  readonly change: object;
}

const log = { read: staff, update: nobody, delete: nobody };

const expectations: Readonly<Record<string, Expectation>> = {
  users: {
    graphql: 'User',
    // Clients read only themselves.
    may: { read: roles.filter((role) => role !== 'client'), update: staff, delete: administrators },
    change: { name: 'Changed' },
    create: {
      by: staff,
      data: ({ people }) => ({
        email: `${Math.random()}@example.com`,
        password: 'a password',
        role: 'client',
        organization: people.organization,
      }),
    },
  },
  organizations: {
    graphql: 'Organization',
    // Only staff can access a new organization.
    may: { read: staff, update: staff, delete: administrators },
    change: { name: 'Changed' },
    create: { by: staff, data: () => ({ name: 'New' }) },
  },
  tickets: {
    graphql: 'Ticket',
    may: { read: roles, update: roles, delete: administrators },
    change: { priority: 'high' },
    create: {
      by: roles,
      data: ({ people }) => ({
        subject: 'New',
        organization: people.organization,
        status: 'open',
        priority: 'low',
      }),
    },
  },
  'ticket-replies': {
    graphql: 'TicketReply',
    may: { read: roles, update: nobody, delete: administrators },
    change: { text: 'Changed' },
  },
  'ticket-changes': {
    graphql: 'TicketChange',
    may: { read: roles.filter((role) => role !== 'client'), update: nobody, delete: nobody },
    change: { sequence: 0 },
  },
  'saved-replies': {
    graphql: 'SavedReply',
    may: { read: [...staff, 'representative'], update: staff, delete: staff },
    change: { title: 'Changed' },
    create: {
      by: staff,
      data: ({ people }) => ({
        title: 'New',
        body: 'Hello {{requester.name}}',
        everybody: false,
        organization: people.organization,
      }),
    },
  },
  folders: {
    graphql: 'Folder',
    may: { read: roles, update: roles, delete: roles },
    change: { name: 'Changed' },
    create: { by: roles, data: ({ people }) => ({ name: 'New', organization: people.organization }) },
  },
  files: {
    graphql: 'PortalFile',
    may: { read: roles, update: nobody, delete: roles },
    change: { ticket: null },
  },
  transfers: {
    graphql: 'Transfer',
    may: { read: [...staff, 'representative'], update: nobody, delete: nobody },
    change: { title: 'Changed' },
  },
  'upload-requests': {
    graphql: 'UploadRequest',
    may: { read: [...staff, 'representative'], update: nobody, delete: nobody },
    change: { title: 'Changed' },
  },
  'link-activity': {
    graphql: 'LinkActivity',
    may: { read: [...staff, 'representative'], update: nobody, delete: nobody },
    change: { kind: 'sent' },
  },
  'api-keys': { graphql: 'ApiKey', may: log, change: { name: 'Changed' } },
  webhooks: { graphql: 'Webhook', may: log, change: { url: 'https://example.com/' } },
  'webhook-deliveries': { graphql: 'WebhookDelivery', may: log, change: { attempts: 0 } },
  'email-log': { graphql: 'EmailLogRow', may: log, change: { subject: 'Changed' } },
  'mail-deliveries': { graphql: 'MailDelivery', may: log, change: { detail: 'Changed' } },
  'email-log-purges': { graphql: 'EmailLogPurge', may: log, change: { deleted: 0 } },
};

/** Collections of the CMS itself, and messages, which are no organization's (test/inbound/api.test.ts); the tests below show that they are closed to outsiders. */
const internals = ['inbound-mails', 'payload-kv', 'payload-migrations', 'payload-preferences'];

let world: IsolationWorld;
let schema: GraphQLSchema;
let key: string;

beforeAll(async () => {
  world = await startIsolation();
  const { administrator, client, organization } = world.people;
  key = await makeKey(world, administrator, { owner: client, organization });
  ({ schema } = configToSchema(world.config));
  await query(
    world.databaseUrl,
    `insert into mail_deliveries (email, recipient, state, source, event_id, at)
     values ('1', 'ann@example.com', 'bounced', 'resend', 'an event', now())`,
  );
});

afterAll(() => world.stop());

const isMade = (slug: string): slug is Collection =>
  !slug.startsWith('email-log') && slug !== 'api-keys' && slug !== 'mail-deliveries';

const idOf = async (slug: string, kind: Kind): Promise<number> => {
  if (isMade(slug)) return world.idOf(slug, kind);
  if (kind === 'never') return 999_999;
  const [row] = await query<{ id: number }>(
    world.databaseUrl,
    `select min(id) as id from ${slug.replaceAll('-', '_')}`,
  );
  return Number(row?.id);
};

/** The result of an attempt: `done`, or the whole error. */
type Outcome = 'done' | { refused: unknown };

interface Attempt {
  slug: string;
  role: PersonRole | null;
  action: Action | 'access';
  id: number;
}

const userOf = async (role: PersonRole | null): Promise<TypedUser | null> => {
  if (!role) return null;
  const id = world.people[role].id;
  const user = await world.payload.findByID({ collection: 'users', id, depth: 0, overrideAccess: true });
  return { ...user, collection: 'users' } as unknown as TypedUser;
};

const rest = async ({ slug, role, action, id }: Attempt): Promise<Outcome> => {
  const methods = { read: 'GET', update: 'PATCH', delete: 'DELETE', access: 'POST' } as const;
  const path = action === 'access' ? `${slug}/access/${id}` : `${slug}/${id}`;
  const response = await world.fetch(`/api/${path}`, {
    method: methods[action],
    headers: {
      ...(role && { Authorization: `JWT ${world.people[role].token}` }),
      'Content-Type': 'application/json',
    },
    ...(action === 'update' && { body: JSON.stringify(expectations[slug]?.change) }),
  });
  const text = await response.text();
  return response.ok ? 'done' : { refused: [response.status, text.replaceAll(String(id), 'ID')] };
};

const local = async ({ slug, role, action, id }: Attempt): Promise<Outcome> => {
  const collection = slug as CollectionSlug;
  const user = await userOf(role);
  const common = { collection, id, depth: 0, overrideAccess: false, user } as const;
  const attempts = {
    read: () => world.payload.findByID(common as never),
    update: () => world.payload.update({ ...common, data: expectations[slug]?.change } as never),
    delete: () => world.payload.delete(common as never),
    access: () => Promise.resolve(),
  };
  return attempts[action]().then(
    () => 'done' as const,
    (error: Error) => ({ refused: [error.name, error.message] }),
  );
};

/** GraphQL writes these without quotes. */
const enumerations = ['priority', 'role', 'status'];

const literal = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${enumerations.includes(name) ? one : JSON.stringify(one)}`)
    .join(', ')} }`;

const overGraphql = async ({ slug, role, action, id }: Attempt): Promise<Outcome> => {
  const { graphql: name = '', change = {} } = expectations[slug] ?? {};
  const sources = {
    read: `{ answer: ${name}(id: ${id}) { id } }`,
    update: `mutation { answer: update${name}(id: ${id}, data: ${literal(change)}) { id } }`,
    delete: `mutation { answer: delete${name}(id: ${id}) { id } }`,
    access: `{ answer: docAccess${name}(id: ${id}) { read { permission } } }`,
  };
  const { data, errors } = await ask(role, sources[action]);
  if (!errors && data?.answer) return 'done';
  return { refused: errors?.map(({ message, extensions }) => [message, extensions.statusCode]) ?? null };
};

const ask = async (role: PersonRole | null, source: string): Promise<ExecutionResult> => {
  const req = await createLocalReq({ user: (await userOf(role)) ?? undefined }, world.payload);
  req.payloadAPI = 'GraphQL';
  return graphql({ schema, source, contextValue: { req, headers: {} } });
};

const interfaces = { 'the CMS’s REST': rest, 'the Local API': local, GraphQL: overGraphql } as const;

const everyCase = Object.keys(expectations).flatMap((slug) => roles.map((role) => ({ slug, role })));

it('has an expectation for every collection, and for nothing else', () => {
  const slugs = world.config.collections.map(({ slug }) => slug).sort();
  expect(slugs).toEqual([...Object.keys(expectations), ...internals].sort());
});

// First, for the other tests make thousands of deliveries.
describe('a bulk read', () => {
  const secrets = async (): Promise<string[]> => {
    const rows = await query<{ secret: string }>(
      world.databaseUrl,
      'select hash as secret from api_keys union all select hash from users union all select salt from users union all select id from users_sessions',
    );
    return [...rows.map(({ secret }) => secret), key];
  };

  const readAll = async (slug: string, role: PersonRole): Promise<string[]> => {
    // As many as a representative has on a page, and a client.
    const limit = role === 'client' ? 100 : 500;
    let shown = '';
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const response = await world.fetch(`/api/${slug}?limit=${limit}&page=${page}&depth=3`, {
        headers: { Authorization: `JWT ${world.people[role].token}` },
      });
      const text = await response.text();
      shown += text;
      isLast = !text.includes('"hasNextPage":true');
    }
    const found = await world.payload
      .find({
        collection: slug as CollectionSlug,
        limit: 1000,
        depth: 3,
        overrideAccess: false,
        user: await userOf(role),
      })
      .catch(() => null);
    return [shown, JSON.stringify(found)];
  };

  it.each(everyCase)('shows $role no secret of $slug, and only their own records', async ({ slug, role }) => {
    const own = await query<{ id: string }>(
      world.databaseUrl,
      'select id from users_sessions where _parent_id = $1',
      [world.people[role].id],
    );
    const known = own.map(({ id }) => id);
    const others = (await secrets()).filter((secret) => !known.includes(secret));
    for (const text of await readAll(slug, role)) {
      for (const secret of others) expect(text).not.toContain(secret);
      if (staff.includes(role)) continue;
      expect(text).not.toContain(marks.foreign);
      expect(text).not.toContain(marks.logged);
      expect(text).not.toContain(marks.settings);
      if (role === 'client') expect(text).not.toContain(marks.internal);
      if (role === 'client') expect(text).not.toContain(marks.tag);
      if (role === 'representative' && slug === 'tickets') expect(text).toContain(marks.tag);
      if (slug === 'tickets') expect(text).toContain(marks.own);
    }
  });

  it.each(roles)('answers %s what is asked of tags only if they are no client', async (role) => {
    const isClient = role === 'client';
    const headers = { Authorization: `JWT ${world.people[role].token}` };
    for (const path of [
      '/api/tickets?where[tags][exists]=true',
      '/api/tickets?where[or][0][tags][exists]=true',
      '/api/tickets?sort=tags',
      '/api/tickets?where[mergedInto.tags][exists]=true',
      '/api/tickets/count?where[tags][exists]=true',
      '/api/ticket-replies?where[ticket.tags][exists]=true',
    ])
      expect((await world.fetch(path, { headers })).status, path).toBe(isClient ? 400 : 200);
    for (const source of [
      '{ Tickets(where: { tags: { exists: true } }) { docs { id } } }',
      '{ Tickets(sort: "tags") { docs { id } } }',
      '{ countTickets(where: { tags: { exists: true } }) { totalDocs } }',
    ])
      expect(Boolean((await ask(role, source)).errors), source).toBe(isClient);
  });

  it.each(roles)('lets %s merge no ticket by hand, through any API', async (role) => {
    const [id, mergedInto] = [await world.make('tickets', 'own'), await world.make('tickets', 'own')];
    await world.fetch(`/api/tickets/${id}`, {
      method: 'PATCH',
      headers: { Authorization: `JWT ${world.people[role].token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ mergedInto }),
    });
    await ask(role, `mutation { updateTicket(id: ${id}, data: { mergedInto: ${mergedInto} }) { id } }`);
    const user = await userOf(role);
    const data = { mergedInto } as never;
    await world.payload.update({ collection: 'tickets', id, data, overrideAccess: false, user } as never);
    const [stored] = await query(world.databaseUrl, 'select merged_into_id from tickets where id = $1', [id]);
    expect(stored).toEqual({ merged_into_id: null });
  });

  it.each(roles)('shows %s Settings only if they are staff', async (role) => {
    const response = await world.fetch('/api/globals/portal-settings', {
      headers: { Authorization: `JWT ${world.people[role].token}` },
    });
    expect((await response.text()).includes(marks.settings)).toBe(staff.includes(role));
    const { data } = await ask(role, '{ PortalSettings { notifications { from } } }');
    expect(JSON.stringify(data).includes(marks.settings)).toBe(staff.includes(role));
  });
});

describe.each(Object.entries(interfaces))('%s', (_name, attempt) => {
  it.each(everyCase)('lets $role do with $slug exactly what they may', async ({ slug, role }) => {
    for (const action of actions) {
      const outcome = await attempt({ slug, role, action, id: await idOf(slug, 'own') });
      const wanted = expectations[slug]?.may[action].includes(role);
      expect(outcome === 'done', `${action}: ${JSON.stringify(outcome)}`).toBe(wanted);
    }
  });

  it.each(Object.keys(expectations))('refuses %s to a request without credentials', async (slug) => {
    for (const action of actions) {
      const outcome = await attempt({ slug, role: null, action, id: await idOf(slug, 'own') });
      expect(outcome, action).not.toBe('done');
    }
  });

  it.each(everyCase.filter(({ role, slug }) => !staff.includes(role) && isMade(slug)))(
    'tells $role nothing of whether another user’s record of $slug is there',
    async ({ slug, role }) => {
      for (const action of [...actions, 'access'] as const) {
        const outcomes: Outcome[] = [];
        for (const kind of outOfReach) {
          outcomes.push(await attempt({ slug, role, action, id: await idOf(slug, kind) }));
        }
        expect(
          new Set(outcomes.map((one) => JSON.stringify(one))).size,
          `${action} ${JSON.stringify(outcomes)}`,
        ).toBe(1);
        if (attempt !== local || action !== 'access') expect(outcomes[0], action).not.toBe('done');
      }
    },
  );
});

describe('creating records', () => {
  const creations = everyCase.filter(({ slug }) => expectations[slug]?.create);

  it.each(creations)('lets $role create $slug or not, as expected', async ({ slug, role }) => {
    const { create } = expectations[slug] ?? {};
    const user = await userOf(role);
    const byLocal = await world.payload
      .create({
        collection: slug as CollectionSlug,
        data: create?.data(world),
        overrideAccess: false,
        user,
      } as never)
      .then(
        () => true,
        () => false,
      );
    const byRest = await world.fetch(`/api/${slug}`, {
      method: 'POST',
      headers: { Authorization: `JWT ${world.people[role].token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(create?.data(world)),
    });
    const name = expectations[slug]?.graphql;
    const { data } = await ask(
      role,
      `mutation { answer: create${name}(data: ${literal(create?.data(world) ?? {})}) { id } }`,
    );
    const wanted = create?.by.includes(role) ?? false;
    expect([byLocal, byRest.ok, Boolean(data?.answer)]).toEqual([wanted, wanted, wanted]);
  });

  it.each(['representative', 'client'] as const)(
    'creates nothing in another organization for %s',
    async (role) => {
      for (const [slug, { create }] of Object.entries(expectations)) {
        if (!create?.by.includes(role)) continue;
        const response = await world.fetch(`/api/${slug}`, {
          method: 'POST',
          headers: { Authorization: `JWT ${world.people[role].token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...create.data(world), organization: world.people.otherOrganization }),
        });
        const { doc } = await response.json();
        const organization = doc?.organization?.id ?? doc?.organization ?? world.people.organization;
        expect(organization, slug).toBe(world.people.organization);
      }
    },
  );

  it.each(roles)(
    'lets %s neither raise their role nor leave their organization, through any API',
    async (role) => {
      const { id } = world.people[role];
      const wanted = {
        role: role === 'administrator' ? 'editor' : 'administrator',
        organization: world.people.otherOrganization,
      };
      const user = await userOf(role);
      await world.payload
        .update({ collection: 'users', id, data: wanted, overrideAccess: false, user } as never)
        .catch(() => {});
      await world.fetch(`/api/users/${id}`, {
        method: 'PATCH',
        headers: { Authorization: `JWT ${world.people[role].token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(wanted),
      });
      await ask(role, `mutation { updateUser(id: ${id}, data: ${literal(wanted)}) { id } }`);
      const after = await userOf(role);
      expect(after).toMatchObject({ role });
      expect(Reflect.get(after ?? {}, 'organization') ?? null).toBe(
        role === 'client' ? world.people.organization : null,
      );
    },
  );
});

describe('collections of the CMS itself', () => {
  it.each(roles.filter((role) => !staff.includes(role)))('show %s nothing of other users', async (role) => {
    for (const slug of internals) {
      const response = await world.fetch(`/api/${slug}?limit=100`, {
        headers: { Authorization: `JWT ${world.people[role].token}` },
      });
      const { docs = [] } = await response.json();
      expect(docs, slug).toEqual([]);
    }
  });
});
