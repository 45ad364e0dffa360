import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { compose } from '../support/pages/composition.ts';
import { photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let ticket: string;
let acme: number;

beforeAll(async () => {
  admin = await openAdmin();
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  acme = await admin.create('organizations', { name: 'Acme' });
  const globex = await admin.create('organizations', { name: 'Globex' });
  const requester = await admin.create('users', {
    email: 'ann@acme.example',
    name: 'Ann Miller',
    password: 'correct horse battery',
    role: 'client',
    organization: acme,
  });
  const id = await admin.create('tickets', {
    subject: 'VPN {{agent.name}}',
    organization: acme,
    requester,
    priority: 'high',
  });
  ticket = `${admin.base}/admin/collections/tickets/${id}`;
  await admin.create('saved-replies', {
    title: 'Restart the router',
    body: 'Hello {{requester.name}},\n\nplease restart it.\n\n{{agent.name}} about {{ticket.subject}} (#{{ticket.id}})',
  });
  await admin.create('saved-replies', { title: 'Thanks', body: '# Thank you' });
  await admin.create('saved-replies', {
    title: 'Only for Acme',
    body: 'Dear Acme',
    everybody: false,
    organization: acme,
  });
  await admin.create('saved-replies', {
    title: 'Only for Globex',
    body: 'Dear Globex',
    everybody: false,
    organization: globex,
  });
}, 600_000);

afterAll(() => admin?.close());

const editor = (on: Page) => on.getByRole('textbox', { name: 'Reply to the client' });
const dialog = (on: Page) => on.getByRole('dialog', { name: 'Insert a saved reply' });
const options = (on: Page) => dialog(on).getByRole('option');

it('are inserted by keyboard, with the values of the ticket as they are', async () => {
  await page.goto(ticket);
  await editor(page).waitFor();
  await page.keyboard.press('i');
  await expect.poll(() => options(page).count()).toBe(3);
  expect(await seriousFindings(page, '.portal-dialog')).toEqual([]);
  await photograph(page, 'saved-replies');
  await page.keyboard.type('router restart');
  await expect.poll(() => options(page).count()).toBe(1);
  await page.keyboard.press('Enter');
  await editor(page).getByText('VPN {{agent.name}}').waitFor();
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.getByRole('article', { name: /Reply by boss/ }).waitFor();
  expect(await query(databaseUrl, 'select text from ticket_replies')).toEqual([
    {
      text: 'Hello Ann Miller,\n\nplease restart it.\n\nboss@example.com about VPN {{agent.name}} (#1)',
    },
  ]);
}, 120_000);

it('are chosen by arrows or by mouse, where the cursor was', async () => {
  await expect.poll(() => editor(page).textContent()).toBe('');
  await editor(page).click();
  await page.keyboard.type('Before: ');
  await page.getByRole('button', { name: 'Insert a saved reply' }).click();
  await options(page).nth(2).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => editor(page).textContent()).toBe('Before: # Thank you');
  await page.getByRole('button', { name: 'Insert a saved reply' }).click();
  await options(page).filter({ hasText: 'Only for Acme' }).click();
  await expect.poll(() => editor(page).textContent()).toBe('Before: # Thank youDear Acme');
  await page.getByRole('button', { name: 'Insert a saved reply' }).click();
  await page.keyboard.type('no such reply');
  await dialog(page).getByText('No matching saved replies.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  expect(await query(databaseUrl, 'select 1 from ticket_replies')).toHaveLength(1);
}, 120_000);

it('are offered to representatives, who do not change them', async () => {
  const rita = await admin.openAs({
    email: 'rita@example.com',
    role: 'representative',
    organizations: [acme],
  });
  await rita.goto(ticket);
  await editor(rita).waitFor();
  await rita.getByRole('button', { name: 'Insert a saved reply' }).click();
  await expect.poll(() => options(rita).count()).toBe(3);
  await rita.keyboard.press('Escape');
  await rita.goto(`${admin.base}/admin/collections/saved-replies`);
  await rita.getByText('Only for Acme').waitFor();
  expect(await rita.getByRole('link', { name: 'Create new Saved reply' }).count()).toBe(0);
  await rita.context().close();
}, 120_000);

it('say which variable is unknown when they are saved', async () => {
  await page.goto(`${admin.base}/admin/collections/saved-replies/create`);
  await page.locator('form[data-form-ready="true"]').first().waitFor();
  await typeOn(page, { title: 'Wrong', body: 'Hello {{requester.phone}}' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('{{requester.phone}} is not a variable').first().waitFor();
}, 120_000);

/** Opens a saved reply, and types into its fields. */
const typeInto = async (
  on: Page,
  address: string,
  values: Readonly<Record<string, string>>,
): Promise<void> => {
  await on.goto(address);
  await on.locator('form[data-form-ready="true"]').first().waitFor();
  await typeOn(on, values);
};

/**
 * Each change is told to the server, whose answer the form takes over. On a busy machine a form now and then waits for such an
 * answer for good, and tells of no later change; it is saved as it stands all the same.
 */
const typeOn = async (on: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [field, value] of Object.entries(values)) {
    const told = on
      .waitForResponse((response) => response.request().postData()?.includes(value) ?? false, {
        timeout: 10_000,
      })
      .catch((error: Error) => {
        if (error.name !== 'TimeoutError') throw error;
      });
    await on.locator(`#field-${field}`).fill(value);
    await told;
  }
};

const save = (on: Page) => on.getByRole('button', { name: 'Save', exact: true }).click();

it('keep what a colleague has saved meanwhile, and what was typed if both changed the same', async () => {
  const id = await admin.create('saved-replies', { title: 'Opening hours', body: 'From 9 to 5.' });
  const address = `${admin.base}/admin/collections/saved-replies/${id}`;
  const stored = () => query(databaseUrl, 'select title, body from saved_replies where id = $1', [id]);
  const carla = await admin.openAs({ email: 'carla@example.com', role: 'editor' });
  await typeInto(page, address, { title: 'Our opening hours' });
  await typeInto(carla, address, { body: 'From 8 to 6.' });
  await save(carla);
  await carla.getByText('Updated successfully').first().waitFor();
  await save(page);
  await page.getByText('Updated successfully').first().waitFor();
  expect(await stored()).toEqual([{ title: 'Our opening hours', body: 'From 8 to 6.' }]);
  await expect.poll(() => page.locator('#field-body').inputValue()).toBe('From 8 to 6.');
  await typeOn(page, { body: 'From 7 to 7.' });
  await typeInto(carla, address, { body: 'Around the clock.' });
  await save(carla);
  await expect.poll(stored).toEqual([{ title: 'Our opening hours', body: 'Around the clock.' }]);
  await save(page);
  await page.getByText('“Text” changed in the meantime').first().waitFor();
  expect(await page.locator('#field-body').inputValue()).toBe('From 7 to 7.');
  expect(await stored()).toEqual([{ title: 'Our opening hours', body: 'Around the clock.' }]);
  await carla.context().close();
}, 180_000);

it('are stored once if the response is lost and the form is saved again', async () => {
  const address = `${admin.base}/admin/collections/saved-replies/create`;
  await typeInto(page, address, { title: 'Stored once', body: 'Only once.' });
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route('**/api/saved-replies?*', lose);
  const failed = page.waitForEvent('requestfailed', {
    predicate: (request) => request.method() === 'POST' && /\/api\/saved-replies\?/.test(request.url()),
  });
  await save(page);
  await failed;
  await page.unrouteAll({ behavior: 'wait' });
  await save(page);
  await page.getByText('This form has already created its record.').first().waitFor();
  expect(await query(databaseUrl, "select 1 from saved_replies where title = 'Stored once'")).toHaveLength(1);
}, 120_000);

it('are not picked by the Enter of an input method', async () => {
  await admin.create('saved-replies', { title: 'にほん', body: 'Konnichiwa' });
  await page.goto(ticket);
  await editor(page).waitFor();
  await page.getByRole('button', { name: 'Insert a saved reply' }).click();
  await options(page).nth(3).waitFor();
  await compose(page, 'にほん');
  await expect.poll(() => options(page).allTextContents()).toEqual(['にほんKonnichiwa']);
  // An Enter that counts would have picked it by now, and closed the list.
  await page.keyboard.type('x');
  await dialog(page).getByText('No matching saved replies.').waitFor();
  await page.keyboard.press('Backspace');
  await expect.poll(() => options(page).count()).toBe(1);
  await page.keyboard.press('Enter');
  await editor(page).getByText('Konnichiwa').waitFor();
}, 120_000);
