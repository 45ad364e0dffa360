import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type PostgresAdapter, postgresAdapter } from '@payloadcms/db-postgres';
import { sql } from '@payloadcms/db-postgres/drizzle';
import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeIndexes } from '../../../../src/core/database/makeIndexes.ts';
import { applyMigrations } from '../../../../src/server/database/migrate.ts';
import { resilientPg } from '../../../../src/server/database/resilientPool.ts';
import {
  settleStatementTimeout,
  statementTimeout,
} from '../../../../src/server/database/statementTimeout.ts';
import { type Client, keyClient, sessionOf } from '../../../support/api/api.ts';
import { createDatabase, query, startPortal, type TestPortal } from '../../../support/portal/payload.ts';
import { createPeople } from '../../../support/portal/people.ts';

/** In milliseconds: ordinary statements take less, and the test's slow ones more. */
const short = 1_000;
const tooLong = 'pg_sleep(2)';

let portal: TestPortal;
let session: Client;
let key: Client;

beforeAll(async () => {
  const databaseUrl = await createDatabase();
  const pool = { connectionString: databaseUrl, application_name: randomUUID(), statement_timeout: short };
  portal = await startPortal({
    databaseUrl,
    app: { db: postgresAdapter({ pg: resilientPg, pool, push: false }) },
    portal: { workers: 'external' },
  });
  const people = await createPeople(portal);
  session = sessionOf(portal, people.administrator);
  key = await keyClient(portal, people.administrator, { owner: people.administrator });
});

afterAll(() => portal.stop());

const poolOf = (payload: Payload) => (payload.db as unknown as PostgresAdapter).pool;

/** Has each read of the organizations take longer than it may. */
const slowDown = async (): Promise<void> => {
  await query(
    portal.databaseUrl,
    `alter table organizations rename to organizations_kept;
     create view organizations as select kept.* from organizations_kept kept, (select ${tooLong}) slow`,
  );
  onTestFinished(async () => {
    await query(
      portal.databaseUrl,
      'drop view organizations; alter table organizations_kept rename to organizations',
    );
  });
};

describe('a statement that takes longer than it may', () => {
  it('ends, and its request is answered 503 while others are served', async () => {
    await slowDown();
    const slow = [session.get('/organizations'), key.get('/v1/organizations')];
    expect((await session.get('/tickets')).status).toBe(200);
    for (const { status, body } of await Promise.all(slow)) {
      expect(status).toBe(503);
      expect(JSON.stringify(body)).toContain('This took too long.');
    }
  });

  it('is given its time in a migration', async () => {
    const slow = {
      name: 'slow',
      up: ({ db }: { db: { execute(query: unknown): Promise<unknown> } }) =>
        db.execute(sql.raw(`select ${tooLong}`)).then(() => {}),
    };
    await applyMigrations(portal.payload, [slow]);
    expect(
      await query(portal.databaseUrl, "select 1 from payload_migrations where name = 'slow'"),
    ).toHaveLength(1);
  });

  it('is given its time while indexes are made, and not after it', async () => {
    await query(
      portal.databaseUrl,
      `create function lazily(text) returns text language plpgsql immutable as $$ begin perform ${tooLong}; return $1; end $$;
       create table public.words (word text); insert into public.words values ('one')`,
    );
    await makeIndexes(portal.payload, 'public.words', [
      { name: 'words_lazily', definition: '(lazily(word))' },
    ]);
    expect(
      await query(portal.databaseUrl, "select 1 from pg_indexes where indexname = 'words_lazily'"),
    ).toHaveLength(1);
    await expect(poolOf(portal.payload).query(`select ${tooLong}`)).rejects.toMatchObject({ code: '57014' });
  });
});

describe('the limit of the portal that runs by itself', () => {
  it('is one that the database takes', async () => {
    await settleStatementTimeout(portal.databaseUrl);
    expect(statementTimeout()).toBe(30_000);
  });

  it('is none where the database refuses connections that bring one', async () => {
    const refusing = await startRefusing();
    await settleStatementTimeout(refusing);
    expect(statementTimeout()).toBeUndefined();
  });
});

/** A server that answers each connection as PgBouncer does one that brings a parameter it does not know. */
const startRefusing = async (): Promise<string> => {
  const message = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(4 + message.length, 1);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(message)])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgresql://portal@127.0.0.1:${(server.address() as AddressInfo).port}/portal`;
};
