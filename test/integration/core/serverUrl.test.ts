import { portalOf, structuredLogger } from 'payload-support-portal';
import { describe, expect, it } from 'vitest';
import type { MailTransport, OutgoingMail } from '../../../src/features/mail/chain/transport.ts';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import {
  mailsSettled,
  serverUrl,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

const start = async (serverURL: string | undefined) => {
  const lines: string[] = [];
  const mails: OutgoingMail[] = [];
  const transport: MailTransport = {
    name: 'collecting',
    send: async (mail) => {
      mails.push(mail);
      return { outcome: 'accepted', refused: [], messageId: mail.messageId, response: null };
    },
  };
  const logger = structuredLogger({ write: (line) => void lines.push(line) });
  const portal = stopAfterTest(
    await startPortal({
      portal: { workers: 'external', mail: { transports: [transport] } },
      app: { logger, serverURL: serverURL as string },
    }),
  );
  const people = await createPeople(portal);
  const key = await keyClient(portal, people.administrator, { owner: people.administrator });
  const warnings = () => lines.filter((line) => line.includes('serverURL of the Payload config'));
  return { portal, people, key, mails, warnings };
};

type Started = Awaited<ReturnType<typeof start>>;

const cookieOf = ({ administrator }: People) => `payload-token=${administrator.token}`;

const pageOf = async ({ key }: { key: Client }) => (await key.get('/v1/tickets')).headers.get('Link');

const folderOf = async ({ key, people }: Started): Promise<string> => {
  const organization_id = String(people.organization);
  return (await key.post('/v1/folders', { name: 'Plans', organization_id })).body.id;
};

const downloadOf = async (started: Started): Promise<string> => {
  const form = new FormData();
  form.append('file', new File(['bytes'], 'plan.txt', { type: 'text/plain' }));
  form.append('folder_id', await folderOf(started));
  const headers = { Authorization: String(started.key.authorization) };
  const response = await started.portal.fetch('/api/v1/files', { method: 'POST', headers, body: form });
  return ((await response.json()) as { download_url: string }).download_url;
};

const mailOf = async ({ portal, people, key, mails }: Started): Promise<string> => {
  const notifications = { notificationEmail: 'desk@example.com' };
  await sessionOf(portal, people.administrator).post('/globals/portal-settings', { notifications });
  await key.post('/v1/tickets', {
    subject: 'The VPN is slow',
    organization_id: String(people.organization),
  });
  portalOf(portal.payload)?.work();
  await mailsSettled(portal, 'ticket-notices');
  expect(mails).toHaveLength(1);
  return String(mails[0]?.message.text);
};

const changeByCookie = async ({ portal, people }: Started): Promise<number> => {
  const headers = { Cookie: cookieOf(people), Origin: serverUrl, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ to: 'ann@example.com' });
  return (await portal.fetch('/api/portal/v1/test-mail', { method: 'POST', headers, body })).status;
};

const overTheBridge = ({ portal, key }: { portal: TestPortal; key: Client }): Promise<Response> =>
  portal.handle(
    new Request('http://somewhere.example/api/portal/v1/mcp', {
      method: 'POST',
      headers: { Authorization: String(key.authorization), 'Content-Type': 'application/json' },
      body: '{}',
    }),
  );

describe('an app without a serverURL', () => {
  it('gets no warning while nothing needs it', async () => {
    const { portal, warnings } = await start(undefined);
    await portal.payload.sendEmail({ to: 'ann@example.com', subject: 'Hi', text: 'Hi' });
    expect(warnings()).toEqual([]);
  });

  it.each<[string, (started: Started) => Promise<unknown>, unknown]>([
    ['the links of a page', pageOf, expect.stringContaining(`<${serverUrl}/api/v1/tickets?`)],
    ['a download', downloadOf, expect.stringContaining(`${serverUrl}/api/v1/files/`)],
    ['a mail', mailOf, expect.not.stringContaining('/admin/')],
    ['the check of an Origin', changeByCookie, 200],
  ])('gets one warning if %s needs it, and uses the request’s address', async (_, need, result) => {
    const started = await start(undefined);
    expect(await need(started)).toEqual(result);
    await pageOf(started);
    expect(started.warnings()).toEqual([expect.stringContaining('is not set')]);
  });

  it('refuses AI clients by any host but localhost', async () => {
    const started = await start(undefined);
    const refused = await overTheBridge(started);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('set serverURL of the Payload config');
    await overTheBridge(started);
    expect(started.warnings()).toEqual([expect.stringContaining('is not set')]);
  });
});

describe('the serverURL', () => {
  it('that is not a URL causes the same warning as a missing one', async () => {
    const started = await start('support.example.com');
    expect(await pageOf(started)).toContain(`<${serverUrl}/api/v1/tickets?`);
    expect((await overTheBridge(started)).status).toBe(403);
    expect(started.warnings()).toEqual([expect.stringContaining(String.raw`(\"support.example.com\")`)]);
  });

  it('may end in a slash', async () => {
    const started = await start('https://support.example.com/');
    expect(await downloadOf(started)).toContain('https://support.example.com/api/v1/files/');
    expect(await mailOf(started)).toContain('https://support.example.com/admin/');
    expect(started.warnings()).toEqual([]);
  });

  it('that is taken away keeps back the mails that would lead nowhere', async () => {
    const started = await start('https://support.example.com');
    const { key, mails, people, portal } = started;
    const organization_id = String(people.organization);
    const recipients = [{ email: 'ann@example.com' }];
    const { body: draft } = await key.post('/v1/transfers', { title: 'Plans', organization_id, recipients });
    const form = new FormData();
    form.append('file', new File(['bytes'], 'plan.txt', { type: 'text/plain' }));
    const headers = { Authorization: String(key.authorization) };
    await portal.fetch(`/api/v1/transfers/${draft.id}/files`, { method: 'POST', headers, body: form });
    expect((await key.post(`/v1/transfers/${draft.id}/send`)).status).toBe(202);
    const asked = { title: 'Texts', organization_id, folder_id: await folderOf(started), recipients };
    expect((await key.post('/v1/upload-requests', asked)).status).toBe(201);
    portal.payload.config.serverURL = '';
    portalOf(portal.payload)?.work();
    await mailsSettled(portal, 'transfer-mails');
    await mailsSettled(portal, 'upload-request-mails');
    expect(mails).toEqual([]);
  });

  it('is named in the log when an Origin is refused', async () => {
    const { portal, people, warnings } = await start('https://support.example.com');
    const headers = { Cookie: cookieOf(people), Origin: 'https://evil.example' };
    const { status } = await portal.fetch('/api/portal/v1/tick', { method: 'POST', headers });
    const { status: refused } = await portal.fetch('/api/portal/v1/test-mail', { method: 'POST', headers });
    expect([status, refused]).toEqual([401, 403]);
    expect(warnings()).toEqual([expect.stringContaining('https://evil.example')]);
  });
});
