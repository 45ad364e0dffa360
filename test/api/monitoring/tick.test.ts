import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contextOf } from '../../../src/core/context.ts';
import { findWorkWarnings } from '../../../src/features/monitoring/warnings.ts';
import { type Client, keyClient } from '../../support/api/api.ts';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startHttpServer, type TestHttpServer } from '../../support/servers/httpServer.ts';

const cronSecret = 'a secret of the scheduler';

let receiver: TestHttpServer;
let portal: TestPortal;
let people: People;
let client: Client;
let webhook: string;

beforeAll(async () => {
  receiver = await startHttpServer((response) => response.writeHead(204).end());
  portal = await startPortal({
    portal: { cronSecret, workers: 'external', webhooks: { allowedNetworks: ['127.0.0.0/8'] } },
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  const { body } = await client.post('/v1/webhooks', { url: receiver.url, events: ['*'] });
  webhook = body.id;
});

afterAll(async () => {
  await portal.stop();
  await receiver.close();
});

beforeEach(() => {
  receiver.requests.length = 0;
});

const call = async (authorization: string | null, init: RequestInit = {}, of = portal) => {
  const response = await of.fetch('/api/portal/v1/tick', {
    method: 'POST',
    ...init,
    headers: { ...init.headers, ...(authorization !== null && { Authorization: authorization }) },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

const tick = () => call(`Bearer ${cronSecret}`);

const statuses = async (): Promise<string[]> =>
  (
    await query<{ status: string }>(portal.databaseUrl, 'select status from webhook_deliveries order by id')
  ).map(({ status }) => status);

describe('a tick', () => {
  it('does the due work in a process without workers, and reports how much', async () => {
    await client.post('/v1/tickets', { subject: 'Printer' });
    expect(await statuses()).toEqual(['pending']);
    // The delivery, and the mail of the new ticket.
    expect(await tick()).toMatchObject({ status: 200, body: { jobs: 2, more: false } });
    expect(await statuses()).toEqual(['delivered']);
    expect(receiver.requests).toHaveLength(1);
    expect((await tick()).body).toEqual({ jobs: 0, more: false });
    expect(receiver.requests).toHaveLength(1);
  });

  it('runs the jobs that its own jobs create', async () => {
    const gone = await startHttpServer((response) => response.writeHead(410).end());
    const { body } = await client.post('/v1/webhooks', { url: gone.url, events: ['*'] });
    await client.post(`/v1/webhooks/${body.id}/test`, {});
    await tick();
    const mails = await query(
      portal.databaseUrl,
      `select type from email_log where type = 'webhook_disabled'`,
    );
    expect(mails).toHaveLength(1);
    await client.delete(`/v1/webhooks/${body.id}`);
    await gone.close();
  });

  it('leaves jobs that are not due yet, and takes over those of a dead process', async () => {
    await client.post(`/v1/webhooks/${webhook}/test`, {});
    await query(
      portal.databaseUrl,
      `update webhook_deliveries set next_attempt_at = now() + interval '1 hour'`,
    );
    expect((await tick()).body.jobs).toBe(0);
    await query(
      portal.databaseUrl,
      `update webhook_deliveries set next_attempt_at = null, last_attempt_at = now() - interval '31 seconds'
       where status = 'pending'`,
    );
    expect((await tick()).body.jobs).toBe(1);
    expect(receiver.requests).toHaveLength(1);
  });

  it('runs the daily jobs', async () => {
    const old = `now() - interval '200 days'`;
    await query(
      portal.databaseUrl,
      `update webhook_deliveries set created_at = ${old}, last_attempt_at = ${old}`,
    );
    // Sent again since then.
    const [again] = await query<{ id: string }>(
      portal.databaseUrl,
      `update webhook_deliveries set last_attempt_at = now()
       where id = (select max(id) from webhook_deliveries) returning id::text`,
    );
    await query(
      portal.databaseUrl,
      `insert into email_log ("to", subject, transport, status, created_at) values ('a@b.example', 'Old', 'smtp', 'sent', ${old})`,
    );
    await query(
      portal.databaseUrl,
      `insert into support_portal.meta (key, value) values
         ('email_log.retention', '{"last_run_at":"2026-01-01T00:00:00.000Z","duration_ms":1,"deleted":0}')`,
    );
    await tick();
    expect(await query(portal.databaseUrl, 'select id::text from webhook_deliveries')).toEqual([again]);
    expect(await query(portal.databaseUrl, `select 1 from email_log where subject = 'Old'`)).toEqual([]);
  });

  it('accepts no parameters, and no other method', async () => {
    const init = { headers: { 'Content-Type': 'application/json' }, body: '{"all":true}' };
    expect(await call(`Bearer ${cronSecret}`, init)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', details: [{ path: 'all' }] },
    });
    const got = await call(`Bearer ${cronSecret}`, { method: 'GET' });
    expect([got.status, got.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('a caller without CRON_SECRET', () => {
  const refusal = {
    error: 'unauthorized',
    message: expect.stringContaining('generate a new key in Settings'),
  };

  it.each([
    ['nothing', null],
    ['an empty one', 'Bearer '],
    ['another one', 'Bearer another secret of somebody'],
    ['the beginning of it', `Bearer ${cronSecret.slice(0, -1)}`],
    ['it and more', `Bearer ${cronSecret}s`],
    ['it without its scheme', cronSecret],
  ])('but with %s gets 401', async (_kind, authorization) => {
    const { status, headers, body } = await call(authorization);
    expect([status, body]).toEqual([401, refusal]);
    expect(headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(headers.get('RateLimit')).toEqual(expect.any(String));
    expect((await call(authorization, { method: 'GET' })).status).toBe(401);
  });

  it('but with a session or an API key gets 401', async () => {
    expect((await call(`JWT ${people.administrator.token}`)).body).toEqual(refusal);
    const init = {
      headers: { Cookie: `payload-token=${people.administrator.token}`, Origin: 'http://portal.test' },
    };
    expect((await call(null, init)).body).toEqual(refusal);
    expect((await call(client.authorization)).body).toEqual(refusal);
  });

  it('gets no other access by it', async () => {
    const response = await portal.fetch('/api/portal/v1/email-log', {
      headers: { Authorization: `Bearer ${cronSecret}` },
    });
    expect(response.status).toBe(401);
  });
});

describe('the secret', () => {
  it('is that of the environment if no option says otherwise; with none no one gets in', async () => {
    vi.stubEnv('CRON_SECRET', 'of the environment');
    const { databaseUrl } = portal;
    const byVariable = await startPortal({ databaseUrl, portal: { workers: 'external' } });
    const withNone = await startPortal({ databaseUrl, portal: { workers: 'external', cronSecret: null } });
    vi.stubEnv('CRON_SECRET', '');
    const withEmpty = await startPortal({ databaseUrl, portal: { workers: 'external' } });
    expect((await call('Bearer of the environment', {}, byVariable)).status).toBe(200);
    for (const secret of ['of the environment', 'null', 'undefined', '']) {
      expect((await call(`Bearer ${secret}`, {}, withNone)).status).toBe(401);
      expect((await call(`Bearer ${secret}`, {}, withEmpty)).status).toBe(401);
    }
    for (const one of [byVariable, withNone, withEmpty]) await one.stop();
  });
});

it('the dashboard warns that no background work was done only where others are to do it', async () => {
  const warningsOf = async (workers: 'external' | 'inline') => {
    const one = stopAfterTest(await startPortal({ portal: { workers, cronSecret } }));
    await query(one.databaseUrl, `delete from support_portal.meta where key = 'background.last_worked_at'`);
    const context = contextOf(one.payload);
    if (!context) throw new Error('The portal has not started.');
    return (await findWorkWarnings(one.payload, context)).map(({ name }) => name);
  };
  expect(await warningsOf('external')).toEqual(['no background work']);
  expect(await warningsOf('inline')).toEqual([]);
});
