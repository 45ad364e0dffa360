import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/adminBrowser.ts';
import { photograph, seriousFindings } from '../support/pageCheck.ts';
import { createDatabase, query } from '../support/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let patches: string[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase();
  admin = await openAdmin({ env: { DATABASE_URL: databaseUrl } });
  page = admin.page;
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));
  const acme = await admin.create('organizations', { name: 'Acme' });
  const requester = await admin.create('users', {
    email: 'ann@acme.example',
    password: 'correct horse battery',
    role: 'client',
    organization: acme,
  });
  for (const subject of ['One', 'Two', 'Three'])
    await admin.create('tickets', { subject, organization: acme, requester });
}, 600_000);

afterAll(() => admin?.close());

beforeEach(async () => {
  await query(databaseUrl, `update tickets set status = 'open', priority = 'medium', assignee_id = null`);
  await page.goto(`${admin.base}/admin/collections/tickets?view=all`);
  for (const id of [1, 2]) await page.getByRole('checkbox', { name: `Select #${id}`, exact: true }).check();
  patches = [];
});

const menu = (name: string) => page.getByRole('combobox', { name, exact: true }).last();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const stored = async () =>
  (
    await query<{ state: string }>(
      databaseUrl,
      `select concat_ws(' ', status, priority, assignee_id) as state from tickets order by id`,
    )
  ).map(({ state }) => state);
const before = ['open medium', 'open medium', 'open medium'];

it('menus for many only choose, by arrows too, and a button says what happens to how many', async () => {
  await menu('Priority …').focus();
  await page.keyboard.press('ArrowDown');
  await button('Set the priority of 2 tickets to Low').waitFor();
  await menu('Status …').selectOption('Closed');
  await button('Set 2 tickets to Closed').waitFor();
  await menu('Assign to …').selectOption('No one');
  await button('Unassign 2 tickets').waitFor();
  expect(patches).toEqual([]);
  expect(await seriousFindings(page, '.portal-tickets')).toEqual([]);
}, 120_000);

it('is undone by keyboard: nothing was sent, and the focus stays', async () => {
  await menu('Status …').selectOption('Closed');
  await button('Set 2 tickets to Closed').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Until then nothing is changed and no mail is sent').waitFor();
  expect(await seriousFindings(page, '.portal-tickets')).toEqual([]);
  await photograph(page, 'tickets-at-once');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Nothing was changed.').waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  // Longer than the ten seconds.
  await page.waitForTimeout(11_000);
  expect(patches).toEqual([]);
  expect(await stored()).toEqual(before);
}, 120_000);

it('happens after ten seconds', async () => {
  await menu('Priority …').selectOption('Low');
  await button('Set the priority of 2 tickets to Low').click();
  await expect.poll(stored, { timeout: 40_000 }).toEqual(['open low', 'open low', 'open medium']);
  await page.getByText('2 tickets were changed.').waitFor();
}, 120_000);

it.each<[string, () => Promise<unknown>]>([
  ['goes to a ticket', () => page.getByRole('link', { name: 'Three' }).click()],
  ['reloads the page', () => page.reload()],
  ['leaves the portal', () => page.goto('about:blank')],
])(
  'happens to all at once if one %s',
  async (_way, leave) => {
    await menu('Status …').selectOption('In progress');
    await button('Set 2 tickets to In progress').click();
    await page.getByRole('status').getByText('If you leave this page').waitFor();
    expect(await stored()).toEqual(before);
    await leave();
    await expect.poll(stored).toEqual(['in_progress medium', 'in_progress medium', 'open medium']);
  },
  120_000,
);
