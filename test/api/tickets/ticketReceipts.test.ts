import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { smtpTransport } from 'payload-support-portal';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { deliver, withInbound, written } from '../../support/mail/inbound.ts';
import type { ClientBrowser } from '../../support/pages/clientBrowser.ts';
import { signedIn } from '../../support/pages/clientSession.ts';
import {
  mailsSettled,
  query,
  serverUrl,
  startPortal,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let staff: Client;
let client: ClientBrowser;

const transports = () => [smtpTransport({ host: '127.0.0.1', port: smtp.port })];

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({
    app: { i18n: { supportedLanguages: { en, de } } },
    portal: { ...withInbound, mail: { from: 'Support <support@portal.test>', transports: transports() } },
  });
  people = await createPeople(portal);
  const { administrator } = people;
  staff = await keyClient(portal, administrator, { owner: people.editor });
  client = await signedIn(portal, people.client);
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

beforeEach(async () => {
  await settled();
  smtp.mails.length = 0;
  await query(portal.databaseUrl, 'truncate email_log');
  // No test is shortly after another one.
  await query(portal.databaseUrl, `update tickets set created_at = created_at - interval '1 hour'`);
});

const settled = async (): Promise<void> => {
  await expect
    .poll(() => query(portal.databaseUrl, 'select id from inbound_mails where outcome is null'))
    .toEqual([]);
  await mailsSettled(portal, 'ticket-notices');
};

/** The mails since the test began, each by its recipient and its text. */
const receipts = async (): Promise<{ to: string; content: string }[]> => {
  await settled();
  return smtp.mails.map(({ recipients, content }) => ({ to: recipients.join(), content: decoded(content) }));
};

/** Quoted-printable is enough: no test writes base64. */
const decoded = (content: string): string =>
  Buffer.from(
    content
      .replaceAll('=\r\n', '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const prefer = (choice: object) =>
  portal.payload.update({
    collection: 'users',
    id: people.client.id,
    data: choice,
    overrideAccess: true,
  } as never);

const onPage = (fields: object) => client.send('POST', '/tickets', fields);

const byPhone = (requester: { id: number }, fields: object = {}) =>
  sessionOf(portal, people.editor).post('/tickets', {
    subject: 'VPN is slow',
    description: 'She called: pages take a minute.',
    organization: people.organization,
    requester: requester.id,
    ...fields,
  });

it('a client’s new ticket has a receipt: its number, its text as it was read, and the link', async () => {
  const { body } = await onPage({ subject: 'Drücker', description: '  is on\nfire  ' });
  const [receipt, second] = await receipts();
  expect(receipt?.to).toBe('client@example.com');
  expect(second).toBeUndefined();
  expect(receipt?.content).toContain(`It is ticket #${body.id}.`);
  expect(receipt?.content).toContain('Subject: Drücker\r\n\r\nis on\r\nfire\r\n');
  expect(receipt?.content).toContain(`Open the ticket: ${serverUrl}/support/tickets/${body.id}`);
  expect(receipt?.content).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(receipt?.content).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
  const rows = await query(
    portal.databaseUrl,
    'select "to", type, related_type, related_id, status from email_log',
  );
  expect(rows).toEqual([
    {
      to: 'client@example.com',
      type: 'ticket_received',
      related_type: 'ticket',
      related_id: body.id,
      status: 'sent',
    },
  ]);
});

it('a long text is shown by its beginning, a missing one is named', async () => {
  await onPage({ subject: 'Long', description: `${'word '.repeat(300)}end` });
  await onPage({ subject: 'Short' });
  const [long, short] = (await receipts()).map(({ content }) => content.replaceAll('\r\n', ' '));
  const both = [long, short].sort((one, other) => (other?.length ?? 0) - (one?.length ?? 0));
  expect(both[0]).toMatch(/(?:word ){190,200}…/);
  expect(both[0]).not.toContain('end ');
  expect(both[1]).toContain('(No text)');
});

it('a ticket by phone has a receipt for its requester, in their language', async () => {
  await prefer({ language: 'de' });
  const { body } = await byPhone(people.client);
  const mails = await receipts();
  await prefer({ language: null });
  expect(mails.map(({ to }) => to)).toEqual(['client@example.com']);
  expect(mails[0]?.content).toContain(`Das Support-Team hat für Sie das Ticket #${body.doc.id} angelegt.`);
  expect(mails[0]?.content).toContain('She called: pages take a minute.');
});

it('a ticket by mail has a receipt that belongs to the ticket’s thread', async () => {
  await deliver(portal, written({ from: 'client@example.com', subject: 'Printer', text: 'It is on fire.' }));
  const [receipt, second] = await receipts();
  expect(second).toBeUndefined();
  expect(receipt?.content).toContain('It is on fire.');
  expect(receipt?.content).toMatch(/^Subject: \[#\d+\] Printer\r$/m);
  const address = /^Reply-To: (\S+)/m.exec(receipt?.content ?? '')?.[1] ?? '';
  await deliver(portal, written({ from: 'client@example.com', to: address, text: 'And smells.' }));
  await settled();
  expect(
    await query(portal.databaseUrl, `select text from ticket_replies where text = 'And smells.'`),
  ).toEqual([{ text: 'And smells.' }]);
  expect(await receipts()).toHaveLength(1);
});

it('automatic mail has no receipt, also if staff accept what was held over the limit', async () => {
  const headers = ['Auto-Submitted: auto-replied'];
  await deliver(portal, written({ from: 'client@example.com', headers }));
  expect(await receipts()).toEqual([]);
  await deliver(portal, written({ from: 'client@example.com' }));
  expect(await receipts()).toHaveLength(1);
  await query(
    portal.databaseUrl,
    `insert into inbound_mails (received_at, via, "from", outcome, authentication, processed_at)
     select now(), 'http', 'client@example.com', 'ticket', 'pass', now() from generate_series(1, 20)`,
  );
  const { body } = await deliver(portal, written({ from: 'client@example.com', headers }));
  await settled();
  await query(portal.databaseUrl, 'delete from inbound_mails where message_id is null');
  const path = `/portal/v1/inbound-mails/${body.id}`;
  expect((await staff.get(path)).body).toMatchObject({ outcome: 'held', reason: 'too_many' });
  const organization_id = String(people.organization);
  expect((await staff.post(`${path}/accept`, { organization_id })).body).toMatchObject({ outcome: 'ticket' });
  expect(await receipts()).toHaveLength(1);
});

it('a held mail that staff make a ticket has one, also if others came at the same time', async () => {
  await deliver(portal, written({ from: 'client@example.com' }));
  const held = await Promise.all(
    ['One', 'Two'].map((subject) =>
      deliver(portal, written({ from: 'client@example.com', subject, dmarc: 'fail' })),
    ),
  );
  expect(await receipts()).toHaveLength(1);
  for (const { body } of held)
    await staff.post(`/portal/v1/inbound-mails/${body.id}/accept`, {
      organization_id: String(people.organization),
    });
  expect(await receipts()).toHaveLength(3);
});

it('a program that answers a receipt, and does not say that it is one, gets no second', async () => {
  const fromMachine = () =>
    deliver(portal, written({ from: 'client@example.com', subject: 'Thank you', text: 'We are on it.' }));
  await deliver(portal, written({ from: 'client@example.com', subject: 'Printer' }));
  expect(await receipts()).toHaveLength(1);
  await fromMachine();
  await settled();
  await fromMachine();
  expect(await receipts()).toHaveLength(1);
  expect(await query(portal.databaseUrl, `select 1 from tickets where subject = 'Thank you'`)).toHaveLength(
    2,
  );
});

it('a ticket by mail has one, also shortly after a ticket of a page', async () => {
  await onPage({ subject: 'Printer' });
  expect(await receipts()).toHaveLength(1);
  await deliver(portal, written({ from: 'client@example.com', subject: 'Scanner' }));
  expect(await receipts()).toHaveLength(2);
});

it.each(['none', 'replies'] as const)('a client who chose fewer mails gets none: %s', async (notices) => {
  await prefer({ notices });
  await onPage({ subject: 'Quiet' });
  const mails = await receipts();
  await prefer({ notices: 'all' });
  expect(mails).toEqual([]);
});

it('staff and representatives who are the requester get none', async () => {
  await sessionOf(portal, people.editor).post('/tickets', {
    subject: 'Ours',
    organization: people.organization,
  });
  await sessionOf(portal, people.representative).post('/tickets', {
    subject: 'Theirs',
    organization: people.organization,
  });
  expect(await receipts()).toEqual([]);
});

it('a change of requester, a refused ticket and one of the past have none', async () => {
  const { body } = await staff.post('/v1/tickets', {
    subject: 'Ours',
    organization_id: String(people.organization),
  });
  await settled();
  expect(
    (await staff.patch(`/v1/tickets/${body.id}`, { requester_id: String(people.client.id) })).status,
  ).toBe(200);
  expect((await byPhone(people.client, { subject: ' ' })).status).toBe(400);
  await portal.payload.create({
    collection: 'tickets',
    data: {
      subject: 'Imported',
      organization: people.organization,
      requester: people.client.id,
      createdAt: '2024-01-01T00:00:00.000Z',
    },
    overrideAccess: true,
  } as never);
  expect(await receipts()).toEqual([]);
});

it('the same request again sends no second one', async () => {
  const ask = () => client.send('POST', '/tickets', { subject: 'Once' }, { 'Idempotency-Key': 'receipt' });
  const [first, again] = [await ask(), await ask()];
  expect(again.body).toEqual(first.body);
  expect(await receipts()).toHaveLength(1);
});

it('a ticket of a program, and a client’s own in the CMS, has none', async () => {
  const { administrator, client: owner, organization } = people;
  const key = await keyClient(portal, administrator, { owner, organization });
  expect((await key.post('/v1/tickets', { subject: 'By a program' })).status).toBe(201);
  const asked = { subject: 'By our program', organization_id: String(organization) };
  expect((await staff.post('/v1/tickets', { ...asked, requester_id: String(owner.id) })).status).toBe(201);
  const own = await sessionOf(portal, owner).post('/tickets', { subject: 'In the CMS', organization });
  expect(own.status).toBe(201);
  await portal.payload.create({
    collection: 'tickets',
    data: { subject: 'By code', organization, requester: owner.id },
    overrideAccess: true,
  } as never);
  expect(await receipts()).toEqual([]);
});

it('none is sent without the option', async () => {
  const quiet = await startPortal({
    portal: { tickets: { receipts: false }, mail: { transports: transports() } },
  });
  try {
    const { client: owner } = await createPeople(quiet);
    await (await signedIn(quiet, owner)).send('POST', '/tickets', { subject: 'a' });
    await mailsSettled(quiet, 'ticket-notices');
    expect(smtp.mails).toEqual([]);
  } finally {
    await quiet.stop();
  }
});
