import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { photograph, seriousFindings, shownText } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';
import { json, startHttpServer, type TestHttpServer } from '../support/servers/httpServer.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let receiver: TestHttpServer;
let status = 200;

beforeAll(async () => {
  receiver = await startHttpServer((response) => json(response, status, {}));
  admin = await openAdmin({
    env: {
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      MAIL_EVENTS_POSTMARK_SECRET: 'right',
    },
  });
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  await fill();
}, 600_000);

afterAll(async () => {
  await admin?.close();
  await receiver?.close();
});

const reason = '550 5.1.1 <ann@acme.example>: Recipient address rejected: User unknown';

const fill = async (): Promise<void> => {
  await query(databaseUrl, `insert into organizations (name) values ('Acme')`);
  await query(
    databaseUrl,
    `insert into users (name, email, role, organization_id) values ('Ann', 'ann@acme.example', 'client', 1)`,
  );
  await query(
    databaseUrl,
    `insert into tickets (subject, status, priority, organization_id, requester_id)
     select 'Printer on fire', 'open', 'high', 1, id from users where email = 'ann@acme.example'`,
  );
  await query(
    databaseUrl,
    `insert into email_log ("to", subject, status, transport, related_type, related_id, message_id, created_at) values
     ('ann@acme.example', '[#1] Printer on fire', 'sent', 'smtp', 'ticket', '1', 'one', now() - interval '1 hour'),
     ('bob@acme.example', 'Welcome', 'sent', 'smtp', null, null, 'two', now() - interval '2 hours')`,
  );
  await tell({
    RecordType: 'Bounce',
    Type: 'Transient',
    ID: 1,
    MessageID: 'one',
    Details: '451 4.7.1 Greylisted',
  });
  await tell({ RecordType: 'Bounce', Type: 'HardBounce', ID: 2, MessageID: 'one', Details: reason });
  await tell({ RecordType: 'Delivery', MessageID: 'two', Recipient: 'bob@acme.example' });
};

const tell = async (event: object): Promise<void> => {
  const response = await fetch(`${admin.portal.url}/api/portal/v1/mail-events/postmark`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from('postmark:right').toString('base64')}`,
    },
    body: JSON.stringify({ Email: 'ann@acme.example', ...event }),
  });
  expect(response.status).toBe(200);
};

const row = (text: string) => page.locator('.portal-table tbody tr').filter({ hasText: text });

const checkPage = async (name: string, part = '.portal-list, .portal-page'): Promise<void> => {
  await photograph(page, name);
  expect(await seriousFindings(page, part)).toEqual([]);
};

describe('what became of mails', () => {
  it('stands in the list, and is a facet', async () => {
    await page.goto(`${admin.base}/admin/collections/email-log`);
    await row('Welcome').getByText('Delivered').waitFor();
    await page.getByRole('button', { name: /^Bounced 1$/ }).click();
    await row('Printer on fire').getByText('Bounced').waitFor();
    await expect.poll(() => row('Welcome').count()).toBe(0);
    await expect.poll(() => page.url()).toContain('delivery=bounced');
    await checkPage('delivery-list');
  }, 120_000);

  it('is a timeline on the row’s page, with the server’s words and a hint', async () => {
    await row('Printer on fire').getByRole('link', { name: '[#1] Printer on fire' }).click();
    await page.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
    await shownText(page, '451 4.7.1 Greylisted').waitFor();
    await shownText(page, reason).waitFor();
    await shownText(page, 'reported by Postmark').first().waitFor();
    await shownText(page, 'The server does not know this recipient. Check the address.').waitFor();
    await checkPage('delivery-row');
  }, 120_000);

  it('warns on the ticket before the next answer is written', async () => {
    await page.goto(`${admin.base}/admin/collections/tickets/1`);
    await shownText(page, 'bounced').first().waitFor();
    await shownText(page, reason).waitFor();
  }, 120_000);
});

describe('a person’s address', () => {
  it('is erased from their page: counted first, then for good', async () => {
    const [ann] = await query<{ id: number }>(
      databaseUrl,
      `select id from users where email = 'ann@acme.example'`,
    );
    await page.goto(`${admin.base}/admin/collections/users/${ann?.id}`);
    await page.getByRole('heading', { name: 'Mails to this person' }).waitFor();
    await shownText(page, reason).waitFor();
    expect(await seriousFindings(page, '.portal-side')).toEqual([]);
    await page.locator('#field-name').fill('Anna');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith(`/users/${ann?.id}`)) asked.push(request.method());
    });
    await page.getByRole('button', { name: 'Erase from the email log …' }).click();
    await page.getByText('is a recipient in 1 row.', { exact: false }).waitFor();
    await photograph(page, 'delivery-person');
    await page.getByRole('button', { name: 'Erase the address' }).click();
    await page.getByText('The address was erased in 1 row.', { exact: false }).waitFor();
    const rows = await query(databaseUrl, `select "to", subject from email_log where message_id = 'one'`);
    expect(rows).toEqual([{ to: '[erased]', subject: null }]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.getByText(reason).count()).toBe(0);
    // The page, which would have replaced the name, is rendered anew after the name is saved.
    expect(asked.filter((method) => method !== 'POST').slice(0, 2)).toEqual(['PATCH', 'GET']);
  }, 120_000);

  it('is erased from the log’s list, too', async () => {
    await page.goto(`${admin.base}/admin/collections/email-log`);
    await page.getByRole('button', { name: 'Erase an address …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase an address from the email log' });
    await dialog.getByLabel('Address').fill('no address');
    await dialog.getByRole('button', { name: 'Erase from the email log …' }).click();
    await dialog.getByText('Enter one address', { exact: false }).waitFor();
    await dialog.getByLabel('Address').fill('BOB@acme.example');
    await dialog.getByRole('button', { name: 'Erase from the email log …' }).click();
    await dialog.getByText('is a recipient in 1 row.', { exact: false }).waitFor();
    expect(await seriousFindings(page, '.portal-dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await query(databaseUrl, `select 1 from email_log where "to" = 'bob@acme.example'`)).toHaveLength(
      1,
    );
  }, 120_000);
});

describe('alerts', () => {
  it('are tried from Settings, and a dead address stands on the dashboard', async () => {
    await page.goto(`${admin.base}/admin/globals/portal-settings/alerts`);
    await page.getByRole('button', { name: 'Add Alert address' }).click();
    await page.locator('input[name="notifications.alerts.0.url"]').fill(receiver.url);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Updated successfully').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Send a test alert' }).click();
    await page.getByText('accepted it.', { exact: false }).waitFor();
    expect(receiver.requests.map(({ body }) => JSON.parse(body).kind)).toContain('test');
    status = 500;
    await page.getByRole('button', { name: 'Send a test alert' }).click();
    await page.getByText('500', { exact: false }).first().waitFor();
    expect(await seriousFindings(page, '.portal-side')).toEqual([]);
    await photograph(page, 'delivery-settings');
    await page.goto(`${admin.base}/admin`);
    const warning = page.locator('[data-alert="alerts not taken"]');
    await warning.getByRole('link').click();
    await page.waitForURL(/portal-settings\/alerts$/);
  }, 120_000);

  it('left no error in the browser’s console', () => {
    // The address that is none was rejected.
    expect(admin.consoleErrors.filter((error) => !error.includes('status of 422'))).toEqual([]);
  });
});
