import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { holdRequest, photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let list: string;
let acme: number;
let ann: number;

const open = (subject: string, fields: object = {}): Promise<number> =>
  admin.create('tickets', { subject, organization: acme, requester: ann, ...fields });

beforeAll(async () => {
  admin = await openAdmin();
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  list = `${admin.base}/admin/collections/tickets`;
  acme = await admin.create('organizations', { name: 'Acme' });
  const globex = await admin.create('organizations', { name: 'Globex' });
  ann = await admin.create('users', {
    email: 'ann@acme.example',
    name: 'Ann Miller',
    password: 'correct horse battery',
    role: 'client',
    organization: acme,
  });
  const gus = await admin.create('users', {
    email: 'gus@globex.example',
    password: 'correct horse battery',
    role: 'client',
    organization: globex,
  });
  await admin.create('tickets', { subject: 'VPN of Globex', organization: globex, requester: gus });
}, 600_000);

afterAll(() => admin?.close());

const address = (id: number) => `${list}/${id}`;
const editor = (on: Page) => on.getByRole('textbox', { name: 'Reply to the client' });
const dialog = (on: Page, id: number) => on.getByRole('dialog', { name: `Merge #${id} into …` });
const options = (on: Page, id: number) => dialog(on, id).getByRole('option');
const confirm = (on: Page, into: number) => on.getByRole('button', { name: `Merge into #${into}` });
const merged = async (on: Page, into: number, subject: string) =>
  on.getByRole('link', { name: `Merged into #${into}: ${subject}` }).waitFor();

const pointerOf = (id: number) =>
  query(databaseUrl, 'select status, merged_into_id from tickets where id = $1', [id]);

const photographNarrow = async (on: Page, name: string): Promise<void> => {
  await on.setViewportSize({ width: 390, height: 844 });
  await photograph(on, `${name}-narrow`);
  await on.setViewportSize({ width: 1440, height: 900 });
};

it('goes by keyboard alone, and takes the draft along', async () => {
  const source = await open('Slow again', { description: 'Since noon.' });
  const target = await open('VPN is slow');
  await page.goto(address(source));
  await editor(page).click();
  await page.keyboard.type('We look at it.');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('We look at it.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByRole('region', { name: 'Ticket' }).getByText('Merge it into another ticket').waitFor();
  await keys.getByRole('region', { name: 'Composer' }).getByText('Insert a saved reply').waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await page.keyboard.press('m');
  await options(page, source).first().waitFor();
  // The other organization's is not offered, and neither is the ticket itself.
  await expect.poll(() => options(page, source).count()).toBe(1);
  expect(await seriousFindings(page, '.portal-dialog')).toEqual([]);
  await photograph(page, 'merge-search');
  await page.keyboard.type('no such ticket');
  await dialog(page, source).getByText('No matching tickets of this organization.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`#${target}`);
  await expect
    .poll(() => options(page, source).allTextContents())
    .toEqual([`#${target} VPN is slowOpen Ann Miller`]);
  await page.keyboard.press('Enter');
  await dialog(page, source).getByText(`#${source} is closed and points to #${target}.`).waitFor();
  expect(await seriousFindings(page, '.portal-dialog')).toEqual([]);
  await photograph(page, 'merge-confirm');
  await photographNarrow(page, 'merge-confirm');
  await page.keyboard.press('Enter');
  expect(await pointerOf(source)).toEqual([{ status: 'open', merged_into_id: null }]);
  for (const name of ['Choose another ticket', 'Cancel', `Merge into #${target}`]) {
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(address(target));
  await page.getByText('Since noon.').waitFor();
  await expect.poll(() => editor(page).textContent()).toBe('We look at it.');
  await page.getByText('Your draft from').waitFor();
  expect(await pointerOf(source)).toEqual([{ status: 'closed', merged_into_id: target }]);
}, 180_000);

it('leaves a page that points to the ticket that remains, and offers nothing that can only fail', async () => {
  const [source, target] = [await open('Slow again'), await open('Router is broken')];
  await page.request.post(`${admin.base}/api/portal/v1/tickets/${source}/merge`, {
    data: { into: String(target) },
    headers: { Origin: admin.base },
  });
  await page.goto(address(source));
  await merged(page, target, 'Router is broken');
  expect(await editor(page).count()).toBe(0);
  expect(await page.getByText('No replies yet').count()).toBe(0);
  for (const name of ['Merge into …', 'Assign to me', 'Change subject and description', 'Add files'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  for (const field of ['status', 'priority', 'requester', 'assignee'])
    await expect
      .poll(() => page.locator(`#field-${field} .rs--is-disabled`).count(), { message: field })
      .toBe(1);
  expect(await page.getByPlaceholder('Add a tag').count()).toBe(0);
  expect(await page.locator('#field-mergedInto:visible').count()).toBe(0);
  expect(await seriousFindings(page, '.portal-ticket-head, .portal-conversation')).toEqual([]);
  await photograph(page, 'merged-ticket');
  await photographNarrow(page, 'merged-ticket');
  await page.getByRole('link', { name: `Merged into #${target}` }).click();
  await page.waitForURL(address(target));
  await editor(page).waitFor();
}, 120_000);

it('is found in the list by its number, and waits for no one', async () => {
  const [source, target] = [await open('Screen is dark'), await open('Screen is black')];
  const waiting = async () => {
    await page.goto(`${list}?view=waiting`);
    const text = await page.getByRole('button', { name: /^Waiting for us \d+$/ }).textContent();
    return Number(/\d+/.exec(text ?? '')?.[0]);
  };
  const before = await waiting();
  await page.request.post(`${admin.base}/api/portal/v1/tickets/${source}/merge`, {
    data: { into: String(target) },
    headers: { Origin: admin.base },
  });
  expect(await waiting()).toBe(before - 1);
  await page.goto(`${list}?search=%23${source}`);
  await page
    .getByRole('row')
    .filter({ hasText: 'Screen is dark' })
    .getByText(`merged into #${target}`)
    .waitFor();
  expect(await seriousFindings(page, '.portal-tickets')).toEqual([]);
  await photograph(page, 'merged-in-list');
}, 120_000);

it('says in the dialog why it was refused, and loses nothing', async () => {
  const [source, target, third] = [await open('Fax is gone'), await open('Fax is lost'), await open('Fax')];
  await page.goto(address(source));
  await editor(page).click();
  await page.keyboard.type('Which one?');
  await page.getByRole('button', { name: 'Merge into …' }).click();
  await options(page, source)
    .filter({ hasText: `#${target} ` })
    .click();
  await confirm(page, target).waitFor();
  expect(await dialog(page, source).getByText('You have unsaved changes').count()).toBe(0);
  await query(databaseUrl, 'update tickets set merged_into_id = $2 where id = $1', [target, third]);
  await confirm(page, target).click();
  await dialog(page, source).getByText(`#${target} was already merged into #${third}.`).waitFor();
  await photograph(page, 'merge-refused');
  await page.getByRole('button', { name: 'Choose another ticket' }).click();
  await page.keyboard.type(`${target}`);
  await dialog(page, source).getByText('No matching tickets of this organization.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`${third}`);
  await options(page, source)
    .filter({ hasText: `#${third} ` })
    .click();
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await confirm(page, third).click();
  await dialog(page, source).getByText('You are no longer logged in.').waitFor();
  await page.context().addCookies(cookies);
  await page.context().setOffline(true);
  await confirm(page, third).click();
  await dialog(page, source).getByText('The portal could not be reached.').waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press('Escape');
  await dialog(page, source).waitFor({ state: 'hidden' });
  await expect.poll(() => editor(page).textContent()).toBe('Which one?');
  expect(await pointerOf(source)).toEqual([{ status: 'open', merged_into_id: null }]);
}, 180_000);

it('takes the keys from the moment it opens, and as long as it is open', async () => {
  const source = await open('Chair is low');
  await open('Chair is high');
  await page.goto(address(source));
  await editor(page).waitFor();
  const focused = await page
    .getByRole('button', { name: 'Merge into …' })
    .evaluate(async (button: HTMLButtonElement) => {
      button.click();
      await null;
      return document.activeElement?.getAttribute('role');
    });
  expect(focused).toBe('combobox');
  await dialog(page, source).getByRole('heading').click();
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog(page, source).waitFor({ state: 'hidden' });
}, 120_000);

it('says that changes of its fields which are not saved are lost', async () => {
  // The page of the test before.
  const ids = await query<{ id: number }>(
    databaseUrl,
    `select id from tickets where subject like 'Chair is %' order by id`,
  );
  const [source = 0, target = 0] = ids.map(({ id }) => id);
  await page.locator('#field-priority .rs__control').click();
  await page.locator('#field-priority .rs__option').filter({ hasText: 'Urgent' }).click();
  await page.getByRole('button', { name: 'Merge into …' }).click();
  // At once, as someone types who knows the ticket: the list follows.
  await page.keyboard.type('chair high');
  await page.keyboard.press('Enter');
  await dialog(page, source).getByText(`You have unsaved changes to #${source}.`).waitFor();
  await confirm(page, target).click();
  await page.waitForURL(address(target));
  await editor(page).waitFor();
}, 120_000);

it('is told to another person who is writing, whose draft moves along', async () => {
  const [source, target] = [await open('Mouse is slow'), await open('Mouse is stuck')];
  const rita = await admin.openAs({
    email: 'rita@example.com',
    role: 'representative',
    organizations: [acme],
  });
  await rita.goto(address(source));
  await editor(rita).click();
  await rita.keyboard.type('Clean it.');
  await expect.poll(() => rita.evaluate(() => JSON.stringify(localStorage))).toContain('Clean it.');
  await page.goto(address(source));
  // Her dialog is of no use once the ticket is merged, and must not keep the page covered.
  for (const on of [rita, page]) {
    await on.getByRole('button', { name: 'Merge into …' }).click();
    await options(on, source).filter({ hasText: 'Mouse is stuck' }).click();
  }
  await confirm(page, target).click();
  await page.waitForURL(address(target));
  await merged(rita, target, 'Mouse is stuck');
  await rita.getByText('Your draft goes there.').waitFor();
  await dialog(rita, source).waitFor({ state: 'hidden' });
  expect(await editor(rita).count()).toBe(0);
  await rita.getByRole('link', { name: `Merged into #${target}` }).click();
  await expect.poll(() => editor(rita).textContent()).toBe('Clean it.');
  await rita.context().close();
}, 180_000);

it('joins tickets that were chosen in the list', async () => {
  const ids = [await open('Lamp one'), await open('Lamp two'), await open('Lamp three')];
  const [first = 0, second = 0, third = 0] = ids;
  await page.goto(`${list}?search=Lamp`);
  await page.getByRole('checkbox', { name: `Select #${first}` }).check();
  expect(await page.getByRole('button', { name: 'Merge …' }).count()).toBe(0);
  for (const id of [second, third]) await page.getByRole('checkbox', { name: `Select #${id}` }).check();
  await page.getByRole('button', { name: 'Merge …' }).click();
  const chosen = page.getByRole('dialog', { name: 'Merge the selected tickets' });
  await chosen.getByRole('radio', { name: `#${second} Lamp two` }).check();
  expect(await seriousFindings(page, '.portal-dialog')).toEqual([]);
  await photograph(page, 'merge-chosen');
  await confirm(page, second).click();
  await page.getByText(`2 tickets were merged into #${second}.`).waitFor();
  await page.getByText(`merged into #${second}`).nth(1).waitFor();
  expect(await pointerOf(first)).toEqual([{ status: 'closed', merged_into_id: second }]);
  expect(await pointerOf(third)).toEqual([{ status: 'closed', merged_into_id: second }]);
}, 120_000);

/** A tab with a draft on a ticket, and another one in which the person writes on the ticket that it is merged into. */
const writeOnBoth = async (source: number, target: number) => {
  await page.goto(address(source));
  await editor(page).click();
  await page.keyboard.type('Half an hour of text.');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half an hour');
  const other = await page.context().newPage();
  await other.goto(address(target));
  await editor(other).click();
  return other;
};

const mergeMeanwhile = (source: number, target: number) =>
  page.request.post(`${admin.base}/api/portal/v1/tickets/${source}/merge`, {
    data: { into: String(target) },
    headers: { Origin: admin.base },
  });

/** Types without a pause, until the returned function is called. */
const keepTyping = (on: Page, text: string): (() => Promise<void>) => {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const typing = (async () => {
    while (!isOver) await on.keyboard.type(text, { delay: 30 });
  })();
  return () => {
    isOver = true;
    return typing;
  };
};

it('takes nothing from a person who is writing on the other ticket: both drafts are there', async () => {
  const [source, target] = [await open('Cable is long'), await open('Cable is short')];
  const other = await writeOnBoth(source, target);
  const stopTyping = keepTyping(other, 'word ');
  await expect.poll(() => editor(other).textContent()).toContain('word');
  await mergeMeanwhile(source, target);
  await page.getByText('Your draft goes there.').waitFor();
  // Some words after the move, too.
  await other.waitForTimeout(2_000);
  await stopTyping();
  await expect.poll(() => editor(other).textContent()).toMatch(/^(word )+Half an hour of text\.$/);
  // The cursor is where it was.
  await other.keyboard.type('end');
  await expect.poll(() => editor(other).textContent()).toMatch(/^(word )+endHalf an hour of text\.$/);
  const isKept = (id: number) =>
    other.evaluate((end) => Object.keys(localStorage).some((name) => name.endsWith(end)), `:${id}`);
  await expect.poll(() => isKept(source)).toBe(false);
  expect(await isKept(target)).toBe(true);
  await other.close();
}, 180_000);

it('adds nothing to a reply that is being sent on the other ticket, of which no word comes back', async () => {
  const [source, target] = [await open('Lid is open'), await open('Lid is shut')];
  const other = await writeOnBoth(source, target);
  await other.keyboard.type('This was sent.');
  const release = await holdRequest(other, '**/answers');
  await other.getByRole('button', { name: 'Send reply' }).click();
  await other.getByRole('button', { name: 'Sending …' }).waitFor();
  await mergeMeanwhile(source, target);
  await page.getByText('Your draft goes there.').waitFor();
  // Longer than a draft waits for a pause.
  await other.waitForTimeout(2_500);
  expect(await editor(other).textContent()).toBe('This was sent.');
  release();
  await other
    .getByRole('article', { name: /Reply by/ })
    .getByText('This was sent.')
    .waitFor();
  await expect.poll(() => editor(other).textContent()).toBe('Half an hour of text.');
  await other.close();
}, 180_000);

it('shows the other draft also if the reply was sent with its last letter', async () => {
  const [source, target] = [await open('Tap drips'), await open('Tap runs')];
  const other = await writeOnBoth(source, target);
  await other.keyboard.type('Begun');
  const stopTyping = keepTyping(other, '.');
  await mergeMeanwhile(source, target);
  await page.getByText('Your draft goes there.').waitFor();
  await stopTyping();
  await other.keyboard.type('Sent');
  await other.keyboard.press('Control+Enter');
  await other
    .getByRole('article', { name: /Reply by/ })
    .getByText(/Begun\.*Sent/)
    .waitFor();
  await expect.poll(() => editor(other).textContent()).toBe('Half an hour of text.');
  // It is the one that is kept, below which the next letters stand.
  await editor(other).click();
  await other.keyboard.type('Next');
  await expect.poll(() => other.evaluate(() => JSON.stringify(localStorage))).toContain('hour of text.Next');
  await other.close();
}, 180_000);
