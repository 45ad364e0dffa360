import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let patches: string[] = [];

beforeAll(async () => {
  admin = await openAdmin();
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));
  await page.clock.install();
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

/** Lets the ten seconds pass, and the requests that they may cause. */
const passTen = async () => {
  await page.clock.fastForward(11_000);
  await page.waitForTimeout(1_000);
};

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
  await passTen();
  expect(patches).toEqual([]);
  expect(await stored()).toEqual(before);
}, 120_000);

it('happens after ten seconds', async () => {
  await menu('Priority …').selectOption('Low');
  await button('Set the priority of 2 tickets to Low').click();
  await page.getByRole('status').getByText('Until then nothing is changed').waitFor();
  await page.clock.fastForward(9_000);
  expect(await stored()).toEqual(before);
  await page.clock.fastForward(2_000);
  await expect.poll(stored).toEqual(['open low', 'open low', 'open medium']);
  await page.getByText('2 tickets were changed.').waitFor();
}, 120_000);

it('offers the login if the session has ended, and keeps the choice', async () => {
  await menu('Priority …').selectOption('Low');
  await button('Set the priority of 2 tickets to Low').click();
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await button('Apply now').click();
  await page.getByRole('alert').getByRole('link', { name: 'Log in (in a new tab)' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select #1', exact: true }).isChecked()).toBe(true);
  await page.context().addCookies(cookies);
  expect(await stored()).toEqual(before);
}, 120_000);

it('does not overwrite what someone else changed meanwhile, but says so', async () => {
  await menu('Status …').selectOption('Closed');
  await button('Set 2 tickets to Closed').click();
  await page.getByRole('status').getByText('Until then nothing is changed').waitFor();
  await query(databaseUrl, `update tickets set status = 'in_progress', priority = 'urgent' where id = 1`);
  await query(databaseUrl, `update tickets set priority = 'urgent' where id = 2`);
  await button('Apply now').click();
  await page
    .getByRole('alert')
    .getByText(/#1: .*status/i)
    .waitFor();
  await page.getByText('#2 was changed.').waitFor();
  expect(await stored()).toEqual(['in_progress urgent', 'closed urgent', 'open medium']);
  // The list shows what is true, and what was refused stays chosen.
  await page.getByRole('row').filter({ hasText: 'One' }).getByText('In progress').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select #1', exact: true }).isChecked()).toBe(true);
}, 120_000);

it('does not overwrite another assignee either', async () => {
  await menu('Assign to …').selectOption('Me');
  await button('Assign 2 tickets to Me').click();
  await query(databaseUrl, 'update tickets set assignee_id = 2 where id = 1');
  await button('Apply now').click();
  await page
    .getByRole('alert')
    .getByText(/#1: .*assignee/i)
    .waitFor();
  expect(await stored()).toEqual(['open medium 2', 'open medium 1', 'open medium']);
}, 120_000);

/** A browser does not tell of the requests of a page that it has left: one that comes twice would change this again. */
const staysUndone = async () => {
  await query(databaseUrl, `update tickets set status = 'open'`);
  await passTen();
  expect(await stored()).toEqual(before);
};

it.each<[string, () => Promise<unknown>]>([
  ['goes to a ticket', () => page.getByRole('link', { name: 'Three' }).click()],
  ['goes back', () => page.goBack()],
  ['reloads the page', () => page.reload()],
  ['leaves the portal', () => page.goto('about:blank')],
])(
  'happens to all at once, and once, if one %s',
  async (_way, leave) => {
    await menu('Status …').selectOption('In progress');
    await button('Set 2 tickets to In progress').click();
    await page.getByRole('status').getByText('If you leave this page').waitFor();
    expect(await stored()).toEqual(before);
    await leave();
    await expect.poll(stored).toEqual(['in_progress medium', 'in_progress medium', 'open medium']);
    await staysUndone();
  },
  120_000,
);

it('happens to all at once, and once, if one goes back and forth within the admin', async () => {
  await page.getByRole('link', { name: 'Three' }).click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  for (const id of [1, 2]) await page.getByRole('checkbox', { name: `Select #${id}`, exact: true }).check();
  await menu('Status …').selectOption('In progress');
  await button('Set 2 tickets to In progress').click();
  await page.getByRole('status').getByText('If you leave this page').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Back to the list' }).waitFor();
  await expect.poll(stored).toEqual(['in_progress medium', 'in_progress medium', 'open medium']);
  await page.goForward();
  await page.getByRole('checkbox', { name: 'Select #1', exact: true }).waitFor();
  await staysUndone();
  expect(patches).toHaveLength(2);
}, 120_000);

it('asks before the tab is closed, and then happens to all at once', async () => {
  const tab = await page.context().newPage();
  await tab.goto(`${admin.base}/admin/collections/tickets?view=all`);
  for (const id of [1, 2]) await tab.getByRole('checkbox', { name: `Select #${id}`, exact: true }).check();
  await tab.getByRole('combobox', { name: 'Status …' }).selectOption('In progress');
  await tab.getByRole('button', { name: 'Set 2 tickets to In progress' }).click();
  await tab.getByRole('status').getByText('If you leave this page').waitFor();
  const asking = tab.waitForEvent('dialog');
  await tab.close({ runBeforeUnload: true });
  const dialog = await asking;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await expect.poll(stored).toEqual(['in_progress medium', 'in_progress medium', 'open medium']);
}, 120_000);

it('tags all at once, also if one leaves the page in the same moment', async () => {
  const tags = async () =>
    (await query<{ tags: string[] | null }>(databaseUrl, 'select tags from tickets order by id')).map(
      (row) => row.tags?.join(' ') ?? '',
    );
  await query(databaseUrl, 'update tickets set tags = null');
  await page.getByRole('combobox', { name: 'Add a tag' }).fill('VPN');
  // The page is gone before any response.
  await button('Add the tag to 2 tickets').evaluate((add) => {
    (add as HTMLElement).click();
    location.href = 'about:blank';
  });
  await expect.poll(tags).toEqual(['VPN', 'VPN', '']);
  await page.goto(`${admin.base}/admin/collections/tickets?view=all`);
  await page.getByRole('checkbox', { name: 'Select #1', exact: true }).check();
  // What comes after the list was read stays.
  await query(databaseUrl, `update tickets set tags = '["VPN","Printer"]' where id = 1`);
  await page.getByRole('combobox', { name: 'Add a tag' }).fill('Router');
  await button('Add the tag to 1 ticket').click();
  await page.getByText('#1 was changed.').waitFor();
  expect(await tags()).toEqual(['VPN Printer Router', 'VPN', '']);
}, 120_000);

it('is refused if another person has logged in since, also on a page that one goes to within the admin', async () => {
  const other = await admin.openAs({ email: 'eve@agency.example', role: 'administrator' });
  const cookies = await page.context().cookies();
  await page.goto(`${admin.base}/admin`);
  await page.context().addCookies(await other.context().cookies());
  // The navigation may be folded.
  const goTo = (list: string) =>
    page
      .locator(`nav a[href$="/collections/${list}"]`)
      .first()
      .evaluate((link) => (link as HTMLElement).click());
  await goTo('tickets');
  for (const id of [1, 2]) await page.getByRole('checkbox', { name: `Select #${id}`, exact: true }).check();
  await menu('Status …').selectOption('In progress');
  await button('Set 2 tickets to In progress').click();
  await button('Apply now').click();
  const refusal = 'This browser is now logged in with another account';
  await page.getByRole('alert').getByText(refusal).first().waitFor();
  expect(await stored()).toEqual(before);
  // The parts of a page that the server renders, too.
  await goTo('email-log');
  await button('Purge …').click();
  await page.getByRole('radio', { name: 'The whole log' }).check();
  await button('Count the rows').click();
  await page.getByRole('alert').getByText(refusal).waitFor();
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
}, 120_000);

it('happens to all of the largest page if one leaves it', async () => {
  await query(
    databaseUrl,
    `insert into tickets (subject, status, priority, organization_id, requester_id, updated_at, created_at)
     select 'One of many', 'open', 'low', organization_id, requester_id, now(), now()
     from tickets, generate_series(1, 97) where id = 1`,
  );
  await page.goto(`${admin.base}/admin/collections/tickets?view=all&limit=100`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await menu('Status …').selectOption('In progress');
  await button('Set 100 tickets to In progress').click();
  await page.getByRole('status').getByText('If you leave this page').waitFor();
  await page.goto('about:blank');
  await expect
    .poll(async () => (await stored()).filter((state) => state.startsWith('in_progress')).length, {
      timeout: 60_000,
    })
    .toBe(100);
}, 120_000);
