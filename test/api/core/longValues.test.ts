import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { deliver, withInbound, written } from '../../support/mail/inbound.ts';
import { eventually } from '../../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

/** PostgreSQL's indexes of the usual kind take 2,704 bytes a value; all of these have one. */

let portal: TestPortal;
let people: People;
let administrator: Client;
let key: Client;
beforeAll(async () => {
  portal = await startPortal({ portal: { ...withInbound, rateLimit: { perMinute: 1_000 } } });
  people = await createPeople(portal);
  administrator = sessionOf(portal, people.administrator);
  key = await keyClient(portal, people.administrator, { owner: people.administrator });
});
afterAll(() => portal.stop());

/** No compression makes it shorter. */
const letters = (count: number): string => randomBytes(count).toString('base64url').slice(0, count);

/** Three bytes each. */
const characters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCodePoint(randomInt(0x4e_00, 0x9f_a0))).join('');

const settings = (data: object) => administrator.post('/globals/portal-settings', data);

describe('a value that is too long for its index is refused', () => {
  it('as the address of a person', async () => {
    const person = { password: 'a long password', role: 'technician' };
    const { status } = await administrator.post('/users', {
      ...person,
      email: `${letters(4_000)}@example.com`,
    });
    expect(status).toBe(400);
  });

  it('as the name of a preference, of anyone', async () => {
    for (const who of [administrator, sessionOf(portal, people.client)]) {
      const save = (name: string) =>
        who.post(`/payload-preferences/${encodeURIComponent(name)}`, { value: 1 });
      expect(await save(characters(1_200))).toMatchObject({
        status: 422,
        body: { message: 'key: Enter at most 255 characters.' },
      });
      expect((await save(characters(255))).status).toBe(200);
    }
  });

  it('in Settings: as an address to alert, its id, or a part of the name of a mailbox', async () => {
    const alert = (changes: object) =>
      settings({
        notifications: { alerts: [{ url: 'https://alerts.example/a', format: 'json', ...changes }] },
      });
    expect((await alert({ url: `https://alerts.example/${characters(1_900)}` })).status).toBe(400);
    expect((await alert({ id: letters(6_000) })).status).toBe(400);
    expect((await alert({})).status).toBe(200);
    const imap = { host: '127.0.0.1', user: 'support', password: 'of it' };
    for (const changes of [
      { user: characters(900) },
      { mailbox: characters(900) },
      { host: 'a'.repeat(4_000) },
    ])
      expect((await settings({ inbound: { imap: { ...imap, ...changes } } })).status).toBe(400);
  });

  it('as a sender to block', async () => {
    const { body } = await deliver(portal, written({ from: `${characters(980)}@b.example` }));
    await eventually(async () => {
      const { body: mail } = await administrator.get(`/portal/v1/inbound-mails/${body.id}`);
      return mail.outcome === 'held';
    }, 60);
    const { status } = await administrator.post(`/portal/v1/inbound-mails/${body.id}/block`, {
      scope: 'sender',
    });
    expect(status).toBe(422);
  });
});

it('a path with a long id names no record, with an Idempotency-Key, too', async () => {
  const { body: draft } = await key.post('/v1/transfers', { title: 'Plans' });
  const path = `/v1/transfers/${draft.id}/recipients/${letters(6_000)}/resend`;
  expect((await key.post(path, undefined, { 'Idempotency-Key': randomUUID() })).status).toBe(404);
});

it('an address as long as no address is counts like any other, and keeps no count from the others', async () => {
  await portal.fetch('/api/v1/tickets', { headers: { 'X-Forwarded-For': letters(6_000) } });
  await portal.fetch('/api/v1/tickets', { headers: { 'X-Forwarded-For': '203.0.113.77' } });
  await eventually(async () => {
    const sql = `select 1 from support_portal.rate_limits where subject = 'address:203.0.113.77'`;
    return (await query(portal.databaseUrl, sql)).length === 1;
  });
});

it('a bounce about an address as long as no address is ends like any other', async () => {
  const to = `${letters(4_000)}@example.com`;
  const messageId = `${randomUUID()}@portal.test`;
  await query(
    portal.databaseUrl,
    `insert into email_log (created_at, status, "to", message_id) values (now(), 'sent', $1, $2)`,
    [to, messageId],
  );
  const report = [
    'From: MAILER-DAEMON@mx.example',
    'To: support@portal.test',
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; mx.example\r\n',
    'Final-Recipient: rfc822; unknown\r\nAction: failed\r\nStatus: 5.1.1\r\n',
    `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${messageId}>\r\n`,
    '--b--\r\n',
  ].join('\r\n');
  const { body } = await deliver(portal, report);
  await eventually(
    async () => (await administrator.get(`/portal/v1/inbound-mails/${body.id}`)).body.outcome === 'bounce',
    60,
  );
});

it('a list says its neighbours only in a header that clients take', async () => {
  const found = await administrator.get(
    `/portal/v1/email-log?search=${encodeURIComponent('x'.repeat(1_000))}`,
  );
  expect([found.status, found.headers.get('Link')]).toEqual([200, expect.stringContaining('rel="first"')]);
  const long = await administrator.get(
    `/portal/v1/email-log?search=${encodeURIComponent(characters(1_000))}`,
  );
  expect([long.status, long.headers.get('Link'), long.body.meta.page]).toEqual([200, null, 1]);
});
