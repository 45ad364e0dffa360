import fc from 'fast-check';
import type { CollectionConfig, Plugin } from 'payload';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { eventually } from '../../support/mail/mail.ts';
import {
  isWaitingForLock,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

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

describe('a ticket created over the API', () => {
  let portal: TestPortal;
  let client: Client;

  beforeAll(async () => {
    portal = await startPortal({ portal: { workers: 'external' } });
    const people = await createPeople(portal);
    const owner = people.client;
    client = await keyClient(portal, people.administrator, { owner, organization: people.organization });
    const webhook = { url: 'https://93.184.215.14/', events: ['ticket.created'] };
    expect((await client.post('/v1/webhooks', webhook)).status).toBe(201);
  });

  afterAll(() => portal.stop());

  it('keeps any text unchanged, or refuses it', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
    const outcomes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(text, text, async (subject, description) => {
        const { status, body } = await client.post('/v1/tickets', { subject, description });
        outcomes.add(status);
        if (status === 201) expect(body).toMatchObject({ subject, description });
        else expect(status).toBe(422);
      }),
      { numRuns: 60 },
    );
    expect(outcomes).toContain(201);
  });

  it('is created once per Idempotency-Key, with one event and one mail', async () => {
    const headers = { 'Idempotency-Key': 'the same' };
    const first = await client.post('/v1/tickets', { subject: 'Once' }, headers);
    const again = await client.post('/v1/tickets', { subject: 'Once' }, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const count = async (sql: string) => (await query(portal.databaseUrl, sql, [first.body.id])).length;
    const deliveries = `select 1 from webhook_deliveries d join support_portal.webhook_events e on e.id = d.event_id
      where e.body::json -> 'data' ->> 'id' = $1`;
    const mails = `select 1 from support_portal.jobs where queue = 'ticket-notices' and data ->> 'ticketId' = $1`;
    expect([await count(deliveries), await count(mails)]).toEqual([1, 1]);
  });
});

describe('a customization of the collection', () => {
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
  ] as const)('applies to the API: a hook by %s', async (_, optionsWith) => {
    const hook = vi.fn();
    const portal = stopAfterTest(await startPortal(optionsWith(hook)));
    expect((await makeOne(portal)).status).toBe(201);
    expect(hook).toHaveBeenCalledTimes(1);
  });

  it('applies to the API: create access', async () => {
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
  ] as const)('applies to the API: %s', async (_, plugin, status) => {
    const portal = stopAfterTest(await startPortal({ app: { plugins: [plugin] } }));
    expect((await makeOne(portal)).status).toBe(status);
  });

  it.each([
    ['who may fill a field', withField('priority', { access: { create: () => false } }), 'medium'],
    ['what a field is by default', withField('priority', { defaultValue: 'urgent' }), 'urgent'],
  ] as const)('applies to the API: %s', async (_, plugin, priority) => {
    const portal = stopAfterTest(await startPortal({ app: { plugins: [plugin] } }));
    const body = priority === 'medium' ? { subject: 'VPN', priority: 'high' } : { subject: 'VPN' };
    expect((await makeOne(portal, body)).body).toMatchObject({ priority });
  });

  it('applies to the API: versions', async () => {
    const versions = changing((tickets) => ({ ...tickets, versions: true }));
    const portal = stopAfterTest(await startPortal({ push: true, app: { plugins: [versions] } }));
    expect((await makeOne(portal)).status).toBe(201);
    expect(await query(portal.databaseUrl, 'select id from _tickets_v')).toHaveLength(1);
  });
});

describe('an organization that is deleted while its ticket is being created', () => {
  it('is deleted: its creator locks it before its webhooks, too', async () => {
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
