import { postgresAdapter } from '@payloadcms/db-postgres';
import { type BaseDatabaseAdapter, type Config, createLocalReq, type DatabaseAdapterObj } from 'payload';
import type { TicketEvent } from 'payload-support-portal';
import { describe, expect, it, vi } from 'vitest';
import { inSavepoint } from '../../../../src/core/database/savepoint.ts';
import { inTransaction } from '../../../../src/core/database/transaction.ts';
import { type Client, keyClient, sessionOf } from '../../../support/api/api.ts';
import {
  createDatabase,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../../support/portal/payload.ts';
import { createPeople } from '../../../support/portal/people.ts';

/** A database adapter that is changed after its creation. */
const changedAdapter = (
  databaseUrl: string,
  change: (adapter: BaseDatabaseAdapter) => Partial<BaseDatabaseAdapter> | undefined,
): Partial<Config> => {
  const given: DatabaseAdapterObj = postgresAdapter({ pool: { connectionString: databaseUrl }, push: false });
  const init: DatabaseAdapterObj['init'] = (args) => {
    const adapter = given.init(args);
    return Object.assign(adapter, change(adapter));
  };
  return { db: { ...given, init } };
};

/** Makes PostgreSQL reject every COMMIT of a ticket with this subject. */
const rejectCommitsOf = (databaseUrl: string, subject: string): Promise<unknown> =>
  query(
    databaseUrl,
    `create function reject_commit() returns trigger language plpgsql as
       $$ begin if new.subject = '${subject}' then raise exception 'No.'; end if; return null; end $$;
     create constraint trigger reject_commit after insert or update on tickets
       deferrable initially deferred for each row execute function reject_commit()`,
  );

const staffOf = async (portal: TestPortal): Promise<Client> => {
  const { administrator, organization } = await createPeople(portal);
  return keyClient(portal, administrator, { owner: administrator, organization });
};

/** `next build` minifies function names; binding a function changes its name, too. */
const renamed = (adapter: BaseDatabaseAdapter): Partial<BaseDatabaseAdapter> => ({
  beginTransaction: adapter.beginTransaction.bind(adapter),
});

describe('a COMMIT that PostgreSQL rejects', () => {
  it.each([
    ['as the adapter is', () => undefined],
    ['whatever its functions are called', renamed],
  ])('fails the request and leaves nothing behind, %s', async (_name, change) => {
    const databaseUrl = await createDatabase();
    const events: TicketEvent[] = [];
    const portal = stopAfterTest(
      await startPortal({
        databaseUrl,
        app: changedAdapter(databaseUrl, change),
        portal: { hooks: { afterTicketEvent: [({ event }) => void events.push(event)] } },
      }),
    );
    const staff = await staffOf(portal);
    await rejectCommitsOf(databaseUrl, 'Rejected');
    expect((await staff.post('/v1/tickets', { subject: 'Rejected' })).status).toBe(500);
    expect((await staff.post('/v1/tickets', { subject: 'Taken' })).status).toBe(201);
    expect(await query(databaseUrl, 'select subject from tickets')).toEqual([{ subject: 'Taken' }]);
    await expect.poll(() => events.map(({ data }) => Reflect.get(data, 'subject'))).toEqual(['Taken']);
  });
});

describe('the start stops with an error message', () => {
  const start = async (app: (databaseUrl: string) => Partial<Config>): Promise<unknown> => {
    const { databaseUrl, stop } = await startPortal();
    await stop();
    return startPortal({ databaseUrl, app: app(databaseUrl) });
  };

  it('if the app has turned transactions off', async () => {
    const started = start((connectionString) => ({
      db: postgresAdapter({ pool: { connectionString }, push: false, transactionOptions: false }),
    }));
    await expect(started).rejects.toThrow(/remove transactionOptions: false/);
  });

  it('if the adapter keeps no session for a transaction', async () => {
    const started = start((url) => changedAdapter(url, () => ({ beginTransaction: async () => 'an id' })));
    await expect(started).rejects.toThrow(/cannot follow the transactions of this @payloadcms\/db-postgres/);
  });

  it('if the statements of a transaction run on several connections', async () => {
    const started = start((url) =>
      changedAdapter(url, (adapter) => ({
        beginTransaction: async () => {
          const { drizzle, sessions } = adapter as unknown as Record<'drizzle' | 'sessions', object>;
          Object.assign(sessions, { id: { db: drizzle, resolve: async () => {}, reject: async () => {} } });
          return 'id';
        },
      })),
    );
    await expect(started).rejects.toThrow(/cannot follow the transactions/);
  });
});

describe('a change of many records to a value that only one may have', () => {
  it('is 400 on the field, saves nothing, and leaves no error in the log', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const { administrator, client } = await createPeople(portal);
    const staff = sessionOf(portal, administrator);
    const errors = vi.spyOn(portal.payload.logger, 'error');
    for (const [filter, email] of [
      ['where[id][exists]=true', 'same@example.com'],
      [`where[id][equals]=${client.id}`, administrator.email],
    ]) {
      const response = await staff.patch(`/users?${filter}`, { email });
      expect([filter, response.status]).toEqual([filter, 400]);
      expect(response.body.errors[0]).toMatchObject({ data: { errors: [{ path: 'email' }] } });
    }
    const emails = await query(portal.databaseUrl, `select 1 from users where email = 'same@example.com'`);
    expect(emails).toEqual([]);
    // A bundle has names of its own for the CMS's errors, so that its log has the refusals, too.
    const faults = errors.mock.calls.map(([said]) => said as unknown as { err?: { status?: number } });
    expect(faults.filter(({ err }) => err?.status !== 400)).toEqual([]);
  });
});

it('a part of a transaction fails with the problem of a field, even if its work caught that', async () => {
  const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
  const { administrator, client } = await createPeople(portal);
  const { db } = portal.payload;
  const req = await createLocalReq({}, portal.payload);
  const update = (id: number, data: Record<string, unknown>) =>
    db.updateOne({ collection: 'users', id, data, req });
  await inTransaction(req, async () => {
    await update(client.id, { name: 'Kept' });
    const failed = await inSavepoint(req, () =>
      update(client.id, { email: administrator.email }).catch(() => {}),
    ).catch((error: unknown) => error);
    expect(failed).toMatchObject({ status: 400, data: { errors: [{ path: 'email' }] } });
  });
  const names = await query(portal.databaseUrl, 'select name from users where id = $1', [client.id]);
  expect(names).toEqual([{ name: 'Kept' }]);
});

it('a part of a transaction that an operation of the CMS has ended fails, also if its work caught the error', async () => {
  const portal = await startPortal();
  stopAfterTest(portal);
  const { client, administrator } = await createPeople(portal);
  const req = await createLocalReq({}, portal.payload);
  const update = (id: number, data: object) =>
    portal.payload.update({ collection: 'users', id, data, req, overrideAccess: true } as never);
  await inTransaction(req, async () => {
    await update(client.id, { name: 'Kept' });
    const work = () => update(client.id, { email: administrator.email }).catch(() => {});
    await expect(inSavepoint(req, work)).rejects.toThrow();
    await update(client.id, { name: 'Goes on' });
  });
  const names = await query(portal.databaseUrl, 'select name from users where id = $1', [client.id]);
  expect(names).toEqual([{ name: 'Goes on' }]);
});
