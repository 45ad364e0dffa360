import { createLocalReq } from 'payload';
import { type MailTransport, portalOf } from 'payload-support-portal';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { enqueueAll, type Queue, registerWorker } from '../../../src/core/jobs/jobs.ts';
import { type Client, keyClient } from '../../support/api/api.ts';
import { type Exposition, parseExposition } from '../../support/api/exposition.ts';
import { eventually } from '../../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';
import { startHttpServer } from '../../support/servers/httpServer.ts';

let release = (): void => {};

/** Refuses mails to `refused@`, and keeps those to `slow@` under way until they are released. */
const transport: MailTransport = {
  name: 'fake',
  async send({ recipients: [recipient = ''], messageId }) {
    if (recipient.startsWith('slow')) await new Promise<void>((resolve) => (release = resolve));
    if (recipient.startsWith('refused')) return { outcome: 'refused', error: 'No.', undeliverable: [] };
    return { outcome: 'accepted', messageId, response: null, refused: [] };
  },
};

const options = { mail: { transports: [transport] }, webhooks: { allowedNetworks: ['127.0.0.0/8'] } };

let portal: TestPortal;
let staff: Client;

beforeAll(async () => {
  portal = await startPortal({ portal: { ...options, workers: 'external' } });
  const { administrator } = await createPeople(portal);
  staff = await keyClient(portal, administrator, { owner: administrator });
});

afterAll(() => portal.stop());

const scrape = async (): Promise<Exposition> => {
  const headers = { Authorization: staff.authorization ?? '' };
  const response = await portal.fetch('/api/portal/v1/metrics', { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseExposition(await response.text());
};

const send = ({ payload }: TestPortal, to: string) =>
  payload.sendEmail({ to: `${to}@example.com`, subject: 'Hello', text: 'Hello' }).catch(() => {});

it('is in Prometheus’s text format, with the process’s own start and memory', async () => {
  const { samples, value } = await scrape();
  for (const { name } of samples) expect(name).toMatch(/^(support_portal|process|nodejs)_/);
  expect(value('process_start_time_seconds')).toBeLessThanOrEqual(Date.now() / 1000);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

it('counts mails by transport and status, over all processes and past purges of the log', async () => {
  const twin = await startPortal({
    portal: { ...options, workers: 'external' },
    databaseUrl: portal.databaseUrl,
  });
  for (const to of ['ann', 'ben', 'refused']) await send(portal, to);
  for (const to of ['cleo', 'not an address']) await send(twin, to);
  await twin.stop();
  await staff.post('/portal/v1/email-log/purge', { all: true });
  const { value } = await scrape();
  const mails = (transport: string, status: string) =>
    value('support_portal_mails_total', { transport, status });
  expect([mails('fake', 'sent'), mails('fake', 'failed'), mails('none', 'failed')]).toEqual([3, 1, 1]);
});

it('does not read the log, however long it is', async () => {
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await scrape();
  await client.query('begin; lock table email_log in access exclusive mode');
  expect((await scrape()).samples.length).toBeGreaterThan(10);
});

it('shows the rows of the log that are not in the database yet', async () => {
  const rows = async (state: string) => (await scrape()).value('support_portal_mail_spool_rows', { state });
  expect(await rows('under_way')).toBe(0);
  const sending = send(portal, 'slow');
  await eventually(async () => (await rows('under_way')) === 1);
  release();
  await sending;
  await eventually(async () => (await rows('under_way')) === 0);
});

it('shows how many jobs wait in a queue, and for how long', async () => {
  const queue: Queue<object> = { name: 'errands', leaseSeconds: 40 };
  registerWorker(portal.payload, queue, async () => {});
  const req = await createLocalReq({}, portal.payload);
  await enqueueAll(req, queue, [{ data: {} }, { data: {} }, { data: {}, afterSeconds: 3_600 }]);
  await query(
    portal.databaseUrl,
    `update support_portal.jobs set due_at = now() - interval '90 seconds'
     where id = (select id from support_portal.jobs where due_at <= now() and queue = 'errands' limit 1)`,
  );
  const { value } = await scrape();
  const jobs = (state: string) => value('support_portal_queue_jobs', { queue: 'errands', state });
  expect([jobs('due'), jobs('later'), jobs('active')]).toEqual([2, 1, 0]);
  const oldest = value('support_portal_queue_oldest_due_seconds', { queue: 'errands' });
  expect(oldest).toBeGreaterThanOrEqual(90);
  expect(oldest).toBeLessThan(600);
});

it('counts delivery attempts by outcome', async () => {
  portalOf(portal.payload)?.work();
  const statuses: Readonly<Record<string, number>> = { '/fine': 200, '/broken': 500, '/gone': 410 };
  const receiver = await startHttpServer((response, { path }) =>
    response.writeHead(statuses[path] ?? 404).end(),
  );
  onTestFinished(receiver.close);
  for (const path of Object.keys(statuses)) {
    const url = new URL(path, receiver.url).href;
    const { body } = await staff.post('/v1/webhooks', { url, events: ['*'] });
    await staff.post(`/v1/webhooks/${body.id}/test`);
  }
  const tries = async () => {
    const { value } = await scrape();
    return ['delivered', 'pending', 'failed'].map((status) =>
      value('support_portal_webhook_tries_total', { status }),
    );
  };
  // A failed one is retried after five seconds.
  await expect.poll(tries).toEqual([1, expect.toSatisfy((count) => count >= 1), 1]);
});

it('times requests by operation and status', async () => {
  await staff.get('/v1/tickets');
  await staff.get('/v1/tickets');
  await staff.get('/v1/tickets?page=0');
  await staff.get('/v1/nothing');
  const { value } = await scrape();
  const name = 'support_portal_http_request_duration_seconds';
  const count = (operation: string, status: string) => value(`${name}_count`, { operation, status });
  expect([count('list_tickets', '200'), count('list_tickets', '422'), count('none', '404')]).toEqual([
    2, 1, 1,
  ]);
  const within30 = { le: '30', operation: 'list_tickets', status: '200' };
  expect(value(`${name}_bucket`, within30)).toBe(2);
});
