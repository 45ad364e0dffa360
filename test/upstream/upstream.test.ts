import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresAdapter, postgresAdapter } from '@payloadcms/db-postgres';
import { drizzle } from '@payloadcms/db-postgres/drizzle/node-postgres';
import { PgDialect } from '@payloadcms/db-postgres/drizzle/pg-core';
import { configToSchema } from '@payloadcms/graphql';
import { getClientSchemaMap } from '@payloadcms/ui/utilities/getClientSchemaMap';
import { getSchemaMap } from '@payloadcms/ui/utilities/getSchemaMap';
import {
  buildConfig,
  type CollectionConfig,
  createClientConfig,
  createLocalReq,
  getLocalI18n,
  getPayload,
  type Payload,
  type SanitizedConfig,
} from 'payload';
import { en } from 'payload/i18n/en';
import { fr } from 'payload/i18n/fr';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { registerTranslations } from '../../src/core/texts/register.ts';
import { features } from '../../src/features.ts';
import { graphql } from '../support/api/graphql.ts';
import { handlerOf } from '../support/portal/handler.ts';
import { createDatabase, query, stopPayload } from '../support/portal/payload.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

/**
 * What the CMS, drizzle and the driver do by themselves. A test that fails here says that upstream has mended it: look
 * whether the file of `src/core/upstream` that the test is named after can go.
 */

const people: CollectionConfig = {
  slug: 'people',
  auth: true,
  access: { read: () => ({ rank: { equals: 0 } }) },
  fields: [
    { name: 'rank', type: 'number' },
    { name: 'boss', type: 'relationship', relationTo: 'people' },
  ],
};

/** Done while a note is being changed. */
let meanwhile: (() => Promise<unknown>) | null = null;

/** The documents that the hook of notes was given. */
const followed: object[] = [];

/** The data that each of two fields was validated with. */
const validated: { text?: unknown }[] = [];

const noteData = (_: unknown, { data }: { data: object }): true => {
  validated.push(data);
  return true;
};

const notes: CollectionConfig = {
  slug: 'notes',
  hooks: {
    beforeChange: [
      async () => {
        const task = meanwhile;
        meanwhile = null;
        await task?.();
      },
    ],
    afterChange: [({ doc }) => void followed.push(doc)],
  },
  access: { read: ({ req }) => req.user !== null && { owner: { equals: req.user.id } } },
  fields: [
    { name: 'text', type: 'text', label: ({ i18n }) => i18n.language, validate: noteData },
    { name: 'title', type: 'text', validate: noteData },
    { name: 'owner', type: 'relationship', relationTo: 'people' },
  ],
};

/** In which no one has an account yet. The first waits for a second, for two seconds at most. */
const members: CollectionConfig = {
  ...people,
  slug: 'members',
  hooks: { beforeValidate: [() => Promise.race([secondMember(), sleep(2_000)])] },
};

let arrived = 0;
let tellSecond = (): void => {};
const second = new Promise<void>((resolve) => {
  tellSecond = resolve;
});

const secondMember = (): Promise<void> => {
  arrived += 1;
  if (arrived > 1) tellSecond();
  return second;
};

const publicNotes: CollectionConfig = { ...notes, slug: 'public-notes', access: { read: () => true } };

const failing = async (): Promise<void> => {
  throw new Error('no such host');
};

/** Sends each mail of the CMS. */
let sendEmail = failing;

const configOf = (databaseUrl: string): Promise<SanitizedConfig> =>
  buildConfig({
    secret: 'a secret of at least thirty-two characters',
    db: postgresAdapter({ pool: { connectionString: databaseUrl, application_name: randomUUID() } }),
    collections: [people, members, notes, publicNotes],
    // The CMS keeps the texts of the first config of a process for each language, also for the tests that follow in it.
    i18n: registerTranslations({ i18n: { supportedLanguages: { en, fr } } } as never, features).i18n ?? {},
    upload: { useTempFiles: true, tempFileDir: formFolder },
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: { options: { level: 'silent' } },
    email: () => ({
      name: 'failing',
      defaultFromAddress: 'app@example.com',
      defaultFromName: 'App',
      sendEmail: () => sendEmail(),
    }),
  });

const formFolder = makeFolder();

const create = (collection: string, data: object): Promise<{ id: number }> =>
  payload.create({ collection: collection as never, data: data as never, overrideAccess: true }) as never;

const stop = async (stopping: Payload): Promise<void> => {
  // The CMS listens to no errors of its pool.
  (stopping.db as unknown as PostgresAdapter).pool.on('error', () => {});
  await stopPayload(stopping);
};

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

let databaseUrl: string;
let payload: Payload;
let statusOf: (path: string, init?: RequestInit) => Promise<number>;
let call: (path: string, init?: RequestInit) => Promise<Response>;
let owner: { id: number };

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const config = await configOf(databaseUrl);
  const key = randomUUID();
  vi.stubEnv('PAYLOAD_FORCE_DRIZZLE_PUSH', 'true');
  payload = await getPayload({ config, key });
  vi.unstubAllEnvs();
  const handle = handlerOf({ config, payloadInstanceCacheKey: key });
  call = (path, init) => handle(new Request(`http://app.test/api${path}`, init));
  statusOf = async (path, init) => (await call(path, init)).status;
  owner = await create('people', { email: 'ann@example.com', password: 'long enough', rank: 2 });
});

afterAll(() => stop(payload));
afterEach(() => vi.unstubAllEnvs());

describe('src/core/upstream/', () => {
  it('has a test here for each of its files, which say when they can go', () => {
    const tests = readFileSync('test/upstream/upstream.test.ts', 'utf8');
    for (const file of readdirSync('src/core/upstream')) {
      expect(tests).toContain(`it('${file}: `);
      const text = readFileSync(`src/core/upstream/${file}`, 'utf8');
      expect(text).toMatch(/ \* Upstream: /);
      expect(text).toMatch(/(https:\/\/github\.com\/|No report is known)/);
      expect(text).toMatch(/ \* Goes when: /);
    }
  });

  it('refusedCommit.ts: a COMMIT that PostgreSQL refuses is reported as saved', async () => {
    await query(
      databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create constraint trigger refuse after insert on notes deferrable initially deferred
       for each row when (new.text = 'never') execute function refuse()`,
    );
    const note = await create('notes', { text: 'never' });
    expect(await query(databaseUrl, 'select 1 from notes where id = $1', [note.id])).toEqual([]);
  });

  it('fullPool.ts: the error of a pool without a free connection has nothing to know it by', async () => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 200 });
    onTestFinished(() => pool.end());
    const taken = await pool.connect();
    const error = await pool.query('select 1').catch((thrown: unknown) => thrown);
    taken.release();
    expect(error).toBeInstanceOf(Error);
    expect(Object(error).code).toBeUndefined();
  });

  it('failedBegin.ts: a connection whose BEGIN fails is never given back', async () => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 500 });
    pool.on('error', () => {});
    const client = await pool.connect();
    const failing = vi.spyOn(client, 'query').mockRejectedValueOnce(new Error('broken') as never);
    client.release();
    await expect(drizzle({ client: pool }).transaction(async () => {})).rejects.toThrow();
    expect(failing).toHaveBeenCalled();
    await expect(pool.connect()).rejects.toThrow('timeout');
    client.release();
    await pool.end();
  });

  it('silentPostgres.ts: the pool waits for a connection without a limit', () => {
    const { pool } = payload.db as unknown as PostgresAdapter;
    expect(pool.options.connectionTimeoutMillis ?? 0).toBe(0);
  });

  it('unnamedEnvironment.ts: a process without NODE_ENV pushes its schema', async () => {
    const empty = await createDatabase();
    vi.stubEnv('NODE_ENV', undefined);
    vi.stubEnv('PAYLOAD_FORCE_DRIZZLE_PUSH', 'true');
    const other = await getPayload({ config: await configOf(empty), key: randomUUID() });
    onTestFinished(() => stop(other));
    expect(await query(empty, `select to_regclass('notes') is not null as pushed`)).toEqual([
      { pushed: true },
    ]);
  });

  it('documentAccess.ts: a stranger can tell which ids exist', async () => {
    const { id } = await create('notes', { text: 'hers', owner: owner.id });
    const access = (note: number) => statusOf(`/notes/access/${note}`, { method: 'POST' });
    expect([await access(id), await access(id + 1_000)]).toEqual([200, 404]);
  });

  it('replacedList.ts: the page that an address asks for is handed to PostgreSQL, whatever it is', async () => {
    await expect(payload.find({ collection: 'notes' as never, page: -3 })).rejects.toThrow();
  });

  it('fieldLanguage.ts: the label that a field’s own component gets is in the language of the first reader', async () => {
    const { config } = payload;
    const labelIn = async (language: 'en' | 'fr') => {
      const i18n = (await getLocalI18n({ config, language })) as never;
      const schemaMap = getSchemaMap({ collectionSlug: 'notes', config, i18n });
      const client = createClientConfig({ config, i18n, importMap: {}, user: true });
      const fields = getClientSchemaMap({
        collectionSlug: 'notes',
        config: client,
        i18n,
        payload,
        schemaMap,
      });
      return (fields.get('notes.text') as { label?: unknown } | undefined)?.label;
    };
    expect([await labelIn('fr'), await labelIn('en')]).toEqual(['fr', 'fr']);
  });

  it('heavyQueries.ts: a filter leads over any number of relations', async () => {
    const where = `where[${'owner.boss.boss.boss.boss.boss.boss.boss.boss'}.rank][equals]=1`;
    expect(await statusOf(`/public-notes?${where}`)).toBe(200);
  });

  it('givenRecords.ts: a read by id returns what its caller gives, with the records that it names', async () => {
    const { id } = await create('public-notes', { text: 'kept' });
    onTestFinished(() => query(databaseUrl, 'delete from public_notes where id = $1', [id]).then(() => {}));
    const data = encodeURIComponent(JSON.stringify({ id, text: 'given', owner: owner.id }));
    const response = await call(`/public-notes/${id}?data=${data}`);
    expect((await response.json()).text).toBe('given');
  });

  it('unaskableQueries.ts: what no SQL can say is a 500', async () => {
    expect(await statusOf('/public-notes?where[text][near]=1,1')).toBe(500);
    expect(await statusOf('/public-notes/versions/1', json({}))).toBe(500);
  });

  it('longWords.ts: a word is compared with all of it at every place of a text', async () => {
    const { operators, tables } = payload.db as unknown as PostgresAdapter;
    const { sql } = new PgDialect().sqlToQuery(operators.contains(tables.notes?.text as never, '%word%'));
    expect(sql).toContain(' ilike ');
  });

  it('accessQuery.ts: what a caller may do has no answer over GraphQL', async () => {
    const { schema } = configToSchema(payload.config);
    const req = await createLocalReq({}, payload);
    const source = '{ Access { public_notes { read { permission } } } }';
    const answer = await graphql({ schema, source, contextValue: { req, res: {}, headers: {} } });
    expect(answer.errors?.[0]?.message).toContain('Cannot return null for non-nullable field');
  });

  it('heavyQueries.ts: an order tells fields that the caller may not read', async () => {
    const other = await create('people', { email: 'ben@example.com', password: 'long enough', rank: 1 });
    const first = await create('public-notes', { text: 'first', owner: owner.id });
    const second = await create('public-notes', { text: 'second', owner: other.id });
    const idsBy = async (sort: string) => {
      const { docs } = (await (await call(`/public-notes?sort=${sort}`)).json()) as {
        docs: { id: number }[];
      };
      return docs.map(({ id }) => id);
    };
    expect(await idsBy('owner.rank')).toEqual([second.id, first.id]);
    expect(await idsBy('-owner.rank')).toEqual([first.id, second.id]);
  });

  it('firstRegister.ts: several callers are let in at the same moment, with any field that they send', async () => {
    const register = (email: string) =>
      statusOf('/members/first-register', json({ email, password: 'long enough', rank: 5 }));
    const statuses = await Promise.all(['a', 'b', 'c', 'd'].map((name) => register(`${name}@example.com`)));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
    expect(await query(databaseUrl, 'select distinct rank::int from members')).toEqual([{ rank: 5 }]);
  });

  it('concurrentSessions.ts: of several logins at the same moment one session survives', async () => {
    const email = 'often@example.com';
    const { id } = await create('people', { email, password: 'long enough' });
    const login = () => statusOf('/people/login', json({ email, password: 'long enough' }));
    expect(await Promise.all(Array.from({ length: 6 }, login))).toEqual(Array(6).fill(200));
    const [row] = await query<{ count: number }>(
      databaseUrl,
      'select count(*)::int from people_sessions where _parent_id = $1',
      [id],
    );
    expect(row?.count).toBeLessThan(6);
  });

  it('selectedWrites.ts: a hook is given what the caller wants to read', async () => {
    const data = { text: 'between us', owner: owner.id } as never;
    await payload.create({ collection: 'notes' as never, data, select: { text: false } as never });
    expect(followed.at(-1)).not.toHaveProperty('text');
  });

  it('missingDeletion.ts: a deletion by a relationship fails if nothing matches', async () => {
    const where = { 'user.value': { equals: owner.id }, 'user.relationTo': { equals: 'people' } };
    await expect(payload.db.deleteOne({ collection: 'payload-preferences', where })).rejects.toThrow();
  });

  it('misplacedValues.ts: what a request sends in the place of a text is merged once for each field', async () => {
    const data = { text: { member: 1 }, owner: owner.id } as never;
    validated.length = 0;
    await payload.create({ collection: 'notes' as never, data }).catch(() => {});
    const [one, other] = validated;
    expect(one?.text).toEqual({ member: 1 });
    expect(one?.text === other?.text).toBe(false);
  });

  it('staleUpdates.ts: a change undoes another of the same document that was made meanwhile', async () => {
    const collection = 'notes' as never;
    const { id } = await payload.create({ collection, data: { text: 'before', owner: owner.id } as never });
    meanwhile = () => query(databaseUrl, `update notes set text = 'meanwhile' where id = $1`, [id]);
    await payload.update({ collection, id, data: { owner: owner.id } as never });
    expect(await payload.findByID({ collection, id })).toMatchObject({ text: 'before' });
    // A race, which a busy machine may decide in their order.
    const reset = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(resetAtOnce));
    expect(Math.max(...reset)).toBeGreaterThan(1);
  });

  /** @returns how many of four resets by one token are carried out */
  const resetAtOnce = async (token: string): Promise<number> => {
    const { id } = await create('people', { email: `${token}@example.com`, password: 'long enough' });
    await query(
      databaseUrl,
      `update people set reset_password_token = $1, reset_password_expiration = now() + interval '1 hour' where id = $2`,
      [token, id],
    );
    const resets = ['one', 'two', 'three', 'four'].map((name) =>
      statusOf('/people/reset-password', json({ token, password: `${name} long enough` })),
    );
    return (await Promise.all(resets)).filter((status) => status === 200).length;
  };

  it('impossibleValues.ts: a value that can be none is an error of the server', async () => {
    expect(await statusOf('/public-notes?where[id][equals]=99999999999')).toBe(500);
  });

  it('keptForms.ts: the files of a stranger’s form stay on disk', async () => {
    const body = new FormData();
    body.set('x', new File(['the file'], 'a.txt'));
    expect(await statusOf('/people/login', { method: 'POST', body })).toBe(400);
    expect(readdirSync(formFolder)).toHaveLength(1);
  });

  it('failedReset.ts: the answer to a request for a new password tells who has an account', async () => {
    const ask = (email: string) => statusOf('/people/forgot-password', json({ email }));
    expect([await ask('ann@example.com'), await ask('nobody@example.com')]).toEqual([500, 200]);
  });

  it('heldReset.ts: a mail for a new password is sent within the transaction', async () => {
    const { sessions } = payload.db as unknown as PostgresAdapter;
    let open = 0;
    sendEmail = async () => {
      open = Object.keys(sessions).length;
    };
    onTestFinished(() => {
      sendEmail = failing;
    });
    const email = 'slow@example.com';
    await create('people', { email, password: 'long enough' });
    expect(await statusOf('/people/forgot-password', json({ email }))).toBe(200);
    expect(open).toBe(1);
  });
});
