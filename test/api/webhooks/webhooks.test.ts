import { getServers, setServers } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { createLocalReq } from 'payload';
import { portalOf } from 'payload-support-portal';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deliverEvent } from '../../../src/features/webhooks/deliveries/outbox.ts';
import { pruneDeliveries } from '../../../src/features/webhooks/deliveries/prune.ts';
import { subscriptionsOf } from '../../../src/features/webhooks/events.ts';
import { features } from '../../../src/features.ts';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { eventually } from '../../support/mail/mail.ts';
import { notifyAt } from '../../support/mail/notificationAddress.ts';
import { contextOf } from '../../support/portal/context.ts';
import { isWaitingForLock, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startDnsServer } from '../../support/servers/dnsServer.ts';
import { type ReceivedRequest, startHttpServer } from '../../support/servers/httpServer.ts';

let portal: TestPortal;
let people: People;
let client: Client;
let staff: Client;

const options = { webhooks: { allowedNetworks: ['127.0.0.0/8'] } };

beforeAll(async () => {
  portal = await startPortal({ portal: options });
  portalOf(portal.payload)?.work();
  people = await createPeople(portal);
  client = await keyClient(portal, people.administrator, {
    owner: people.client,
    organization: people.organization,
  });
  staff = await keyClient(portal, people.administrator, { owner: people.administrator });
});

afterAll(() => portal.stop());

type Answering = (response: ServerResponse, request: ReceivedRequest) => void;

const thanks: Answering = (response) => response.writeHead(204).end();

const startReceiver = async (answer: Answering = thanks) => {
  const server = await startHttpServer(answer);
  onTestFinished(server.close);
  return server;
};

/** Registers a webhook, deleted at the end of the test. */
const register = async (by: Client, url: string, events: string[] = ['*'], more: object = {}) => {
  const answer = await by.post('/v1/webhooks', { url, events, ...more });
  expect([answer.status, answer.body]).toEqual([201, expect.any(Object)]);
  onTestFinished(async () => void (await staff.delete(`/v1/webhooks/${answer.body.id}`)));
  return answer.body;
};

const publish = async (organization: number | null, data: Record<string, unknown> = { id: '1' }) => {
  const req = await createLocalReq({}, portal.payload);
  const timestamp = new Date('2026-11-21T12:00:00.123Z');
  await deliverEvent(
    { req, portal: contextOf(options) },
    { event: 'ticket.created', timestamp, organization, data },
  );
};

const deliveriesOf = async (by: Client, id: string, parameters = '') =>
  (await by.get(`/v1/webhooks/${id}/deliveries${parameters}`)).body.data;

const ends = async (by: Client, id: string, expected: object) => {
  await eventually(async () => {
    const [row] = await deliveriesOf(by, id);
    return row?.status !== undefined && row.last_attempt_at !== null && row.status !== 'pending';
  });
  const [row] = await deliveriesOf(by, id);
  expect(row).toMatchObject(expected);
  return row;
};

describe('a webhook', () => {
  it('is registered, read, listed, changed and deleted', async () => {
    const url = 'https://receiver.example/hook';
    const { secret, ...made } = await register(client, url, ['ticket.*', 'file.uploaded', 'ticket.*']);
    expect(secret).toMatch(/^whsec_/);
    expect(made).toEqual({
      id: expect.any(String),
      url,
      events: ['ticket.*', 'file.uploaded'],
      status: 'enabled',
      organization_id: String(people.organization),
      created_at: expect.stringMatching(/Z$/),
    });
    const path = `/v1/webhooks/${made.id}`;
    expect((await client.get(path)).body).toEqual({ ...made, disabled_reason: null });
    expect((await client.get('/v1/webhooks')).body.data).toEqual([{ ...made, disabled_reason: null }]);
    const changed = await client.patch(path, {
      url: 'https://other.example/',
      events: ['*'],
      status: 'disabled',
    });
    expect(changed.body).toEqual({
      ...made,
      url: 'https://other.example/',
      events: ['*'],
      status: 'disabled',
      disabled_reason: 'owner',
    });
    expect((await client.patch(path, { status: 'enabled' })).body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      url: 'https://other.example/',
    });
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  it.each([
    [{ events: ['*'] }, 'url'],
    [{ url: 'https://a.example' }, 'events'],
    [{ url: 'https://a.example', events: [] }, 'events'],
    [{ url: 'https://a.example', events: Array(21).fill('*') }, 'events'],
    [{ url: 'https://a.example', events: ['ticket.deleted'] }, 'events.0'],
    [{ url: 'https://a.example', events: ['webhook.test'] }, 'events.0'],
    [{ url: 'https://10.0.0.1', events: ['*'] }, 'url'],
    [{ url: 'https://localhost:8443', events: ['*'] }, 'url'],
    [{ url: 'https://user:pass@a.example', events: ['*'] }, 'url'],
    [{ url: 'http://8.8.8.8', events: ['*'] }, 'url'],
    [{ url: 'https://169.254.169.254/latest', events: ['*'] }, 'url'],
    [{ url: 'https://a.example', events: ['*'], secret: 'mine' }, 'secret'],
    [{ url: 'https://a.example', events: ['*'], organization_id: '1' }, 'organization_id'],
  ])('is refused: %j', async (body, path) => {
    const answer = await client.post('/v1/webhooks', body);
    expect(answer).toMatchObject({ status: 422, body: { error: 'validation_failed' } });
    expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  it('of a client is one of twenty of the organization, however many are registered at once', async () => {
    await query(
      portal.databaseUrl,
      `insert into webhooks (url, events, status, organization_id) select 'https://many.example', '[]', 'disabled', $1
       from generate_series(1, 18)`,
      [people.organization],
    );
    onTestFinished(async () => {
      await query(portal.databaseUrl, `delete from webhooks where url ~ 'many.example'`);
    });
    const one = { url: 'https://many.example', events: ['ticket.created'] };
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.post('/v1/webhooks', one)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.message).toContain(
      'can have at most 20 webhooks',
    );
    const bound = { ...one, organization_id: String(people.organization) };
    expect((await staff.post('/v1/webhooks', bound)).status).toBe(201);
  });

  it.each(['registered', 'enabled'])(
    'of a client that is %s while its organization comes to show clients their own tickets alone is refused',
    async (act) => {
      const { id } = await register(client, 'https://late.example', ['*']);
      await client.patch(`/v1/webhooks/${id}`, { status: 'disabled' });
      const change = new pg.Client({ connectionString: portal.databaseUrl });
      await change.connect();
      const see = (view: string) =>
        change.query('update organizations set clients_see = $1 where id = $2', [view, people.organization]);
      onTestFinished(async () => {
        await see('organization');
        await change.end();
      });
      await change.query('begin');
      await see('own');
      const answer =
        act === 'enabled'
          ? client.patch(`/v1/webhooks/${id}`, { status: 'enabled' })
          : client.post('/v1/webhooks', { url: 'https://late.example', events: ['*'] });
      await eventually(() => isWaitingForLock(portal.databaseUrl));
      await change.query('commit');
      expect((await answer).status).toBe(403);
      const enabled = "select 1 from webhooks where url = 'https://late.example' and status = 'enabled'";
      expect(await query(portal.databaseUrl, enabled)).toEqual([]);
    },
  );

  it('lists the available events', async () => {
    const { body } = await client.post('/v1/webhooks', { url: 'https://a.example', events: ['nothing'] });
    const known =
      'ticket.created ticket.updated ticket.replied file.uploaded transfer.sent transfer.downloaded transfer.expired transfer.revoked upload_request.created upload_request.received upload_request.completed upload_request.expired ticket.* transfer.* upload_request.* *'.split(
        ' ',
      );
    const available = subscriptionsOf(features);
    expect(available).toEqual(expect.arrayContaining(known));
    expect(body.message).toContain(available.join(', '));
  });

  it('refuses a change by the rules of a registration', async () => {
    const { id } = await register(client, 'https://receiver.example/');
    expect((await client.patch(`/v1/webhooks/${id}`, { url: 'https://127.1' })).status).toBe(200);
    expect((await client.patch(`/v1/webhooks/${id}`, { url: 'https://10.1' })).status).toBe(422);
    expect((await client.patch(`/v1/webhooks/${id}`, {})).status).toBe(422);
    expect((await client.patch(`/v1/webhooks/${id}`, { status: 'paused' })).status).toBe(422);
  });

  it('of another user is none, at every address', async () => {
    const { id } = await register(staff, 'https://receiver.example/', ['*'], {
      organization_id: String(people.otherOrganization),
    });
    const all = await register(staff, 'https://receiver.example/all');
    expect(all.organization_id).toBeNull();
    for (const webhook of [id, all.id, '999999', 'x']) {
      const path = `/v1/webhooks/${webhook}`;
      const answers = [
        await client.get(path),
        await client.patch(path, { status: 'disabled' }),
        await client.delete(path),
        await client.post(`${path}/test`),
        await client.post(`${path}/rotate-secret`),
        await client.get(`${path}/deliveries`),
        await client.get(`${path}/deliveries/1`),
        await client.post(`${path}/deliveries/1/redeliver`),
        await client.post(`${path}/recover`, { since: '2026-01-01T00:00:00Z' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(404));
    }
    expect((await client.get('/v1/webhooks')).body.data).toEqual([]);
    expect(
      (await staff.get(`/v1/webhooks?organization_id=${people.otherOrganization}`)).body.meta.total,
    ).toBe(1);
  });

  it('is not available to representatives, or to keys without the scope', async () => {
    const representative = await keyClient(portal, people.administrator, {
      owner: people.representative,
      organization: people.organization,
      scopes: ['tickets:read'],
    });
    expect((await representative.get('/v1/webhooks')).status).toBe(403);
    const reader = await keyClient(portal, people.administrator, {
      owner: people.client,
      organization: people.organization,
      scopes: ['webhooks:read'],
    });
    expect((await reader.get('/v1/webhooks')).status).toBe(200);
    expect((await reader.post('/v1/webhooks', { url: 'https://a.example', events: ['*'] })).status).toBe(403);
  });

  it('is read in the CMS by staff alone, without its secrets, and changed by no one', async () => {
    const { id } = await register(client, 'https://receiver.example/');
    const path = `/webhooks/${id}`;
    for (const role of ['administrator', 'editor', 'technician'] as const) {
      const { status, body } = await sessionOf(portal, people[role]).get(path);
      expect(status).toBe(200);
      expect(Object.keys(body).filter((name) => /secret/i.test(name))).toEqual([]);
    }
    for (const role of ['client', 'representative'] as const) {
      expect((await sessionOf(portal, people[role]).get(path)).status).toBe(403);
      expect((await sessionOf(portal, people[role]).get('/webhook-deliveries')).status).toBe(403);
    }
    const administrator = sessionOf(portal, people.administrator);
    expect((await administrator.patch(path, { url: 'https://10.0.0.1' })).status).toBe(403);
    expect((await administrator.delete(path)).status).toBe(403);
    expect((await administrator.post('/webhooks', { url: 'https://a.example', events: ['*'] })).status).toBe(
      403,
    );
  });

  it('keeps its secrets encrypted', async () => {
    const { id, secret } = await register(client, 'https://receiver.example/');
    const { body } = await client.post(`/v1/webhooks/${id}/rotate-secret`);
    const [row] = await query<Record<string, unknown>>(
      portal.databaseUrl,
      'select * from webhooks where id = $1',
      [id],
    );
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
    expect(JSON.stringify(row)).not.toContain(body.secret.slice(6));
    expect(row?.secret).toMatch(/^v1\./);
  });
});

describe('an event', () => {
  it('is delivered, signed, to the webhooks of its organization and to spanning ones', async () => {
    const receiver = await startReceiver();
    const own = await register(client, `${receiver.url}?own`);
    const all = await register(staff, `${receiver.url}?all`);
    await register(staff, `${receiver.url}?other`, ['*'], {
      organization_id: String(people.otherOrganization),
    });
    await register(client, `${receiver.url}?files`, ['file.uploaded']);
    await publish(people.organization, { id: '7', subject: 'Grüße 🎉' });
    await eventually(() => receiver.requests.length === 2);
    const [toOwn, toAll] = receiver.requests.sort((a, b) => b.path.localeCompare(a.path));
    expect(toOwn?.path).toContain('own');
    const body = {
      event: 'ticket.created',
      timestamp: '2026-11-21T12:00:00.123Z',
      data: { id: '7', subject: 'Grüße 🎉' },
    };
    for (const [request, { secret, id }] of [
      [toOwn, own],
      [toAll, all],
    ] as const) {
      const headers = request?.headers as Record<string, string>;
      expect(headers['content-type']).toBe('application/json');
      expect(new Webhook(secret).verify(request?.body ?? '', headers)).toEqual(body);
      const row = await ends(staff, id, {
        event: 'ticket.created',
        status: 'delivered',
        attempts: 1,
        response_status: 204,
        error_class: null,
        error: null,
        next_attempt_at: null,
      });
      const full = (await staff.get(`/v1/webhooks/${id}/deliveries/${row.id}`)).body;
      expect(full).toEqual({
        ...row,
        request: {
          headers: expect.objectContaining({ 'webhook-id': headers['webhook-id'] }),
          body: request?.body,
        },
        response: { status: 204, headers: expect.any(Object), body: '' },
      });
    }
    expect(toOwn?.headers['webhook-id']).not.toBe(toAll?.headers['webhook-id']);
  });

  it('is signed with every secret of the last day', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await register(client, receiver.url);
    const first = (await client.post(`/v1/webhooks/${id}/rotate-secret`)).body.secret;
    const second = (await client.post(`/v1/webhooks/${id}/rotate-secret`)).body.secret;
    await query(
      portal.databaseUrl,
      `update webhooks set former_secrets = jsonb_set(former_secrets, '{1,replacedAt}', to_jsonb((now() - interval '24 hours')::text))
       where id = $1`,
      [id],
    );
    await client.post(`/v1/webhooks/${id}/test`);
    await eventually(() => receiver.requests.length === 1);
    const { body, headers } = receiver.requests[0] as ReceivedRequest & { headers: Record<string, string> };
    for (const valid of [first, second]) new Webhook(valid).verify(body, headers);
    expect(() => new Webhook(secret).verify(body, headers)).toThrow();
  });

  it('is signed with ten secrets that were replaced, and an eleventh is not replaced', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await register(client, receiver.url);
    const secrets: string[] = [secret];
    const rotate = () => client.post(`/v1/webhooks/${id}/rotate-secret`);
    for (let count = 0; count < 10; count += 1) secrets.push((await rotate()).body.secret);
    expect(await rotate()).toMatchObject({ status: 409, body: { error: 'conflict' } });
    await client.post(`/v1/webhooks/${id}/test`);
    await eventually(() => receiver.requests.length === 1);
    const { body, headers } = receiver.requests[0] as ReceivedRequest & { headers: Record<string, string> };
    for (const valid of secrets) new Webhook(valid).verify(body, headers);
  });

  it('is retried with the same id and timestamp, and a new signature', async () => {
    let answers = 0;
    const receiver = await startReceiver((response) =>
      response.writeHead(++answers === 1 ? 500 : 200).end('x'),
    );
    const { id, secret } = await register(client, receiver.url);
    await publish(people.organization);
    await eventually(async () => (await deliveriesOf(client, id))[0]?.error_class === 'status');
    const [row] = await deliveriesOf(client, id);
    expect(row).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: 500,
      error: 'The receiver answered 500.',
    });
    const wait = (Date.parse(row.next_attempt_at) - Date.parse(row.last_attempt_at)) / 1_000;
    expect(wait).toBeGreaterThanOrEqual(5);
    expect(wait).toBeLessThan(60);
    await expect.poll(() => receiver.requests.length).toBe(2);
    const [first, second] = receiver.requests as (ReceivedRequest & { headers: Record<string, string> })[];
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    new Webhook(secret).verify(second?.body ?? '', second?.headers ?? {});
    await ends(client, id, { status: 'delivered', attempts: 2, error: null, error_class: null });
  });

  it('is not published if the change is rolled back', async () => {
    const receiver = await startReceiver();
    const { id } = await register(client, receiver.url);
    const { commitTransaction, initTransaction, killTransaction } = await import('payload');
    for (const [name, end] of Object.entries({ killTransaction, commitTransaction })) {
      const req = await createLocalReq({}, portal.payload);
      await initTransaction(req);
      await deliverEvent(
        { req, portal: contextOf(options) },
        {
          event: 'file.uploaded',
          timestamp: new Date(),
          organization: people.organization,
          data: { end: name },
        },
      );
      await end(req);
    }
    await eventually(() => receiver.requests.length === 1);
    expect(receiver.requests[0]?.body).toContain('commitTransaction');
    expect(await deliveriesOf(client, id)).toHaveLength(1);
  });

  it('answered 410 disables the webhook, and its owner is told once', async () => {
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const { id } = await register(client, receiver.url);
    await publish(people.organization);
    await ends(client, id, { status: 'failed', attempts: 1, response_status: 410, error_class: 'status' });
    await eventually(async () => (await client.get(`/v1/webhooks/${id}`)).body.status === 'disabled');
    expect((await client.get(`/v1/webhooks/${id}`)).body.disabled_reason).toBe('gone');
    const mails = () =>
      query(
        portal.databaseUrl,
        `select "to", type, related_type, related_id from email_log where type = 'webhook_disabled' and related_id = $1`,
        [id],
      );
    await eventually(async () => (await mails()).length > 0);
    expect(await mails()).toEqual([
      { to: people.client.email, type: 'webhook_disabled', related_type: 'webhook', related_id: id },
    ]);
  });

  it.each([
    ['may not see its events any more', { data: { role: 'client' } }],
    ['is gone', null],
  ])('of a disabled webhook whose owner %s is mailed to the notification address', async (_, change) => {
    const { payload, databaseUrl } = portal;
    await notifyAt(portal, 'desk@example.com');
    onTestFinished(async () => void (await notifyAt(portal, null)));
    const data = { email: `${Math.random()}@example.com`, password: 'a password', role: 'editor' };
    const owner = await payload.create({ collection: 'users', data, overrideAccess: true });
    const key = await keyClient(portal, people.administrator, {
      owner: { ...people.editor, id: Number(owner.id) },
    });
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const { id } = await register(key, receiver.url);
    const who = { collection: 'users', id: owner.id, overrideAccess: true } as const;
    if (change) await payload.update({ ...who, data: { ...change.data, organization: people.organization } });
    else await payload.delete(who);
    await publish(people.organization);
    const mails = () =>
      query<{ to: string }>(
        databaseUrl,
        `select "to" from email_log where type = 'webhook_disabled' and related_id = $1`,
        [id],
      );
    await eventually(async () => (await mails()).length > 0);
    expect(await mails()).toEqual([{ to: 'desk@example.com' }]);
  });

  it('answered 410 at a former URL leaves the webhook enabled at its new one', async () => {
    const held: ServerResponse[] = [];
    const former = await startReceiver((response) => void held.push(response));
    const next = await startReceiver();
    const { id } = await register(client, former.url);
    await publish(people.organization);
    await eventually(() => held.length === 1);
    expect((await client.patch(`/v1/webhooks/${id}`, { url: next.url })).status).toBe(200);
    held[0]?.writeHead(410).end();
    await ends(client, id, { status: 'failed', attempts: 1, response_status: 410, error_class: 'status' });
    await publish(people.organization);
    await eventually(() => next.requests.length === 1);
    const { body } = await client.get(`/v1/webhooks/${id}`);
    expect([body.status, body.disabled_reason]).toEqual(['enabled', null]);
  });

  it('whose attempt ends while its webhook is being changed is recorded meanwhile, so that neither waits for the other', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { id } = await register(client, receiver.url);
    const database = new pg.Client({ connectionString: portal.databaseUrl });
    await database.connect();
    onTestFinished(() => database.end());
    await database.query('begin');
    await database.query('update webhooks set updated_at = now() where id = $1', [id]);
    await publish(people.organization);
    await eventually(async () => (await deliveriesOf(client, id))[0]?.error_class === 'status');
    await database.query('commit');
    await eventually(async () => {
      const [webhook] = await query<{ failing_since: Date | null }>(
        portal.databaseUrl,
        'select failing_since from webhooks where id = $1',
        [id],
      );
      return webhook?.failing_since != null;
    });
  });

  it('that fails after five days of failures disables the webhook; enabling it resets the count', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { id } = await register(client, receiver.url);
    await publish(people.organization);
    await eventually(async () => (await deliveriesOf(client, id))[0]?.attempts === 1);
    const failingSince = (ago: string) =>
      query(portal.databaseUrl, 'update webhooks set failing_since = now() - $2::interval where id = $1', [
        id,
        ago,
      ]);
    await eventually(async () => (await deliveriesOf(client, id))[0]?.error_class === 'status');
    await failingSince('4 days 23 hours');
    await publish(people.organization);
    await eventually(async () => {
      const tried = await deliveriesOf(client, id);
      return tried.filter((row: Record<string, string>) => row.error_class === 'status').length === 2;
    });
    expect((await client.get(`/v1/webhooks/${id}`)).body.status).toBe('enabled');
    await failingSince('5 days');
    await publish(people.organization);
    await eventually(async () => (await client.get(`/v1/webhooks/${id}`)).body.status === 'disabled');
    expect((await client.get(`/v1/webhooks/${id}`)).body.disabled_reason).toBe('failing');
    const rows = await deliveriesOf(client, id);
    expect(rows.map(({ status, error_class }: Record<string, string>) => [status, error_class])).toEqual(
      Array(3).fill(['failed', 'disabled']),
    );
    await client.patch(`/v1/webhooks/${id}`, { status: 'enabled' });
    await publish(people.organization);
    await eventually(async () => (await deliveriesOf(client, id))[0]?.error_class === 'status');
    expect((await client.get(`/v1/webhooks/${id}`)).body.status).toBe('enabled');
  });
});

describe('a disabled webhook', () => {
  it('marks pending and new deliveries as failed, and sends nothing until it is enabled', async () => {
    let status = 500;
    const receiver = await startReceiver((response) => response.writeHead(status).end());
    const { id } = await register(client, receiver.url);
    const path = `/v1/webhooks/${id}`;
    await publish(people.organization, { id: 'first' });
    await eventually(async () => (await deliveriesOf(client, id))[0]?.error_class === 'status');
    const since = (await deliveriesOf(client, id))[0].created_at;
    await client.patch(path, { status: 'disabled' });
    await publish(people.organization, { id: 'second' });
    const rows = await deliveriesOf(client, id, '?status=failed');
    expect(rows).toMatchObject([
      {
        status: 'failed',
        attempts: 0,
        error_class: 'disabled',
        next_attempt_at: null,
        last_attempt_at: null,
      },
      { status: 'failed', attempts: 1, error_class: 'disabled', next_attempt_at: null },
    ]);
    for (const [where, body] of [
      ['/test', undefined],
      [`/deliveries/${rows[0].id}/redeliver`, undefined],
      ['/recover', { since }],
    ] as const) {
      expect(await client.post(`${path}${where}`, body)).toMatchObject({
        status: 409,
        body: { error: 'conflict' },
      });
    }
    expect(receiver.requests).toHaveLength(1);
    status = 200;
    await client.patch(path, { status: 'enabled' });
    expect((await client.post(`${path}/recover`, { since })).body).toEqual({ count: 2 });
    await eventually(async () => (await deliveriesOf(client, id, '?status=delivered')).length === 2);
    expect(receiver.requests).toHaveLength(3);
    expect((await client.post(`${path}/recover`, { since })).body).toEqual({ count: 0 });
  });
});

describe('a redelivery', () => {
  it('sends the same event again at once, and replaces the pending retry', async () => {
    let answers = 0;
    const receiver = await startReceiver((response) => response.writeHead(++answers === 1 ? 500 : 200).end());
    const { id } = await register(client, receiver.url);
    await publish(people.organization);
    await eventually(async () => (await deliveriesOf(client, id))[0]?.error_class === 'status');
    const [row] = await deliveriesOf(client, id);
    const answer = await client.post(`/v1/webhooks/${id}/deliveries/${row.id}/redeliver`);
    expect(answer).toMatchObject({ status: 202, body: { delivery_id: row.id } });
    await ends(client, id, { id: row.id, status: 'delivered', attempts: 2 });
    expect(receiver.requests[1]?.headers['webhook-id']).toBe(receiver.requests[0]?.headers['webhook-id']);
    expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
    await client.post(`/v1/webhooks/${id}/test`);
    await eventually(() => receiver.requests.length === 3);
    expect(receiver.requests[2]?.body).toContain('webhook.test');
    expect(await deliveriesOf(client, id)).toContainEqual(
      expect.objectContaining({ id: row.id, status: 'delivered', attempts: 2, next_attempt_at: null }),
    );
  });

  it('of a successful delivery sends it again', async () => {
    const receiver = await startReceiver();
    const { id } = await register(client, receiver.url);
    const { body } = await client.post(`/v1/webhooks/${id}/test`);
    await ends(client, id, { id: body.delivery_id, event: 'webhook.test', status: 'delivered' });
    await client.post(`/v1/webhooks/${id}/deliveries/${body.delivery_id}/redeliver`);
    await eventually(() => receiver.requests.length === 2);
    expect(JSON.parse(receiver.requests[1]?.body ?? '').data).toEqual({ webhook_id: id });
  });
});

describe('a deletion', () => {
  it('ends the pending deliveries', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { id } = await register(client, receiver.url);
    await publish(people.organization);
    await eventually(async () => (await deliveriesOf(client, id))[0]?.error_class === 'status');
    const [row] = await deliveriesOf(client, id);
    expect((await client.delete(`/v1/webhooks/${id}`)).status).toBe(204);
    expect(
      await query(portal.databaseUrl, 'select 1 from webhook_deliveries where id = $1', [row.id]),
    ).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('the deletion of an organization', () => {
  const deleteOrganization = (id: number) =>
    portal.payload.delete({ collection: 'organizations', id, overrideAccess: true });
  const makeOrganization = async (name: string) =>
    Number((await portal.payload.create({ collection: 'organizations', data: { name } })).id);

  it('deletes its webhooks and their pending deliveries, and no others', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const organization = await makeOrganization('Initech');
    const theirs = await register(staff, receiver.url, ['*'], { organization_id: String(organization) });
    const all = await register(staff, 'https://receiver.example/all');
    await staff.post(`/v1/webhooks/${theirs.id}/test`);
    await eventually(async () => (await deliveriesOf(staff, theirs.id))[0]?.error_class === 'status');
    await deleteOrganization(organization);
    expect((await staff.get(`/v1/webhooks/${theirs.id}`)).status).toBe(404);
    expect((await staff.get(`/v1/webhooks/${all.id}`)).status).toBe(200);
    const left = 'select 1 from webhook_deliveries where webhook_id = $1';
    expect(await query(portal.databaseUrl, left, [theirs.id])).toEqual([]);
  });

  it('waits for a webhook that is being registered, and deletes it, too', async () => {
    const organization = await makeOrganization('Umbrella');
    const registration = new pg.Client({ connectionString: portal.databaseUrl });
    await registration.connect();
    onTestFinished(() => registration.end());
    await registration.query('begin');
    await registration.query(
      `insert into webhooks (url, events, status, spans, organization_id, secret)
       values ('https://receiver.example/late', '["*"]', 'enabled', false, $1, '')`,
      [organization],
    );
    const deletion = deleteOrganization(organization);
    await eventually(() => isWaitingForLock(portal.databaseUrl));
    await registration.query('commit');
    await deletion;
    const left = "select 1 from webhooks where url = 'https://receiver.example/late'";
    expect(await query(portal.databaseUrl, left)).toEqual([]);
  });
});

describe('a webhook that is deleted while an event is published', () => {
  it('does not fail the change, and other webhooks get the event', async () => {
    const receiver = await startReceiver();
    const { id } = await register(client, receiver.url);
    const leaving = await register(client, receiver.url);
    const deletion = new pg.Client({ connectionString: portal.databaseUrl });
    await deletion.connect();
    onTestFinished(() => deletion.end());
    await deletion.query('begin');
    await deletion.query('delete from webhooks where id = $1', [leaving.id]);
    const creation = client.post('/v1/tickets', { subject: 'Printer' });
    await eventually(() => isWaitingForLock(portal.databaseUrl));
    await deletion.query('commit');
    expect((await creation).status).toBe(201);
    await ends(client, id, { status: 'delivered', event: 'ticket.created' });
    expect(receiver.requests).toHaveLength(1);
  });
});

it('its name is asked for outside a transaction, also for a request with an Idempotency-Key', async () => {
  const usual = getServers();
  const servers = await startDnsServer();
  setServers([servers.address]);
  onTestFinished(async () => {
    setServers(usual);
    await servers.close();
  });
  servers.set('silent.example', 'silence');
  const hook = { url: 'https://silent.example/x', events: ['*'] };
  const registered = client.post('/v1/webhooks', hook, { 'Idempotency-Key': 'silent' });
  await eventually(() => servers.asked.length > 0);
  const held = `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
  expect(await query(portal.databaseUrl, held)).toEqual([]);
  const { body, status } = await registered;
  expect(status).toBe(201);
  await staff.delete(`/v1/webhooks/${body.id}`);
});

describe('an endpoint that hangs', () => {
  it('delays no other, and its own deliveries are still attempted', { timeout: 90_000 }, async () => {
    const held: ServerResponse[] = [];
    const hanging = await startReceiver((response) => void held.push(response));
    const quick = await startReceiver();
    const slow = await register(client, hanging.url, ['file.uploaded']);
    await register(client, quick.url, ['ticket.created']);
    const req = await createLocalReq({}, portal.payload);
    for (let number = 0; number < 60; number++) {
      await deliverEvent(
        { req, portal: contextOf(options) },
        {
          event: 'file.uploaded',
          timestamp: new Date(),
          organization: people.organization,
          data: { number },
        },
      );
    }
    await eventually(() => held.length === 20);
    await publish(people.organization);
    await eventually(() => quick.requests.length === 1);
    const release = setInterval(() => {
      for (const response of held.splice(0)) response.writeHead(204).end();
    }, 20);
    onTestFinished(() => clearInterval(release));
    await expect
      .poll(
        async () => (await staff.get(`/v1/webhooks/${slow.id}/deliveries?status=delivered`)).body.meta.total,
        {
          timeout: 60_000,
        },
      )
      .toBe(60);
    expect(hanging.requests).toHaveLength(60);
  });

  it('has few long bodies in memory, which delay no short one', { timeout: 90_000 }, async () => {
    const held: ServerResponse[] = [];
    const hanging = await startReceiver((response) => void held.push(response));
    const quick = await startReceiver();
    // Staff register more for an organization than its clients may.
    const bound = { organization_id: String(people.organization) };
    const long = await Promise.all(
      Array.from({ length: 40 }, () => register(staff, hanging.url, ['ticket.updated'], bound)),
    );
    await register(staff, quick.url, ['ticket.created'], bound);
    const req = await createLocalReq({}, portal.payload);
    const { organization } = people;
    await deliverEvent(
      { req, portal: contextOf(options) },
      { event: 'ticket.updated', timestamp: new Date(), organization, data: { text: 'x'.repeat(1_000_000) } },
    );
    // Seventeen begin within 16 MiB.
    await eventually(() => held.length === 17);
    await publish(organization);
    await eventually(() => quick.requests.length === 1);
    expect(hanging.requests).toHaveLength(17);
    const release = setInterval(() => {
      for (const response of held.splice(0)) response.writeHead(204).end();
    }, 20);
    onTestFinished(() => clearInterval(release));
    await expect.poll(() => hanging.requests.length, { timeout: 60_000 }).toBe(40);
    for (const { id } of long) await ends(staff, id, { status: 'delivered', attempts: 1 });
  });
});

it('a change that gets into a deadlock gives way, and is made all the same', async () => {
  const { id } = await register(client, 'http://127.0.0.1:9');
  await publish(people.organization as number);
  await eventually(async () => {
    const [delivery] = await deliveriesOf(client, id);
    return delivery?.attempts === 1 && delivery.next_attempt_at !== null;
  });
  // The worker would take part in the deadlock.
  await query(
    portal.databaseUrl,
    `update webhook_deliveries set next_attempt_at = now() + interval '1 day' where webhook_id = $1`,
    [id],
  );
  const other = new pg.Client({ connectionString: portal.databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`set deadlock_timeout = '1min'; begin`);
  await other.query('select 1 from webhook_deliveries where webhook_id = $1 for update', [id]);
  const disabled = client.patch(`/v1/webhooks/${id}`, { status: 'disabled' });
  await eventually(() => isWaitingForLock(portal.databaseUrl));
  await other.query('select 1 from webhooks where id = $1 for update', [id]);
  await other.query('commit');
  const { status, body } = await disabled;
  expect([status, body.status]).toEqual([200, 'disabled']);
});

it('a delivery is kept for 30 days from its last try, and as long as it is pending', async () => {
  const receiver = await startReceiver();
  const { id } = await register(client, receiver.url);
  await publish(people.organization);
  await ends(client, id, { status: 'delivered', attempts: 1 });
  const left = async (status: 'delivered' | 'pending', created: number, tried: number): Promise<number> => {
    await query(
      portal.databaseUrl,
      `update webhook_deliveries set status = '${status}', created_at = now() - $2::int * interval '1 day',
         last_attempt_at = now() - $3::int * interval '1 day', next_attempt_at = $4 where webhook_id = $1`,
      [id, created, tried, status === 'pending' ? new Date(Date.now() + 86_400_000) : null],
    );
    await pruneDeliveries(portal.payload, contextOf(options));
    return (await deliveriesOf(client, id)).length;
  };
  expect(await left('delivered', 31, 29)).toBe(1);
  expect(await left('pending', 31, 31)).toBe(1);
  expect(await left('delivered', 31, 31)).toBe(0);
});
