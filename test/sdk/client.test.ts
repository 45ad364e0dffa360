import { SupportPortalClient, type SupportPortalError } from 'payload-support-portal/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../support/api/api.ts';
import { query } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { type ServedPortal, startServedPortal } from '../support/portal/servedPortal.ts';

let served: ServedPortal;
let people: People;
let apiKey: string;
let client: SupportPortalClient;

beforeAll(async () => {
  served = await startServedPortal();
  people = await createPeople(served.portal);
  const { administrator, organization } = people;
  apiKey = await makeKey(served.portal, administrator, { owner: people.client, organization });
  client = new SupportPortalClient({ url: served.url, apiKey });
});

afterEach(() => {
  served.faults.length = 0;
  served.requests.length = 0;
});

afterAll(() => served.stop());

const errorResultOf = (call: Promise<unknown>): Promise<SupportPortalError> =>
  call.then(
    () => expect.fail('It succeeded.'),
    (error: SupportPortalError) => error,
  );

const ticketsCalled = async (subject: string): Promise<number> =>
  (await query(served.portal.databaseUrl, 'select 1 from tickets where subject = $1', [subject])).length;

const headersSent = (name: string) => served.requests.map(({ headers }) => headers[name]);

describe('records', () => {
  it('are made, read, changed and deleted', async () => {
    const ticket = await client.tickets.create({ subject: 'VPN is slow', priority: 'high' });
    expect(ticket).toMatchObject({ subject: 'VPN is slow', status: 'open', priority: 'high' });
    const reply = await client.tickets.replies.create(ticket.id, { body: 'Still.' });
    expect(reply).toMatchObject({ ticket_id: ticket.id, body: 'Still.' });
    expect(await client.tickets.update(ticket.id, { status: 'closed' })).toMatchObject({ status: 'closed' });
    const folder = await client.folders.create({ name: 'Logs' });
    expect(await client.folders.rename(folder.id, { name: 'Old logs' })).toMatchObject({ name: 'Old logs' });
    await client.folders.delete(folder.id);
    expect((await errorResultOf(client.folders.get(folder.id))).status).toBe(404);
  });

  it('are changed by `ifMatch` only if no one else has meanwhile', async () => {
    const { id } = await client.tickets.create({ subject: 'Whose?' });
    const read = await client.tickets.get(id);
    const changed = await client.tickets.update(id, { priority: 'low' }, { ifMatch: read.etag });
    expect(changed.etag).not.toBe(read.etag);
    const error = await errorResultOf(
      client.tickets.update(id, { priority: 'high' }, { ifMatch: read.etag }),
    );
    expect([error.status, error.code]).toEqual([412, 'precondition_failed']);
    expect(JSON.stringify(read)).not.toContain('etag');
  });
});

describe('lists', () => {
  it('are walked through by cursor to their end, and read by the page', async () => {
    const { id } = await client.tickets.create({ subject: 'Much to say' });
    for (const body of ['1', '2', '3', '4', '5']) await client.tickets.replies.create(id, { body });
    served.requests.length = 0;
    const replies = client.tickets.replies.list(id, { per_page: 2 });
    const bodies: string[] = [];
    for await (const { body } of replies) bodies.push(body);
    expect(bodies).toEqual(['1', '2', '3', '4', '5']);
    expect(served.requests).toHaveLength(3);
    const second = await replies.page(2);
    expect(second.data.map(({ body }) => body)).toEqual(['3', '4']);
    expect(second.meta).toEqual({ page: 2, per_page: 2, total: 5 });
    const first = await replies.pageAfter('');
    const next = await replies.pageAfter(first.meta.next_cursor ?? '');
    expect(next.data).toEqual(second.data);
  });

  it('take filters', async () => {
    await client.tickets.create({ subject: 'A needle', description: 'In hay.' });
    const [ticket] = (await client.tickets.list({ search: 'needle', view: 'full' }).page()).data;
    expect(ticket).toMatchObject({ subject: 'A needle', description: 'In hay.' });
  });
});

describe('a call that fails on its way', () => {
  it.each(['request lost', 'answer lost'] as const)(
    'is done once where it is sent again: %s',
    async (fault) => {
      served.faults.push(fault);
      const { id } = await client.tickets.create({ subject: fault });
      expect((await client.tickets.get(id)).subject).toBe(fault);
      expect(await ticketsCalled(fault)).toBe(1);
      const [first, second] = headersSent('idempotency-key');
      expect(first).toMatch(/^[\da-f-]{36}$/);
      expect(second).toBe(first);
    },
  );

  it('is the same call where it is given the same key', async () => {
    const create = () => client.tickets.create({ subject: 'Order 118' }, { idempotencyKey: 'order-118' });
    expect(await create()).toEqual(await create());
    expect(await ticketsCalled('Order 118')).toBe(1);
  });

  it('is sent again after a 429, and not where that is more than a minute away', async () => {
    served.faults.push({ status: 429, headers: { 'Retry-After': '0' } });
    await client.tickets.list().page();
    expect(served.requests).toHaveLength(2);
    served.faults.push({ status: 429, headers: { 'Retry-After': '61' } });
    const error = await errorResultOf(client.tickets.list().page());
    expect([error.status, error.retryAfter]).toEqual([429, 61]);
  });

  it('is not sent again if it could undo what another user did', async () => {
    const { id, etag } = await client.tickets.create({ subject: 'A change' });
    served.requests.length = 0;
    served.faults.push('request lost');
    const error = await errorResultOf(client.tickets.update(id, { priority: 'low' }));
    expect([error.code, error.status, error.requestId]).toEqual(['connection_failed', null, null]);
    expect(served.requests).toHaveLength(1);
    served.faults.push('request lost');
    expect(await client.tickets.update(id, { priority: 'low' }, { ifMatch: etag })).toMatchObject({
      priority: 'low',
    });
  });

  it('has deleted what is gone when it is sent again', async () => {
    const { id } = await client.folders.create({ name: 'To go' });
    served.faults.push('answer lost');
    await client.folders.delete(id);
    expect((await errorResultOf(client.folders.delete(id))).code).toBe('not_found');
  });

  it('is given up after `retries`, when it takes too long, or when the caller says so', async () => {
    const hasty = new SupportPortalClient({ url: served.url, apiKey, retries: 1 });
    served.faults.push({ status: 503 }, { status: 503 }, { status: 503 });
    const error = await errorResultOf(hasty.tickets.list().page());
    expect([error.status, error.code, served.requests.length]).toEqual([503, 'unexpected_answer', 2]);
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const waiting = { url: served.url, apiKey, fetch: silent, retries: 0 };
    const impatient = new SupportPortalClient({ ...waiting, timeoutMs: 50 });
    expect((await errorResultOf(impatient.tickets.get('1'))).code).toBe('timed_out');
    const reason = new Error('Not wanted any more.');
    const given = new SupportPortalClient(waiting).tickets.get('1', { signal: AbortSignal.abort(reason) });
    await expect(given).rejects.toBe(reason);
  });
});

describe('a refusal', () => {
  it('says what is wrong, and by which request', async () => {
    const error = await errorResultOf(client.tickets.create({ subject: '', priority: 'huge' as never }));
    expect([error.name, error.status, error.code]).toEqual(['SupportPortalError', 422, 'validation_failed']);
    expect(error.details.map(({ path }) => path).sort()).toEqual(['priority', 'subject']);
    expect(error.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(served.requests).toHaveLength(1);
  });

  it('is that of the key if the key is wrong', async () => {
    const stranger = new SupportPortalClient({ url: `${served.url}/api/`, apiKey: 'sp_live_no' });
    expect((await errorResultOf(stranger.tickets.get('1'))).code).toBe('unauthorized');
    expect(() => new SupportPortalClient({ url: served.url, apiKey: '' })).toThrow(/^apiKey: /);
  });
});
