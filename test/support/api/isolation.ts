import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectionSlug } from 'payload';
import { builtInTools } from '../portal/context.ts';
import { query, startPortal, type TestPortal } from '../portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../portal/people.ts';
import { type Client, keyClient } from './api.ts';

export const roles: readonly PersonRole[] = [
  'administrator',
  'editor',
  'developer',
  'technician',
  'representative',
  'client',
];

/** Owners of a record, relative to people of `people.organization`; `gone` was deleted, `never` never existed. */
export const kinds = ['own', 'foreign', 'gone', 'never'] as const;
export type Kind = (typeof kinds)[number];

/** The three that an outsider must not be able to tell apart. */
export const outOfReach: readonly Kind[] = ['foreign', 'gone', 'never'];

/** Words that stand in records, by which it is seen who can read them. */
export const marks = {
  own: 'OWNMARK',
  foreign: 'FOREIGNMARK',
  internal: 'INTERNALMARK',
  tag: 'TAGMARK',
  logged: 'LOGGEDMARK',
  settings: 'SETTINGSMARK',
} as const;

export const collections = [
  'users',
  'organizations',
  'tickets',
  'ticket-replies',
  'ticket-changes',
  'saved-replies',
  'folders',
  'files',
  'webhooks',
  'webhook-deliveries',
  'transfers',
  'upload-requests',
  'link-activity',
] as const;
export type Collection = (typeof collections)[number];

export interface IsolationWorld extends TestPortal {
  people: People;
  /** Makes a record of one of the two organizations. */
  make(collection: Collection, kind: 'own' | 'foreign'): Promise<number>;
  /** The id of a record of that kind: an own one is created for each call, one out of reach, which no request changes, once. */
  idOf(collection: Collection, kind: Kind): Promise<number>;
}

/** A portal with two organizations, each with every kind of record, and records that no one outside may see. */
export const startIsolation = async (): Promise<IsolationWorld> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-isolation-'));
  const mcp = { tools: builtInTools.map(({ name }) => name) };
  const portal = await startPortal({
    portal: { dataDir, mcp, rateLimit: { perMinute: 0 }, workers: 'external' },
  });
  const people = await createPeople(portal);
  const { administrator } = people;
  const api = await keyClient(portal, administrator, { owner: administrator });
  const make = buildMake(portal, people, api);
  const stop = async () => {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const makeGone = async (collection: Collection): Promise<number> => {
    const id = await make(collection, 'own');
    await portal.payload.delete({ collection: collection as CollectionSlug, id, overrideAccess: true });
    return id;
  };
  const foreign = onceEach((collection) => make(collection, 'foreign'));
  const gone = onceEach(makeGone);
  const world: IsolationWorld = {
    ...portal,
    stop,
    people,
    make,
    async idOf(collection, kind) {
      if (kind === 'never') return 999_999;
      if (kind === 'own') return make(collection, kind);
      return kind === 'foreign' ? foreign(collection) : gone(collection);
    },
  };
  await fill(world);
  return world;
};

const onceEach = (makeOne: (collection: Collection) => Promise<number>) => {
  const known = new Map<Collection, Promise<number>>();
  return (collection: Collection): Promise<number> => {
    const id = known.get(collection) ?? makeOne(collection);
    known.set(collection, id);
    return id;
  };
};

let made = 0;

const buildMake =
  ({ payload }: TestPortal, people: People, api: Client): IsolationWorld['make'] =>
  async (collection, kind) => {
    made += 1;
    const organization = kind === 'own' ? people.organization : people.otherOrganization;
    const mark = `${marks[kind]} ${made}`;
    const create = async (slug: Collection, data: object, file?: object): Promise<number> => {
      const args = { collection: slug as CollectionSlug, data, overrideAccess: true, ...(file && { file }) };
      return Number((await payload.create(args as never)).id);
    };
    const webhook = async (): Promise<number> => {
      const { body } = await api.post('/v1/webhooks', {
        url: `https://192.0.32.8/${mark.replace(' ', '-')}`,
        events: ['*'],
        organization_id: String(organization),
      });
      return Number(body.id);
    };
    switch (collection) {
      case 'webhooks':
        return webhook();
      case 'webhook-deliveries': {
        const { body } = await api.post(`/v1/webhooks/${await webhook()}/test`);
        return Number(body.delivery_id);
      }
      case 'organizations':
        return create(collection, { name: mark });
      case 'users': {
        const email = `${mark.replace(' ', '.').toLowerCase()}@example.com`;
        return create(collection, {
          email,
          name: mark,
          password: 'a password',
          role: 'client',
          organization,
        });
      }
      case 'tickets':
        return create(collection, { subject: mark, description: mark, organization });
      case 'ticket-replies': {
        const ticket = await create('tickets', { subject: mark, organization });
        return create(collection, { ticket, text: mark });
      }
      case 'ticket-changes': {
        const ticket = await create('tickets', { subject: mark, organization });
        const data = { subject: `${mark} changed` } as never;
        await payload.update({
          collection: 'tickets' as CollectionSlug,
          id: ticket,
          data,
          overrideAccess: true,
        });
        const { docs } = await payload.find({
          collection: collection as CollectionSlug,
          where: { ticket: { equals: ticket } },
          overrideAccess: true,
        });
        return Number(docs[0]?.id);
      }
      case 'saved-replies':
        return create(collection, { title: mark, body: mark, everybody: false, organization });
      case 'folders':
        return create(collection, { name: mark, organization });
      case 'transfers':
        return create(collection, { title: mark, message: mark, organization });
      case 'upload-requests': {
        const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
        return create(collection, { title: mark, message: mark, organization, expiresAt });
      }
      case 'link-activity': {
        const recordId = String(await create('transfers', { title: mark, organization }));
        const record = { recordType: 'transfer', recordId, organization };
        return create(collection, { at: new Date().toISOString(), kind: 'sent', browser: mark, ...record });
      }
      case 'files': {
        const folder = await create('folders', { name: mark, organization });
        const data = Buffer.from(mark);
        return create(
          collection,
          { folder },
          { name: `${mark}.txt`, data, mimetype: 'text/plain', size: data.byteLength },
        );
      }
      default:
        throw new Error(`Make a record of ${collection satisfies never} in test/support/api/isolation.ts.`);
    }
  };

const fill = async (world: IsolationWorld): Promise<void> => {
  const { payload, databaseUrl, people } = world;
  for (const collection of collections) {
    if (collection === 'organizations') continue;
    await world.make(collection, 'own');
    await world.make(collection, 'foreign');
  }
  await payload.update({
    collection: 'organizations' as CollectionSlug,
    id: people.otherOrganization,
    data: { name: marks.foreign } as never,
    overrideAccess: true,
  });
  await payload.update({
    collection: 'organizations' as CollectionSlug,
    id: people.organization,
    data: { name: marks.own } as never,
    overrideAccess: true,
  });
  const ticket = await world.make('tickets', 'own');
  await payload.create({
    collection: 'ticket-replies' as CollectionSlug,
    data: { ticket, text: marks.internal, internal: true } as never,
    overrideAccess: true,
  });
  await payload.update({
    collection: 'tickets' as CollectionSlug,
    id: ticket,
    data: { tags: [marks.tag] } as never,
    overrideAccess: true,
  });
  await payload.updateGlobal({
    slug: 'portal-settings' as never,
    data: { notifications: { from: `${marks.settings} <portal@example.com>` } } as never,
    overrideAccess: true,
  });
  await query(
    databaseUrl,
    `insert into email_log ("to", subject, status, created_at) values ('ann@example.com', $1, 'sent', now())`,
    [marks.logged],
  );
  await query(
    databaseUrl,
    `insert into email_log_purges (user_id, before, deleted, created_at) values ($1, '2020-01-01', 1, now())`,
    [people.administrator.id],
  );
};
