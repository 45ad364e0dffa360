import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { smtpTransport } from 'payload-support-portal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient } from '../support/api/api.ts';
import { openBrowser } from '../support/pages/clientBrowser.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { mailsSettled, query, serverUrl, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let staff: Client;

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({
    app: { i18n: { supportedLanguages: { en, de } } },
    portal: {
      // Receipts have a suite of their own.
      tickets: { receipts: false },
      mail: {
        from: 'Support <noreply@portal.example>',
        transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
      },
    },
  });
  people = await createPeople(portal);
  staff = await keyClient(portal, people.administrator, { owner: people.administrator });
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

afterEach(() => prefer({ language: null, notices: 'all' }));

const prefer = (choice: object) =>
  portal.payload.update({
    collection: 'users',
    id: people.client.id,
    data: choice,
    overrideAccess: true,
  } as never);

const newTicket = async (): Promise<string> => {
  const { body } = await staff.post('/v1/tickets', {
    subject: 'VPN is slow',
    organization_id: String(people.organization),
    requester_id: String(people.client.id),
  });
  return body.id;
};

/** The mails to the client since the last call, as their text. */
const mailsToClient = async (queue: 'ticket-notices' | 'sign-in' = 'ticket-notices'): Promise<string[]> => {
  await mailsSettled(portal, queue);
  return smtp.mails
    .splice(0)
    .filter(({ recipients }) => recipients.includes(people.client.email))
    .map(({ content }) => decoded(content));
};

/** Quoted-printable is enough: no test writes base64. */
const decoded = (content: string): string =>
  Buffer.from(
    content
      .replaceAll('=\r\n', '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

describe('a mail about a ticket to its requester', () => {
  it('leads to the ticket’s client page, in text and in HTML', async () => {
    const ticket = await newTicket();
    await staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Try again.' });
    await staff.patch(`/v1/tickets/${ticket}`, { status: 'resolved' });
    const mails = await mailsToClient();
    // The two may arrive in any order.
    const reply = mails.find((mail) => mail.includes('Try again.')) ?? '';
    const status = mails.find((mail) => mail !== reply) ?? '';
    const page = `${serverUrl}/support/tickets/${ticket}`;
    expect(reply).toContain(`Open the ticket: ${page}`);
    expect(reply).toContain(`<a href="${page}">Open the ticket</a>`);
    expect(status).toContain(`Open the ticket: ${page}`);
  });

  it('is in the language that the person chose', async () => {
    await prefer({ language: 'de' });
    const ticket = await newTicket();
    await staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Try again.' });
    const [reply = ''] = await mailsToClient();
    expect(reply).toContain('Es gibt eine Antwort auf Ihr Ticket');
    expect(reply).toContain('Ticket öffnen: ');
  });

  it.each([
    ['replies', 1],
    ['none', 0],
  ] as const)('is sent as far as the person wants it: %s', async (notices, count) => {
    await prefer({ notices });
    const ticket = await newTicket();
    await staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Try again.' });
    await staff.patch(`/v1/tickets/${ticket}`, { status: 'resolved' });
    const mails = await mailsToClient();
    expect(mails).toHaveLength(count);
    for (const mail of mails) expect(mail).toContain('Try again.');
  });
});

describe('the mail of a sign-in', () => {
  const ask = async (acceptLanguage: string): Promise<string> => {
    const email = people.client.email;
    await portal.fetch('/api/portal/v1/client/sign-in', {
      method: 'POST',
      headers: {
        'Accept-Language': acceptLanguage,
        'Content-Type': 'application/json',
        Origin: serverUrl,
      },
      body: JSON.stringify({ email }),
    });
    const [mail = ''] = await mailsToClient('sign-in');
    return mail;
  };

  it('is in the person’s language, else in that of the request', async () => {
    expect(await ask('de')).toContain('Ihr Code:');
    await prefer({ language: 'en' });
    await query(portal.databaseUrl, 'delete from support_portal.sign_in_limits');
    expect(await ask('de')).toContain('Your code:');
  });
});

describe('a person’s own choices', () => {
  it('are kept, and shown by the session', async () => {
    const browser = openBrowser(portal, '192.0.2.1', (await signedIn(portal, people.client)).cookies);
    const choice = { name: 'Ann', language: 'de', notices: 'replies' };
    expect(await browser.send('PATCH', '/account', choice)).toMatchObject({ status: 200, body: choice });
    expect((await browser.send('GET', '/session')).body).toMatchObject({ user: choice });
    expect(await browser.send('PATCH', '/account', { language: null })).toMatchObject({
      body: { language: null },
    });
  });
});
