import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin, readError } from '../support/pages/adminBrowser.ts';
import { photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let list: string;

beforeAll(async () => {
  admin = await openAdmin();
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  list = `${admin.base}/admin/collections/email-log`;
}, 600_000);

afterAll(() => admin?.close());

const fill = async (): Promise<void> => {
  await query(databaseUrl, `insert into organizations (name) values ('Acme')`);
  await query(
    databaseUrl,
    `insert into tickets (subject, status, priority, organization_id) values ('Printer on fire', 'open', 'high', 1)`,
  );
  await query(
    databaseUrl,
    `insert into email_log ("to", subject, status, transport, error, type, related_type, related_id, user_id,
       message_id, created_at, fallback) values
     ('ann@acme.example, bob@acme.example', 'Your ticket was answered: Printer on fire', 'sent', 'proxy', null,
       'ticket_update', 'ticket', '1', '1', 're_123', now() - interval '2 minutes', null),
     ('nobody@acme.example', 'Please send the contract', 'failed', 'smtp',
       '550 5.1.1 <nobody@acme.example>: Recipient address rejected: User unknown', 'upload_request', 'transfer', '12',
       null, null, now() - interval '3 hours', null),
     ('carol@globex.example', 'Invoice 2026-0042', 'sent', 'smtp', null, 'invoice', 'invoice', '42', '77', 'abc@portal',
       now() - interval '5 hours', '[{"transport":"proxy","error":"connect ECONNREFUSED 10.0.0.7:443"}]'),
     (null, null, 'failed', null, 'No recipient was given.', null, null, null, null, null, now() - interval '2 days', null),
     ('dave@globex.example', 'Welcome to the portal', 'sent', 'phpmail', null, null, null, null, null, 'x@y',
       now() - interval '40 days', null)`,
  );
  await query(
    databaseUrl,
    `insert into email_log ("to", subject, status, transport, type, created_at)
     select 'client' || n || '@globex.example', 'Newsletter ' || n, 'sent', 'proxy', 'campaign',
       now() - interval '60 days' - n * interval '1 hour' from generate_series(1, 1200) n`,
  );
};

const rows = () => page.locator('.portal-table tbody tr');

const row = (text: string) => rows().filter({ hasText: text });

const facet = (name: RegExp) =>
  page.getByRole('group', { name: 'Quick filters' }).getByRole('button', { name });

const press = async (name: RegExp): Promise<void> => {
  await facet(name).click();
  await page.locator(`[aria-pressed=true]`, { hasText: name }).waitFor();
};

const checkPage = async (on: Page, name: string, part = '.portal-list, .portal-page'): Promise<void> => {
  await photograph(on, name);
  expect(await seriousFindings(on, part)).toEqual([]);
};

describe('the email log', () => {
  it('says what to do next while it is empty', async () => {
    await page.goto(list);
    await page.getByRole('heading', { name: 'No mails yet' }).waitFor();
    await checkPage(page, 'email-log-empty');
    await page.getByRole('link', { name: /Connect a provider/ }).click();
    await page.waitForURL(/portal-settings/);
    await fill();
  }, 120_000);

  it('shows each mail in words: its status, record, initiator and time', async () => {
    await page.goto(list);
    const answered = row('Your ticket was answered');
    await answered.getByText('Sent', { exact: true }).waitFor();
    await answered.getByText('2 minutes ago').waitFor();
    await expect
      .poll(() => answered.locator('time').getAttribute('title'))
      .toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d GMT\+9 \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)$/);
    await expect
      .poll(() => answered.getByRole('link', { name: 'Ticket 1' }).getAttribute('href'))
      .toBe('/admin/collections/tickets/1');
    await answered.getByRole('link', { name: 'boss@example.com' }).waitFor();
    await row('Please send the contract').getByText('Failed').waitFor();
    await row('Please send the contract').getByText('User unknown').waitFor();
    await row('Invoice 2026-0042').getByText('Sent by fallback').waitFor();
    await row('Invoice 2026-0042').getByText('User 77, deleted').waitFor();
    expect(await row('Invoice 2026-0042').getByRole('link', { name: 'invoice 42' }).count()).toBe(0);
    await checkPage(page, 'email-log');
  }, 120_000);

  it('counts what failed, was carried by a fallback or is of the last day, and shows just that', async () => {
    await facet(/^All 1,205$/).waitFor();
    await press(/^Failed 2$/);
    await expect.poll(() => rows().count()).toBe(2);
    await press(/^Fallback 1$/);
    await expect.poll(() => rows().count()).toBe(1);
    await press(/^Last 24 hours 3$/);
    await expect.poll(() => rows().count()).toBe(3);
    expect(new URL(page.url()).searchParams.get('status')).toBeNull();
    await page.reload();
    await expect.poll(() => rows().count()).toBe(3);
    await press(/^All/);
    await expect.poll(() => rows().count()).toBe(25);
  }, 120_000);

  it('searches, turns pages, and keeps what was asked in the address', async () => {
    await page.getByLabel('Subject').fill('newsletter');
    await page.keyboard.press('Enter');
    await facet(/^All 1,200$/).waitFor();
    await facet(/^Failed 0$/).waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('26–50 of 1,200').waitFor();
    await row('Newsletter 26').first().waitFor();
    await page.reload();
    await page.getByText('26–50 of 1,200').waitFor();
    await page.getByText('More filters').click();
    await page.getByLabel('Type', { exact: true }).fill('nothing like it');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: 'No matching mails' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await facet(/^All 1,205$/).waitFor();
    await page.getByText('More filters').click();
    await page.getByLabel('Related ID').fill('7');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('alert').getByText('Enter related_type as well').waitFor();
  }, 120_000);

  it('offers nothing that makes, changes or deletes a row', async () => {
    await page.goto(list);
    await rows().first().waitFor();
    for (const name of [/create/i, /duplicate/i, /^delete/i, /^edit/i])
      expect(await page.locator('main, .portal-list').getByRole('button', { name }).count()).toBe(0);
    expect(await page.locator('.portal-list').getByRole('checkbox').count()).toBe(0);
    const headers = { Origin: admin.base };
    expect((await page.request.get(`${list}/create`, { headers })).status()).toBe(404);
  }, 120_000);

  it('tells on a row’s page who refused the mail, what sent proves, and what to do', async () => {
    await page.goto(list);
    await row('Invoice 2026-0042').getByRole('link').first().click();
    const trail = page.getByRole('list').filter({ hasText: 'Rejected' });
    await trail.getByText('connect ECONNREFUSED 10.0.0.7:443').waitFor();
    await trail.getByText('Nothing listens at that host and port').waitFor();
    await trail.getByText('Accepted').waitFor();
    await page.getByText('The SMTP server accepted the mail and is responsible').waitFor();
    await checkPage(page, 'email-row-fallback');
    await page.goto(list);
    await row('Please send the contract').getByRole('link').first().click();
    await page.getByText('The server does not know this recipient').waitFor();
    await page.getByText('no one got it').waitFor();
    await checkPage(page, 'email-row-failed');
    await page.getByRole('link', { name: 'Mails to the same recipients' }).click();
    await facet(/^All 1$/).waitFor();
    await page.goto(`${list}?to=dave`);
    await row('Welcome').getByRole('link').first().click();
    await page.getByText('does not prove that it ever left this machine').waitFor();
    await page.getByRole('link', { name: /Connect a provider/ }).waitFor();
  }, 120_000);

  it('downloads just what is filtered', async () => {
    await page.goto(`${list}?status=failed`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export these as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^email-log-.*\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('User unknown');
  }, 120_000);

  it('is read by an editor, who can’t purge it', async () => {
    const theirs = await admin.openAs({ email: 'editor@example.com', role: 'editor' });
    await theirs.goto(list);
    await theirs.locator('.portal-table tbody tr').first().waitFor();
    expect(await theirs.getByRole('button', { name: /Purge/ }).count()).toBe(0);
    await theirs.context().close();
  }, 120_000);

  // `tickets.test.ts` shows that nothing leads there.
  it('is not there for a representative', async () => {
    const theirs = await admin.openAs({
      email: 'rep@example.com',
      role: 'representative',
      organizations: [1],
    });
    expect(await readError(theirs, list)).not.toContain('Printer on fire');
    await theirs.context().close();
  }, 120_000);
});

describe('the purge', () => {
  const open = async (): Promise<void> => {
    await page.goto(list);
    await page.getByRole('button', { name: 'Purge …' }).click();
    await page.getByRole('dialog', { name: 'Purge the email log' }).waitFor();
  };

  const left = async () => (await query(databaseUrl, 'select 1 from email_log')).length;

  it('asks for a day, says how many rows it is, and deletes nothing if left there', async () => {
    await open();
    await page.getByRole('button', { name: 'Count the rows' }).click();
    await page.getByRole('alert').getByText('Choose the first day to keep.').waitFor();
    await page.getByLabel('First day to keep').fill('2001-01-01');
    await page.getByRole('button', { name: 'Count the rows' }).click();
    await page.getByText('There is nothing to delete').waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    const day = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10);
    await page.getByLabel('First day to keep').fill(day);
    await page.getByRole('button', { name: 'Count the rows' }).click();
    await page.getByText(`older than ${day}`).waitFor();
    const confirm = page.getByRole('button', { name: 'Delete 1,202 rows' });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type 1202 to continue').fill('1,203');
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await checkPage(page, 'purge', '.portal-dialog');
    expect(await left()).toBe(1205);
  }, 120_000);

  it('deletes once the number was typed, and shows what came of it', async () => {
    await page.getByLabel('Type 1202 to continue').fill('1,202');
    await page.getByRole('button', { name: 'Delete 1,202 rows' }).click();
    await page.getByText('1,202 rows were deleted').waitFor();
    expect(await left()).toBe(3);
    await page.getByRole('button', { name: 'Close' }).click();
    await facet(/^All 3$/).waitFor();
    expect(await query(databaseUrl, 'select user_id, deleted from email_log_purges')).toEqual([
      { user_id: 1, deleted: '1202' },
    ]);
  }, 120_000);

  it('asks for no number if few rows go', async () => {
    await open();
    await page.getByLabel('The whole log').check();
    await page.getByRole('button', { name: 'Count the rows' }).click();
    await page.getByRole('button', { name: 'Delete 3 rows' }).click();
    await page.getByText('3 rows were deleted').waitFor();
    expect(await left()).toBe(0);
    // Nothing is asked about what was typed, for it is done.
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  }, 120_000);
});

it('left no error in the browser’s console', () => {
  expect(admin.consoleErrors).toEqual([]);
});
