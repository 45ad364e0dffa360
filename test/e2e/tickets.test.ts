import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/admin-browser.ts';
import { photograph, seriousFindings } from '../support/page-check.ts';
import { createDatabase, query } from '../support/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let ticket: string;

/** What a person who is logged in posts by the CMS's own doors. @returns the new record's id */
const create = async (slug: string, data: object): Promise<number> => {
  const response = await page.request.post(`${admin.base}/api/${slug}`, {
    data,
    headers: { Origin: admin.base },
  });
  return (await response.json()).doc.id;
};

beforeAll(async () => {
  databaseUrl = await createDatabase();
  admin = await openAdmin({ env: { DATABASE_URL: databaseUrl } });
  page = admin.page;
  const organization = await create('organizations', { name: 'Acme' });
  const other = await create('organizations', { name: 'Globex' });
  const client = await create('users', {
    email: 'ann@acme.example',
    name: 'Ann Miller',
    password: 'correct horse battery',
    role: 'client',
    organization,
  });
  const id = await create('tickets', {
    subject: 'Printer on fire',
    description: 'It began this morning.\n\nThe one on the second floor, next to the window.',
    priority: 'high',
    organization,
    requester: client,
  });
  await create('tickets', { subject: 'Of somebody else', organization: other });
  await query(
    databaseUrl,
    `insert into ticket_replies (ticket_id, organization_id, created_by_id, internal, text, body, created_at)
     values ($1, $2, $3, false, 'Is there any news?', $4, now() - interval '2 hours')`,
    [id, organization, client, JSON.stringify(paragraph('Is there any news? We can’t print invoices.'))],
  );
  await query(
    databaseUrl,
    `insert into email_log ("to", subject, status, transport, error, type, related_type, related_id, created_at) values
     ('ann@acme.example', 'Your ticket was answered', 'sent', 'smtp', null, 'ticket_update', 'ticket', '${id}', now()),
     ('ann@acme.example', 'Your ticket is resolved', 'failed', 'smtp', '550 5.1.1 User unknown', 'ticket_update',
       'ticket', '${id}', now() - interval '1 hour'),
     ('bob@acme.example', 'Another one', 'sent', 'smtp', null, 'ticket_update', 'ticket', '${id}0', now())`,
  );
  ticket = `${admin.base}/admin/collections/tickets/${id}`;
}, 600_000);

afterAll(() => admin?.close());

const paragraph = (text: string) => ({
  root: {
    type: 'root',
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: [
      {
        type: 'paragraph',
        version: 1,
        direction: null,
        format: '',
        indent: 0,
        textFormat: 0,
        textStyle: '',
        children: [{ type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text }],
      },
    ],
  },
});

const reply = (name: RegExp) => page.getByRole('article', { name });

/** The form around these parts is the CMS's. */
const ours = '.portal-description, .portal-conversation, .portal-attachments, .portal-page, .portal-filters';

const checkPage = async (on: Page, name: string): Promise<void> => {
  expect(await seriousFindings(on, ours)).toEqual([]);
  await photograph(on, name);
};

describe('the page of a ticket', () => {
  it('shows what it is about and what was said', async () => {
    await page.goto(ticket);
    await page.getByText('The one on the second floor').waitFor();
    await reply(/Reply by Ann Miller/)
      .getByText('We can’t print invoices')
      .waitFor();
  }, 120_000);

  it('takes a reply in rich text and resolves the ticket in the same go', async () => {
    const editor = page.getByRole('textbox', { name: 'Reply to the client' });
    await editor.click();
    await page.keyboard.type('Please ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('unplug');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' it.');
    await page.getByLabel('Then the ticket is').selectOption({ label: 'resolved' });
    await page.getByRole('button', { name: 'Send the reply' }).click();
    const said = reply(/Reply by boss@example.com/);
    await said.getByText('Please').waitFor();
    expect(await said.locator('strong').filter({ hasText: 'unplug' }).count()).toBe(1);
    await page.getByText('The ticket is resolved now.').waitFor();
    await page.locator('#field-status').getByText('Resolved').waitFor();
    expect(
      await query(
        databaseUrl,
        `select status, text from tickets join ticket_replies r on r.ticket_id = tickets.id
        where r.created_by_id = 1`,
      ),
    ).toEqual([{ status: 'resolved', text: 'Please unplug it.' }]);
    expect(await editor.textContent()).not.toContain('unplug');
  }, 120_000);

  it('takes an internal note by keyboard, which looks different', async () => {
    await page.getByRole('radio', { name: 'Internal note' }).check();
    await page.getByText('Clients never see it.').waitFor();
    await page.getByRole('textbox', { name: 'Internal note' }).click();
    await page.keyboard.type('They always print on both sides.');
    await page.keyboard.press('Control+Enter');
    const note = reply(/Internal note by boss/);
    await note.getByText('both sides').waitFor();
    await note.getByText('Internal note', { exact: true }).waitFor();
    expect(await query(databaseUrl, 'select text from ticket_replies where internal')).toEqual([
      { text: 'They always print on both sides.' },
    ]);
  }, 120_000);

  it('says why an empty answer is refused', async () => {
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.getByRole('alert').getByText('Write something first.').waitFor();
    await page.reload();
    await reply(/Internal note by boss/).waitFor();
    await checkPage(page, 'ticket');
  }, 120_000);

  it('takes files, lists them with type and size, and gives them back', async () => {
    await page.getByText('Nothing is attached yet.').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles([
      { name: 'smoke.txt', mimeType: 'text/plain', buffer: Buffer.from('smoke'.repeat(500)) },
    ]);
    const row = page.getByRole('row').filter({ hasText: 'smoke.txt' });
    await row.getByText('2.4 KB').waitFor();
    await row.getByText('text/plain').waitFor();
    await row.getByRole('link', { name: 'Ticket files' }).waitFor();
    const download = page.waitForEvent('download');
    await row.getByRole('link', { name: 'Download smoke.txt' }).click();
    expect((await download).suggestedFilename()).toBe('smoke.txt');
  }, 120_000);

  it('counts the mails about it on a tab, with those that failed', async () => {
    // No transport is connected: the mails that the tests before caused have failed, too.
    const [counts] = await query<{ all: number; failed: number }>(
      databaseUrl,
      `select count(*)::int as all, count(*) filter (where status = 'failed')::int as failed from email_log
       where related_type = 'ticket' and related_id = '1'`,
    );
    await page.reload();
    await page.getByRole('link', { name: `Emails: ${counts?.all}, ${counts?.failed} failed` }).click();
    await page.getByRole('heading', { name: 'Emails about this ticket' }).waitFor();
    await page.getByText('550 5.1.1 User unknown').waitFor();
    expect(await page.locator('.portal-table tbody tr').count()).toBe(counts?.all);
    await checkPage(page, 'ticket-emails');
    await page.getByRole('link', { name: 'Search these in the email log' }).click();
    await page.getByRole('button', { name: `All ${counts?.all}`, exact: true }).waitFor();
  }, 120_000);

  it('lets the description be changed, and saved with the rest', async () => {
    await page.goto(ticket);
    await page.getByRole('button', { name: 'Change the description' }).click();
    await page.getByLabel('Description').fill('It began yesterday.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('successfully').first().waitFor();
    await page.reload();
    await page.getByText('It began yesterday.').waitFor();
  }, 120_000);
});

describe('files and folders', () => {
  it('are shown by organization and folder, with type, size, uploader and ticket', async () => {
    const folder = await create('folders', { name: 'Contracts', organization: 2 });
    expect(folder).toBeGreaterThan(0);
    await page.goto(`${admin.base}/admin/collections/files`);
    const row = page.getByRole('row').filter({ hasText: 'smoke.txt' });
    for (const text of [
      'text/plain',
      '2.4 KB',
      'Ticket files',
      'Printer on fire',
      'Acme',
      'boss@example.com',
    ])
      await row.getByText(text).first().waitFor();
    await checkPage(page, 'files');
    const download = page.waitForEvent('download');
    await row.getByRole('link', { name: 'Download smoke.txt' }).click();
    expect((await download).suggestedFilename()).toBe('smoke.txt');
    await page.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Globex' });
    await expect.poll(() => row.count()).toBe(0);
    await page.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Acme' });
    await row.waitFor();
    expect(await page.getByRole('combobox', { name: 'Folder' }).locator('option').allTextContents()).toEqual([
      'All',
      'Ticket files',
    ]);
    await page.goto(`${admin.base}/admin/collections/folders`);
    await page.getByRole('link', { name: 'Ticket files' }).click();
    await page.getByRole('link', { name: 'Download smoke.txt' }).waitFor();
    await checkPage(page, 'folder');
  }, 120_000);
});

describe('a representative', () => {
  let theirs: Page;
  const refused: string[] = [];

  beforeAll(async () => {
    theirs = await admin.openAs({ email: 'rita@example.com', role: 'representative', organizations: [1] });
    theirs.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
  }, 120_000);

  it('finds only what is theirs, and nothing that is refused, wherever the menu and the dashboard lead', async () => {
    await theirs.goto(`${admin.base}/admin`);
    const links = await theirs
      .locator('a[href^="/admin/collections/"], a[href^="/admin/globals/"]')
      .evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute('href') ?? ''))]);
    expect(links.join(' ')).not.toMatch(/email-log|webhook|api-keys|settings/);
    expect(links.join(' ')).toMatch(/collections\/tickets/);
    for (const link of links) {
      await theirs.goto(`${admin.base}${link}`);
      await theirs.locator('h1').first().waitFor();
      expect(await theirs.getByText(/unauthorized|not allowed|not found/i).count()).toBe(0);
    }
    await theirs.goto(`${admin.base}/admin/collections/tickets`);
    await theirs.getByRole('link', { name: 'Printer on fire' }).waitFor();
    await theirs.getByRole('row').filter({ hasText: 'Printer on fire' }).getByText('Resolved').waitFor();
    expect(await theirs.getByText('Of somebody else').count()).toBe(0);
    await photograph(theirs, 'representative');
  }, 120_000);

  it('answers a ticket, attaches a file, and sees no mails', async () => {
    await theirs.goto(ticket);
    await theirs.getByRole('article', { name: /Reply by Support staff/ }).waitFor();
    expect(await theirs.getByRole('link', { name: /^Emails/ }).count()).toBe(0);
    await theirs.getByRole('textbox', { name: 'Reply to the client' }).click();
    await theirs.keyboard.type('Rita here.');
    await theirs.keyboard.press('Control+Enter');
    await theirs
      .getByRole('article', { name: /Reply by rita/ })
      .getByText('Rita here.')
      .waitFor();
    const chooser = theirs.waitForEvent('filechooser');
    await theirs.getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles([{ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('map') }]);
    await theirs.getByRole('link', { name: 'Download map.txt' }).waitFor();
    expect(refused).toEqual([]);
  }, 120_000);
});

describe('a client', () => {
  it('is turned away at the admin with a sentence', async () => {
    const context = await page.context().browser()?.newContext();
    const theirs = await context?.newPage();
    if (!theirs) throw new Error('There is no browser.');
    await theirs.goto(`${admin.base}/admin/login`);
    await theirs.fill('#field-email', 'ann@acme.example');
    await theirs.fill('#field-password', 'correct horse battery');
    await theirs.click('button[type=submit]');
    await theirs
      .getByText(/does not have access to the admin panel/)
      .first()
      .waitFor();
    await context?.close();
  }, 120_000);
});

it('left no error in the browser’s console', () => {
  expect(admin.consoleErrors).toEqual([]);
});
