import type { Config } from 'payload';
import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { deliver, inboundSecret, written } from '../../support/mail/inbound.ts';
import { eventually } from '../../support/mail/mail.ts';
import {
  mailsSettled,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startSmtpServer } from '../../support/servers/smtpServer.ts';

const german = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' };

describe('the mails of a portal', () => {
  /** The subjects of the mails about a new ticket and its change, and of a test mail. */
  const subjectsOf = async (i18n: NonNullable<Config['i18n']>): Promise<string[]> => {
    const smtp = await startSmtpServer();
    const portal = stopAfterTest(await startPortal({ app: { i18n } }));
    await portal.payload.updateGlobal({
      slug: 'portal-settings',
      data: {
        notifications: {
          from: 'Portal <portal@example.com>',
          notificationEmail: 'desk@example.com',
          smtp: { host: '127.0.0.1', port: smtp.port },
        },
      },
      overrideAccess: true,
    });
    const { administrator, client, organization } = await createPeople(portal);
    const staff = await keyClient(portal, administrator, { owner: administrator });
    const { body } = await staff.post('/v1/tickets', {
      subject: 'Printer',
      organization_id: String(organization),
      requester_id: String(client.id),
    });
    await mailsSettled(portal, 'ticket-notices');
    await staff.patch(`/v1/tickets/${body.id}`, { status: 'in_progress' });
    await mailsSettled(portal, 'ticket-notices');
    await sessionOf(portal, administrator).post('/portal/v1/test-mail', {});
    await mailsSettled(portal, 'ticket-notices');
    const rows = await query<{ subject: string }>(portal.databaseUrl, 'select subject from email_log');
    await smtp.close();
    // Two mails of one ticket are sent at the same time.
    return rows.map(({ subject }) => subject.replace(/^\[#\d+\] /, '')).sort();
  };

  it('are in its default language', async () => {
    expect(await subjectsOf({ fallbackLanguage: 'de', supportedLanguages: { en, de } })).toEqual([
      'Neues Ticket: Printer',
      'Status geändert: Printer',
      'Test-E-Mail des Support-Portals',
    ]);
  });

  it('are the app’s own, if it has some, and English in a language that the plugin does not have', async () => {
    const own = { supportPortal: { mails: { notice: { subject: { created: 'Nieuw: {{subject}}' } } } } };
    const i18n = { fallbackLanguage: 'nl', supportedLanguages: { nl: en }, translations: { nl: own } };
    expect(await subjectsOf(i18n as never)).toEqual([
      'Nieuw: Printer',
      'Status changed: Printer',
      'Test mail of the support portal',
    ]);
  });
});

describe('an error', () => {
  let portal: TestPortal;
  let people: People;
  let staff: Client;
  let key: Client;
  let ticket: string;
  let settledMail: string;
  let folder: number;

  beforeAll(async () => {
    portal = await startPortal({
      portal: { inbound: { address: 'support@portal.test', secret: inboundSecret } },
      app: { i18n: { supportedLanguages: { en, de } } },
    });
    people = await createPeople(portal);
    staff = sessionOf(portal, people.administrator);
    key = await keyClient(portal, people.administrator, { owner: people.administrator });
    const { body } = await key.post('/v1/tickets', {
      subject: 'Printer',
      organization_id: String(people.organization),
    });
    ticket = body.id;
    await key.post(`/v1/tickets/${ticket}/replies`, { body: 'done' });
    await key.patch(`/v1/tickets/${ticket}`, { status: 'closed' });
    settledMail = (await deliver(portal, written({ from: 'stranger@example.org' }))).body.id;
    const discard = () => staff.post(`/portal/v1/inbound-mails/${settledMail}/discard`);
    await eventually(async () => (await discard()).status === 200);
    const { id } = await portal.payload.create({
      collection: 'folders',
      data: { name: 'Plans', organization: people.organization },
      overrideAccess: true,
    });
    folder = Number(id);
    await query(
      portal.databaseUrl,
      `insert into files (name, mime_type, filesize, filename, folder_id, organization_id) values ('a', 'text/plain', 1, 'a', $1, $2)`,
      [folder, people.organization],
    );
  });

  afterAll(() => portal.stop());

  type Act = (headers: Record<string, string>) => Promise<Answered>;

  const saidBy = async (act: Act, headers: Record<string, string>): Promise<string> => {
    const { body } = await act(headers);
    const problems =
      body.details ?? body.errors?.flatMap(({ data, message }: ErrorOfCms) => data?.errors ?? [{ message }]);
    return (
      problems?.map(({ message }: { message: string }) => message).join(' ') ?? body.message ?? body.error
    );
  };

  interface ErrorOfCms {
    readonly message: string;
    readonly data?: { readonly errors?: readonly { readonly message: string }[] };
  }

  const richText = { root: { type: 'root', children: [] } };
  const answering = { internal: false, key: 'a-key-of-a-draft-1', seen_reply_id: null };

  it.each<[what: string, act: Act, english: string, inGerman: string]>([
    [
      'a record that is not there',
      (headers) => key.get('/v1/tickets/999999', headers),
      'There is no such record.',
      'Diesen Datensatz gibt es nicht.',
    ],
    [
      'a role',
      (headers) => sessionOf(portal, people.client).get('/portal/v1/api-keys', headers),
      'Your role does not allow this.',
      'Ihre Rolle erlaubt das nicht.',
    ],
    [
      'a text',
      (headers) => key.post(`/v1/tickets/${ticket}/replies`, { body: ' ' }, headers),
      'Enter some text.',
      'Geben Sie einen Text an.',
    ],
    [
      'tags',
      (headers) => key.patch(`/v1/tickets/${ticket}`, { tags: ['a,b'] }, headers),
      'The tag "a,b" contains a comma or a line break.',
      'Das Schlagwort "a,b" enthält ein Komma oder einen Zeilenumbruch.',
    ],
    [
      'a change of status',
      (headers) => key.patch(`/v1/tickets/${ticket}`, { status: 'in_progress' }, headers),
      'A ticket that is closed can change to open, not to in_progress.',
      'Ein Ticket mit dem Status „Geschlossen“ kann zu Offen wechseln, nicht zu „In Bearbeitung“.',
    ],
    [
      'an answer',
      (headers) => staff.post(`/portal/v1/tickets/${ticket}/answers`, { ...answering, body: {} }, headers),
      'This is not rich text.',
      'Das ist kein formatierter Text.',
    ],
    [
      'a merge',
      (headers) => key.post(`/v1/tickets/${ticket}/merge`, { into: ticket }, headers),
      'Choose another ticket.',
      'Wählen Sie ein anderes Ticket.',
    ],
    [
      'an API key',
      (headers) =>
        staff.post('/portal/v1/api-keys', { name: 'a', expires_at: '2020-01-01T00:00:00Z' }, headers),
      'Choose a time in the future.',
      'Geben Sie einen Zeitpunkt in der Zukunft an.',
    ],
    [
      'the name of an API key',
      (headers) => staff.post('/portal/v1/api-keys', { name: ' ' }, headers),
      'Enter a name.',
      'Geben Sie einen Namen an.',
    ],
    [
      'a webhook',
      (headers) => key.post('/v1/webhooks', { url: 'https://10.0.0.1', events: ['*'] }, headers),
      'The URL leads to a private, reserved or otherwise forbidden address.',
      'Die URL führt zu einer privaten, reservierten oder aus anderen Gründen verbotenen Adresse.',
    ],
    [
      'a mail that came in',
      (headers) => staff.post(`/portal/v1/inbound-mails/${settledMail}/discard`, undefined, headers),
      'The message is not waiting for a decision: its outcome is discarded.',
      'Die Nachricht wartet nicht auf eine Entscheidung: Sie ist verworfen.',
    ],
    [
      'an address to erase',
      (headers) => staff.post('/portal/v1/email-log/erase', { address: 'a@b c', dry_run: true }, headers),
      'Enter one address, such as ann@example.com.',
      'Geben Sie eine Adresse an, zum Beispiel ann@example.com.',
    ],
    [
      'a test mail',
      (headers) => staff.post('/portal/v1/test-mail', { to: 'nobody' }, headers),
      'Enter one address, as local@domain.',
      'Geben Sie eine Adresse an, als lokal@domain.',
    ],
    [
      'a mailbox',
      (headers) => staff.post('/portal/v1/inbound/test', {}, headers),
      'No mailbox is connected: enter its host, then save.',
      'Es ist kein Postfach verbunden: Geben Sie seinen Host an und speichern Sie.',
    ],
    [
      'a ticket in the CMS',
      (headers) => staff.post('/tickets', { subject: 'a\nb', organization: people.organization }, headers),
      'Enter a single line.',
      'Geben Sie eine einzige Zeile an.',
    ],
    [
      'a change of a ticket in the CMS',
      (headers) =>
        staff.patch(
          `/tickets/${ticket}`,
          { subject: 'Mine', priority: 'low', _openedWith: { subject: 'Old', priority: 'urgent' } },
          headers,
        ),
      'Someone else has changed the subject and the priority of this ticket in the meantime. Nothing was saved. Reload the page, then make your change again.',
      'Inzwischen hat jemand anders den Betreff und die Priorität dieses Tickets geändert. Es wurde nichts gespeichert. Laden Sie die Seite neu und nehmen Sie Ihre Änderung noch einmal vor.',
    ],
    [
      'a reply in the CMS',
      (headers) => staff.post('/ticket-replies', { ticket: Number(ticket), body: richText }, headers),
      'Enter some text.',
      'Geben Sie einen Text an.',
    ],
    [
      'a saved reply in the CMS',
      (headers) => staff.post('/saved-replies', { title: 'a', body: '{{x}}', everybody: false }, headers),
      '{{x}} is not a variable. The variables are {{ticket.id}}, {{ticket.subject}}, {{requester.name}}, {{agent.name}}. Choose an organization, or “For everyone”.',
      '{{x}} ist keine Variable. Die Variablen sind {{ticket.id}}, {{ticket.subject}}, {{requester.name}}, {{agent.name}}. Wählen Sie eine Organisation oder „Für alle“.',
    ],
    [
      'an organization in the CMS',
      (headers) => staff.post('/organizations', { name: 'a', domains: ['a b'] }, headers),
      '"a b" is not a domain name such as example.com.',
      '"a b" ist keine Domain wie example.com.',
    ],
    [
      'a user in the CMS',
      (headers) =>
        staff.post('/users', { email: 'x@example.com', password: 'abcdefgh', role: 'client' }, headers),
      'A client needs an organization.',
      'Ein Kunde braucht eine Organisation.',
    ],
    [
      'a folder in the CMS',
      (headers) => staff.delete(`/folders/${folder}`, headers),
      'The folder is not empty. Delete its files first.',
      'Der Ordner ist nicht leer. Löschen Sie zuerst seine Dateien.',
    ],
    [
      'a file in the CMS',
      (headers) => staff.post('/files', { folder }, headers),
      'Send the file itself.',
      'Senden Sie die Datei selbst.',
    ],
    [
      'Settings in the CMS',
      (headers) =>
        staff.post(
          '/globals/portal-settings',
          { notifications: { from: 'a', smtp: { port: 0 }, alerts: [{ url: 'ftp://a', format: 'json' }] } },
          headers,
        ),
      'Enter one sender, as Name <address>. Enter a port from 1 to 65535. The URL must begin with https://.',
      'Geben Sie einen Absender an, als Name <Adresse>. Geben Sie einen Port von 1 bis 65535 an. Die URL muss mit https:// beginnen.',
    ],
  ])('about %s is in the language of the request', async (_what, act, english, inGerman) => {
    expect(await saidBy(act, {})).toBe(english);
    expect(await saidBy(act, german)).toBe(inGerman);
  });

  it('names its fields before the sentence, and says how many more there are', async () => {
    const message = async (headers: Record<string, string>) =>
      (await key.post('/v1/tickets', { subject: '', tags: [''] }, headers)).body.message;
    expect(await message({})).toBe('subject: Enter a subject. (and 1 more)');
    expect(await message(german)).toBe('subject: Geben Sie einen Betreff an. (und 1 weitere)');
  });

  it('is in the language of the admin UI’s cookie, whatever the browser asks for', async () => {
    const headers = { 'Accept-Language': 'en', Cookie: 'payload-lng=de' };
    expect((await key.get('/v1/tickets/999999', headers)).body.message).toBe(
      'Diesen Datensatz gibt es nicht.',
    );
  });

  it('of wrong credentials is English, because programs read it', async () => {
    const { body } = await staff.get('/v1/tickets', german);
    expect(body).toEqual({
      error: 'unauthorized',
      message: 'The API key is missing, invalid or expired. Generate a new key in Settings.',
    });
  });
});
