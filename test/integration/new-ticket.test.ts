import fc from 'fast-check';
import type { CollectionConfig, Plugin } from 'payload';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, keyClient, sessionOf } from '../support/api.ts';
import { eventually } from '../support/mail.ts';
import { isWaitingForLock, query, startPortal, stopAfterTest, type TestPortal } from '../support/payload.ts';
import { createPeople, type People } from '../support/people.ts';

/** A ticket that the API creates goes through the CMS, with and without hooks of the app. */

const changing =
  (change: (tickets: CollectionConfig) => CollectionConfig): Plugin =>
  (config) => ({
    ...config,
    collections: config.collections?.map((collection) =>
      collection.slug === 'tickets' ? change(collection) : collection,
    ),
  });

const withHook = (hook: () => void) =>
  changing((tickets) => ({
    ...tickets,
    hooks: { ...tickets.hooks, afterChange: [...(tickets.hooks?.afterChange ?? []), hook] },
  }));

describe('a ticket made over the API', () => {
  interface Side {
    readonly portal: TestPortal;
    readonly people: People;
    readonly callers: Record<'agency' | 'bound' | 'representative' | 'client', Client>;
  }

  let alone: Side;
  let shared: Side;

  const begin = async (plugins: Plugin[]): Promise<Side> => {
    const portal = await startPortal({ portal: { workers: 'external' }, app: { plugins } });
    const people = await createPeople(portal);
    const key = (owner: keyof People, organization: number | null = null) =>
      keyClient(portal, people.administrator, { owner: people[owner] as People['client'], organization });
    const callers = {
      agency: await key('editor'),
      bound: await key('technician', people.organization),
      representative: await key('representative', people.organization),
      client: await key('client', people.organization),
    };
    for (const [number, organization_id] of [people.organization, people.otherOrganization, null].entries()) {
      const { status } = await callers.agency.post('/v1/webhooks', {
        url: `https://93.184.215.14/${number}`,
        events: number === 1 ? ['ticket.*'] : ['ticket.created', 'file.uploaded'],
        ...(organization_id !== null && { organization_id: String(organization_id) }),
      });
      expect(status).toBe(201);
    }
    const disabled = await callers.client.post('/v1/webhooks', {
      url: 'https://93.184.215.14/off',
      events: ['*'],
    });
    expect(
      (await callers.client.patch(`/v1/webhooks/${disabled.body.id}`, { status: 'disabled' })).status,
    ).toBe(200);
    return { portal, people, callers };
  };

  beforeAll(async () => {
    [alone, shared] = [await begin([]), await begin([withHook(() => {})])];
  });

  afterAll(() => Promise.all([alone.portal.stop(), shared.portal.stop()]));

  /** All that a ticket leaves in the database, without what differs each time. */
  const tracesOf = async ({ portal }: Side): Promise<unknown[]> => {
    const rows = await query<{ table: string; row: Record<string, unknown> }>(
      portal.databaseUrl,
      `select 'tickets' as table, to_jsonb(t) as row from tickets t
       union all select 'deliveries', to_jsonb(d) from webhook_deliveries d
       union all select 'jobs', to_jsonb(j) from support_portal.jobs j where queue = 'ticket-notices'
       union all select 'history', to_jsonb(h) from ticket_changes h`,
    );
    const anyTime = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|[+-]\d\d:\d\d)?/g;
    const anyUuid = /[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}/g;
    return rows
      .map(({ table, row }) => {
        const { id: _, ...rest } = row;
        const kept = table === 'jobs' ? rest : row;
        return `${table} ${JSON.stringify(kept).replaceAll(anyTime, 'a time').replaceAll(anyUuid, 'a uuid')}`;
      })
      .toSorted();
  };

  const makeOn = async (
    { callers }: Side,
    caller: keyof Side['callers'],
    input: object,
    headers: Record<string, string> = {},
  ) => {
    const answer = await callers[caller].post('/v1/tickets', input, headers);
    const { created_at, updated_at, request_id, ...body } = answer.body;
    const times = [created_at, updated_at].map(
      (time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)),
    );
    return {
      status: answer.status,
      body,
      times,
      location: answer.headers.get('Location'),
    };
  };

  const expectSame = async (
    ...[caller, input, headers]: [keyof Side['callers'], object, Record<string, string>?]
  ) => {
    const answers = [
      await makeOn(alone, caller, input, headers),
      await makeOn(shared, caller, input, headers),
    ] as const;
    expect(answers[0]).toEqual(answers[1]);
    return answers[0];
  };

  it('is answered, and leaves the same rows, events and jobs, either way', async () => {
    const { people } = alone;
    const [org, other] = [String(people.organization), String(people.otherOrganization)];
    const named = { requester_id: String(people.client.id), assignee_id: String(people.technician.id) };
    const inputs: [keyof Side['callers'], object][] = [
      [
        'client',
        { subject: 'VPN is slow', description: 'Since\nthis "morning" \\ ü 🙂', priority: 'urgent' },
      ],
      ['client', { subject: 'No more', description: null }],
      ['client', { subject: 'Named', ...named }],
      ['client', { subject: 'Far', organization_id: other }],
      ['representative', { subject: 'Mine', ...named }],
      ['representative', { subject: 'Theirs', assignee_id: String(people.representative.id) }],
      ['representative', { subject: 'Far', requester_id: String(people.editor.id) }],
      ['bound', { subject: 'Bound', ...named }],
      ['agency', { subject: 'Spanning', organization_id: org, ...named }],
      ['agency', { subject: 'Elsewhere', organization_id: other }],
      ['agency', { subject: 'Nowhere' }],
      ['agency', { subject: 'Unknown', organization_id: '99999999' }],
      ['agency', { subject: 'Nobody', organization_id: org, assignee_id: '99999999' }],
      ['agency', { subject: 'Nobody', organization_id: org, assignee_id: null }],
      ['agency', { subject: 'A client', organization_id: org, assignee_id: named.requester_id }],
      ['agency', { subject: 'Elsewhere', organization_id: other, requester_id: named.requester_id }],
      ['client', { subject: ' ' }],
      ['client', { subject: 'two\nlines' }],
      ['client', { subject: 'a', status: 'closed' }],
    ];
    const statuses = [];
    for (const [caller, input] of inputs) statuses.push((await expectSame(caller, input)).status);
    expect(new Set(statuses)).toEqual(new Set([201, 403, 422]));
    const traces = await tracesOf(alone);
    expect(traces).toEqual(await tracesOf(shared));
    expect(traces.filter((trace) => String(trace).startsWith('deliveries')).length).toBeGreaterThan(15);
  });

  it('keeps any text as it was sent, either way', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, text, async (subject, description) => {
        await expectSame('client', { subject, description });
      }),
      { numRuns: 60 },
    );
    expect(await tracesOf(alone)).toEqual(await tracesOf(shared));
  });

  it('is made once for an Idempotency-Key, either way, with one event', async () => {
    const input = { subject: 'Once' };
    const headers = { 'Idempotency-Key': 'the same' };
    const first = await expectSame('client', input, headers);
    expect(await expectSame('client', input, headers)).toEqual(first);
    expect(await tracesOf(alone)).toEqual(await tracesOf(shared));
  });
});

describe('what others do to the collection', () => {
  const makeOne = async (portal: TestPortal, body: object = { subject: 'VPN' }) => {
    const people = await createPeople(portal);
    const client = await keyClient(portal, people.administrator, {
      owner: people.client,
      organization: people.organization,
    });
    return client.post('/v1/tickets', body);
  };

  it.each([
    [
      'the option `collections`',
      (hook: () => void) => ({
        portal: {
          collections: {
            tickets: {
              overrides: (tickets: CollectionConfig) => ({
                ...tickets,
                hooks: { ...tickets.hooks, afterChange: [...(tickets.hooks?.afterChange ?? []), hook] },
              }),
            },
          },
        },
      }),
    ],
    ['a plugin', (hook: () => void) => ({ app: { plugins: [withHook(hook)] } })],
    [
      'a plugin that changes it in its place',
      (hook: () => void) => ({
        app: {
          plugins: [
            ((config) => {
              config.collections?.find(({ slug }) => slug === 'tickets')?.hooks?.afterChange?.push(hook);
              return config;
            }) satisfies Plugin,
          ],
        },
      }),
    ],
  ] as const)('holds for the API: a hook by %s', async (_, optionsWith) => {
    const hook = vi.fn();
    const portal = stopAfterTest(await startPortal(optionsWith(hook)));
    expect((await makeOne(portal)).status).toBe(201);
    expect(hook).toHaveBeenCalledTimes(1);
  });

  it('holds for the API: who may make one', async () => {
    const closed = changing((tickets) => ({
      ...tickets,
      access: { ...tickets.access, create: () => false },
    }));
    const portal = stopAfterTest(await startPortal({ app: { plugins: [closed] } }));
    expect((await makeOne(portal)).status).toBe(403);
  });

  const withField = (name: string, change: object) =>
    changing((tickets) => ({
      ...tickets,
      fields: tickets.fields.map((field) =>
        'name' in field && field.name === name ? { ...field, ...change } : field,
      ) as CollectionConfig['fields'],
    }));

  it.each([
    ['a rule of its own', withField('subject', { validate: () => 'Begin with #.' }), 422],
    ['a rule where there was none', withField('priority', { validate: () => 'Never.' }), 422],
    ['a field that is needed', withField('assignee', { required: true }), 422],
  ] as const)('holds for the API: %s', async (_, plugin, status) => {
    const portal = stopAfterTest(await startPortal({ app: { plugins: [plugin] } }));
    expect((await makeOne(portal)).status).toBe(status);
  });

  it.each([
    ['who may fill a field', withField('priority', { access: { create: () => false } }), 'medium'],
    ['what a field is by default', withField('priority', { defaultValue: 'urgent' }), 'urgent'],
  ] as const)('holds for the API: %s', async (_, plugin, priority) => {
    const portal = stopAfterTest(await startPortal({ app: { plugins: [plugin] } }));
    const body = priority === 'medium' ? { subject: 'VPN', priority: 'high' } : { subject: 'VPN' };
    expect((await makeOne(portal, body)).body).toMatchObject({ priority });
  });

  it('holds for the API: versions', async () => {
    const versions = changing((tickets) => ({ ...tickets, versions: true }));
    const portal = stopAfterTest(await startPortal({ push: true, app: { plugins: [versions] } }));
    expect((await makeOne(portal)).status).toBe(201);
    expect(await query(portal.databaseUrl, 'select id from _tickets_v')).toHaveLength(1);
  });
});

describe('an organization that is deleted while a ticket of its is made', () => {
  it('is deleted: whoever makes the ticket locks it before its webhooks, too', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const people = await createPeople(portal);
    const agency = await keyClient(portal, people.administrator, { owner: people.editor });
    const organization_id = String(people.otherOrganization);
    await agency.post('/v1/webhooks', { url: 'https://93.184.215.14/', events: ['*'], organization_id });
    const locks = 'pg_advisory_xact_lock(7)';
    await query(
      portal.databaseUrl,
      `create function wait() returns trigger language plpgsql as $$ begin perform ${locks}; return new; end $$`,
    );
    await query(
      portal.databaseUrl,
      'create trigger waits before insert on webhook_deliveries for each row execute function wait()',
    );
    const holder = new pg.Client({ connectionString: portal.databaseUrl });
    await holder.connect();
    await holder.query(`begin; select ${locks}`);
    const making = agency.post('/v1/tickets', { subject: 'VPN', organization_id });
    await eventually(() => isWaitingForLock(portal.databaseUrl));
    const deleting = sessionOf(portal, people.administrator).delete(`/organizations/${organization_id}`);
    await eventually(async () => {
      const waiting = await query(
        portal.databaseUrl,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 1;
    });
    await holder.query('commit');
    await holder.end();
    expect([(await deleting).status, (await making).status]).toEqual([200, 201]);
  });
});
