import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;

beforeAll(async () => {
  admin = await openAdmin();
  databaseUrl = admin.databaseUrl;
  page = admin.page;
}, 600_000);

afterAll(() => admin?.close());

const ours = '.portal-work, .portal-alerts, .portal-widget';

const open = async (on: Page = page): Promise<void> => {
  await on.goto(`${admin.base}/admin`);
  await on.locator('.portal-widget').first().waitFor();
};

const part = (name: string, on: Page = page) => on.getByRole('region', { name });

const checkDashboard = async (name: string): Promise<void> => {
  await photograph(page, name);
  expect(await seriousFindings(page, ours)).toEqual([]);
};

const fill = async (): Promise<void> => {
  await query(databaseUrl, `insert into organizations (name) values ('Acme'), ('Globex')`);
  await query(
    databaseUrl,
    `insert into tickets (subject, status, priority, organization_id)
     select 'Ticket ' || n, (array['open', 'open', 'in_progress', 'resolved', 'closed'])[1 + n % 5]::enum_tickets_status,
       'medium', 1 + n % 2 from generate_series(1, 40) n`,
  );
  await query(
    databaseUrl,
    `insert into webhooks (url, events, status, disabled_reason, failing_since) values
       ('https://ok.example.com/hook', '["*"]', 'enabled', null, null),
       ('https://down.example.com/hook', '["*"]', 'enabled', null, now() - interval '3 hours'),
       ('https://gone.example.com/hook', '["*"]', 'disabled', 'gone', null),
       ('https://own.example.com/hook', '["*"]', 'disabled', 'owner', null)`,
  );
  await query(
    databaseUrl,
    `insert into email_log ("to", subject, status, transport, error, fallback, created_at)
     select 'client@acme.example', 'Mail ' || n,
       (case when n % 29 = 0 then 'failed' else 'sent' end)::enum_email_log_status, 'smtp',
       case when n % 29 = 0 then '451 4.7.1 Greylisted, try again' end,
       case when n % 17 = 0 and n % 29 <> 0 then '[{"transport":"proxy","error":"HTTP 503"}]'::jsonb end,
       now() - interval '25 hours' - (n % 28) * interval '1 day' * abs(sin(n)) from generate_series(1, 580) n`,
  );
};

const addMail = (status: 'sent' | 'failed') =>
  query(
    databaseUrl,
    `insert into email_log ("to", subject, status, transport, error, created_at)
     values ('ann@acme.example', 'Just now', '${status}', 'smtp', '535 5.7.8 Authentication failed', now())`,
  );

describe('the dashboard', () => {
  it('is where the form of the login leads to', async () => {
    await page.context().clearCookies();
    await page.goto(`${admin.base}/admin`);
    await page.waitForURL(/\/admin\/login/);
    await page.fill('#field-email', 'boss@example.com');
    await page.fill('#field-password', 'correct horse battery');
    await page.click('button[type=submit]');
    await page.waitForURL(/\/admin\/?$/);
    await page.locator('.portal-widget').first().waitFor();
  }, 120_000);

  it('says in red that no transport is connected, and what to do while there is nothing to show', async () => {
    await page.getByRole('alert').getByText('No transport is connected').waitFor();
    await part('Mail in the last 30 days').getByRole('heading', { name: 'No mails yet' }).waitFor();
    await part('Tickets').getByRole('heading', { name: 'No tickets yet' }).waitFor();
    await checkDashboard('dashboard-empty');
  }, 120_000);

  it('draws the mails of 30 days, as a table too, with rates, the last error and what was pruned', async () => {
    await fill();
    await open();
    const mail = part('Mail in the last 30 days');
    await mail.getByRole('img', { name: /Mails per day.*580 mails in 30 days, 20 of them failed/ }).waitFor();
    await expect.poll(() => mail.getByRole('table').getByRole('row').count()).toBe(31);
    await mail.getByText('3.4% (20)').waitFor();
    await mail.getByText('5.7% (33)').waitFor();
    await mail.getByRole('link', { name: '451 4.7.1 Greylisted' }).waitFor();
    await mail.getByText('rows are kept 180 days').waitFor();
    expect(await page.getByRole('alert').getByText('Mails are failing').count()).toBe(0);
  }, 120_000);

  it('counts tickets by status, and leads to those', async () => {
    const tickets = part('Tickets');
    await tickets.getByRole('link', { name: '16 Open' }).waitFor();
    await tickets.getByRole('link', { name: '8 In progress' }).click();
    await page.waitForURL(/collections\/tickets/);
    await page.getByText('1–8 of 8').waitFor();
    await open();
  }, 120_000);

  it('begins with the work of the reader, which leads to its list', async () => {
    const work = page.getByRole('navigation', { name: 'Your work' });
    await expect
      .poll(() => work.getByRole('link').allTextContents())
      .toEqual(['24 Waiting for us', '0 Mine', '24 Unassigned', '0 Mentions', '0 Held']);
    const place = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    const isAbove = async (one: string, other: string) => (await place(one)) < (await place(other));
    await expect.poll(() => isAbove('.portal-work', '.portal-alerts')).toBe(true);
    await expect.poll(() => isAbove('.portal-alerts', '.portal-widget')).toBe(true);
    await work.getByRole('link', { name: 'Unassigned' }).click();
    await page.waitForURL(/view=unassigned/);
    await open();
  }, 120_000);

  it('offers to send files and to ask for them', async () => {
    for (const [action, field] of [
      ['Send files', 'Files'],
      ['Ask for files', 'Organization'],
    ] as const) {
      await page.getByRole('button', { name: action, exact: true }).click();
      const form = page.getByRole('dialog', { name: action });
      await form.getByLabel(field).first().waitFor();
      await form.getByRole('button', { name: 'Cancel' }).click();
      await form.waitFor({ state: 'hidden' });
    }
  }, 120_000);

  it('stands beside a navigation in the order of use', async () => {
    const links = page.locator('nav a.nav__link, nav div.nav__link');
    expect(await links.allTextContents()).toEqual([
      'Tickets',
      'Mail in',
      'Folders',
      'Files',
      'Transfers',
      'Upload requests',
      'Email log',
      'Users',
      'Organizations',
      'Saved replies',
      'API keys',
      'Webhooks',
      'Purges of the email log',
      'Notifications',
    ]);
  }, 120_000);

  it('names the webhooks that fail or were given up, and no others', async () => {
    const webhooks = part('Failing webhooks');
    await webhooks
      .getByRole('listitem')
      .filter({ hasText: 'Failing' })
      .getByText('https://down.example.com')
      .waitFor();
    await webhooks
      .getByRole('listitem')
      .filter({ hasText: 'Disabled' })
      .getByText('https://gone.example.com')
      .waitFor();
    await expect.poll(() => webhooks.getByRole('listitem').count()).toBe(2);
  }, 120_000);

  it('says in red that mails fail, and leads to what failed', async () => {
    await addMail('sent');
    await addMail('failed');
    await open();
    const alert = page.getByRole('alert').filter({ hasText: 'Mails are failing:' });
    await alert.getByText('1 of the last 2, the latest with “535 5.7.8 Authentication failed”.').waitFor();
    await checkDashboard('dashboard');
    await alert.getByRole('link', { name: 'See failed mails' }).click();
    await page.waitForURL(/email-log.*status=failed/);
    await addMail('sent');
    await open();
    expect(await page.getByRole('alert').getByText('Mails are failing').count()).toBe(0);
  }, 120_000);

  it('warns once no background work ran for an hour', async () => {
    expect(await page.getByText('No background work').count()).toBe(0);
    const beats = `update support_portal.meta set value = (now() - interval '61 minutes')::text where key = 'background.last_worked_at'`;
    await query(databaseUrl, beats);
    await open();
    await page.getByRole('alert').getByText('No background work has run for an hour').waitFor();
  }, 120_000);

  it('shows all of it to a technician', async () => {
    const theirs = await admin.openAs({ email: 'technician@example.com', role: 'technician' });
    await open(theirs);
    await part('Mail in the last 30 days', theirs).getByRole('img').waitFor();
    await part('Failing webhooks', theirs).getByText('https://down.example.com').waitFor();
    await theirs.getByRole('alert').getByText('No transport is connected').waitFor();
    await theirs.context().close();
  }, 120_000);

  it('shows a representative the tickets of their own organizations, and nothing of mail and webhooks', async () => {
    const theirs = await admin.openAs({
      email: 'rep@example.com',
      role: 'representative',
      organizations: [1],
    });
    await open(theirs);
    await part('Tickets', theirs).getByRole('link', { name: '8 Open' }).waitFor();
    await expect.poll(() => theirs.locator('.portal-widget').count()).toBe(1);
    await theirs.getByRole('button', { name: 'Send files', exact: true }).waitFor();
    expect(await theirs.locator('.portal-alerts').count()).toBe(0);
    await theirs.context().close();
  }, 120_000);

  it('turns a client away, as do the pages that it leads to', async () => {
    const credentials = { email: 'ann@acme.example', password: 'correct horse battery' };
    const headers = { Origin: admin.base };
    const data = { ...credentials, role: 'client', organization: 1 };
    const made = await page.request.post(`${admin.base}/api/users`, { data, headers });
    expect(made.status()).toBe(201);
    const context = await page.context().browser()?.newContext();
    const theirs = await context?.newPage();
    if (!theirs) throw new Error('There is no browser.');
    const login = await theirs.request.post(`${admin.base}/api/users/login`, { data: credentials, headers });
    expect(login.status()).toBe(200);
    for (const address of ['', '/collections/email-log', '/collections/webhooks']) {
      await theirs.goto(`${admin.base}/admin${address}`);
      await theirs.getByRole('heading', { name: /for the support team.*by mail/ }).waitFor();
      expect(await theirs.locator('.portal-widget, .portal-list').count()).toBe(0);
    }
    await context?.close();
  }, 120_000);

  it('left no error in the browser’s console', () => {
    expect(admin.consoleErrors).toEqual([]);
  });
});
