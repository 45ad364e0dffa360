import { randomUUID } from 'node:crypto';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { GRAPHQL_POST } from '@payloadcms/next/routes';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postgresOf } from '../../../../src/core/database/pool.ts';
import { runStatement } from '../../../../src/core/database/statement.ts';
import { toApiError } from '../../../../src/core/shared/errors/errors.ts';
import { type Client, clientOf, keyClient, sessionOf } from '../../../support/api/api.ts';
import { beDefaultInstance } from '../../../support/portal/defaultInstance.ts';
import { createDatabase, serverUrl, startPortal, type TestPortal } from '../../../support/portal/payload.ts';
import { createPeople, type People } from '../../../support/portal/people.ts';
import { pagesOf } from '../../../support/portal/serve.ts';

let portal: TestPortal;
let people: People;
let key: Client;
let release: () => void;

beforeAll(async () => {
  const databaseUrl = await createDatabase();
  const pool = {
    ...{ connectionString: databaseUrl, application_name: randomUUID() },
    ...{ max: 3, connectionTimeoutMillis: 300 },
  };
  portal = await startPortal({
    databaseUrl,
    app: { db: postgresAdapter({ pool, push: false }) },
    portal: { workers: 'external' },
  });
  people = await createPeople(portal);
  key = await keyClient(portal, people.administrator, { owner: people.administrator });
  release = await takeAll();
});

afterAll(async () => {
  release();
  await portal.stop();
});

/** Takes every connection of the CMS's pool. */
const takeAll = async (): Promise<() => void> => {
  const taken: PoolClient[] = [];
  const { pool } = postgresOf(portal.payload);
  for (;;) {
    const client = await pool.connect().catch(() => null);
    if (client === null) return () => taken.forEach((one) => void one.release());
    taken.push(client);
  }
};

describe('without a free connection to PostgreSQL', () => {
  it.each([
    ['the API', () => key.get('/v1/tickets')],
    ['a change over the API', () => key.post('/v1/tickets', { subject: 'VPN is slow' })],
    ['the CMS’s REST', () => sessionOf(portal, people.administrator).get('/tickets')],
    ['a change over it', () => sessionOf(portal, people.administrator).post('/tickets', { subject: 'VPN' })],
    ['Settings', () => sessionOf(portal, people.administrator).get('/globals/portal-settings')],
    ['a login', () => clientOf(portal, null).post('/users/login', { email: 'a@b.test', password: 'secret' })],
  ])('%s answers 503, and when to come again', async (_, ask) => {
    const { status, headers } = await ask();
    expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
  });

  const askGraphql = () => {
    const headers = {
      Authorization: `JWT ${people.administrator.token}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ query: '{ Tickets { totalDocs } }' });
    return GRAPHQL_POST(portal.config)(
      new Request(`${serverUrl}/api/graphql`, { method: 'POST', headers, body }),
    );
  };

  it('GraphQL answers 503, and when to come again', async () => {
    onTestFinished(beDefaultInstance(portal));
    const { status, headers } = await askGraphql();
    expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
  });

  it('GraphQL whose session was found says when to come again, too', async () => {
    onTestFinished(beDefaultInstance(portal));
    release();
    onTestFinished(async () => {
      release = await takeAll();
    });
    const find = vi.spyOn(portal.payload.db, 'find');
    onTestFinished(() => find.mockRestore());
    find.mockRejectedValue(Object.assign(new Error('No connection is free.'), { code: '53300' }));
    const response = await askGraphql();
    const { errors } = await response.json();
    expect([errors[0].extensions.statusCode, response.headers.get('Retry-After')]).toEqual([503, '2']);
  });

  it.each([
    ['the CMS’s REST', () => sessionOf(portal, people.administrator).get('/tickets')],
    ['GraphQL', askGraphql],
  ])('for a moment, %s takes no session for none', async (_, ask) => {
    onTestFinished(beDefaultInstance(portal));
    release();
    onTestFinished(async () => {
      release = await takeAll();
    });
    expect((await ask()).status).toBe(200);
    const { pool } = postgresOf(portal.payload);
    const failed = vi
      .spyOn(pool, 'connect')
      .mockImplementationOnce(((done: (error: Error) => void) =>
        done(Object.assign(new Error('No connection is free.'), { code: '53300' }))) as never);
    expect((await ask()).status).toBe(503);
    expect(failed).toHaveBeenCalled();
    failed.mockRestore();
    expect((await ask()).status).toBe(200);
  });

  it.each([
    ['a reading', () => portal.payload.find({ collection: 'tickets', overrideAccess: true })],
    ['a statement', () => runStatement({ payload: portal.payload }, 'select 1')],
    ['a change', () => portal.payload.delete({ collection: 'tickets', id: 1, overrideAccess: true })],
  ])('%s in the middle of a request ends as unavailable', async (_, work) => {
    expect(toApiError(await Promise.resolve(work()).catch((error: unknown) => error)).code).toBe(
      'unavailable',
    );
  });

  it('a page of a client answers 503, and when to come again', async () => {
    const { status, headers } = await pagesOf(portal)(new Request(`${serverUrl}/support`));
    expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
  });
});
