import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin, readError } from '../support/pages/adminBrowser.ts';
import { holdRequest, photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';
import { startHttpServer, type TestHttpServer } from '../support/servers/httpServer.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let list: string;
let receiver: TestHttpServer;
let address: string;
let answer = 200;

beforeAll(async () => {
  receiver = await startHttpServer((response) => {
    response.writeHead(answer, { 'Content-Type': 'text/plain' });
    response.end('so it is');
  });
  address = receiver.url;
  admin = await openAdmin({
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  list = `${admin.base}/admin/collections/webhooks`;
}, 600_000);

afterAll(async () => {
  await admin?.close();
  await receiver?.close();
});

const statuses = async (): Promise<string[]> =>
  (await query<{ status: string }>(databaseUrl, 'select status from webhook_deliveries order by id')).map(
    ({ status }) => status,
  );

const checkPage = async (name: string): Promise<void> => {
  expect(await seriousFindings(page, '.portal-lead, .portal-webhooks__health, .portal-page')).toEqual([]);
  await photograph(page, name);
};

const row = (text: string) => page.locator('tbody tr').filter({ hasText: text });

const discarding = () => page.getByRole('dialog', { name: 'Discard what you typed?' });

it('a dialog with typed words asks before Escape discards them', async () => {
  await page.goto(list);
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  const open = () => page.getByRole('button', { name: 'New webhook' }).click();
  await open();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await open();
  await dialog.getByLabel('Address').fill(address);
  await page.keyboard.press('Escape');
  await discarding().waitFor();
  expect(await seriousFindings(page, '.portal-dialog--on-top')).toEqual([]);
  await photograph(page, 'discard-words');
  await page.keyboard.press('Escape');
  await discarding().waitFor({ state: 'hidden' });
  expect(await dialog.getByLabel('Address').inputValue()).toBe(address);
  await page.keyboard.press('Escape');
  await discarding().getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('button:focus').getByText('New webhook').waitFor();
}, 120_000);

describe('webhooks', () => {
  it('are registered with a sentence on what is wrong, and a secret that is shown once', async () => {
    await page.goto(list);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    for (const event of ['ticket.created', 'ticket.updated', 'ticket.replied'])
      await dialog.getByLabel(event).check();
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hooks');
    await dialog.getByRole('button', { name: 'Register the webhook' }).click();
    await dialog.getByRole('alert').waitFor();
    await expect.poll(() => dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Address').fill(address);
    const release = await holdRequest(page, '**/api/portal/v1/webhooks');
    await dialog.getByRole('button', { name: 'Register the webhook' }).click();
    // Words that are typed now would not be sent.
    await dialog.locator('[inert]').getByLabel('Address', { exact: true }).waitFor();
    release();
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.locator('button:focus').getByText('New webhook').waitFor();
    await row(address).getByText('Not used yet').waitFor();
    await row(address).getByText('ticket.created, ticket.updated, ticket.replied').waitFor();
    await page.reload();
    await row(address).waitFor();
    expect(await page.content()).not.toContain(secret);
  }, 120_000);

  it('send a test, and show what was sent and answered', async () => {
    await row(address).getByRole('link').click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test was sent.').waitFor();
    await expect.poll(statuses).toEqual(['delivered']);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await row('webhook.test').getByText('Delivered').waitFor();
    await row('webhook.test').getByRole('link').click();
    await page.getByRole('heading', { name: 'Response: 200' }).waitFor();
    await page.getByText('so it is').waitFor();
    await page.getByText('"event": "webhook.test"').waitFor();
    await page.getByText('webhook-signature: v1,').waitFor();
    await checkPage('webhook-delivery');
  }, 120_000);

  it('tell why a delivery fails, when it is tried next, and send chosen ones again', async () => {
    answer = 500;
    await page.getByRole('link', { name: address }).first().click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect
      .poll(() => query(databaseUrl, 'select error_class from webhook_deliveries order by id'))
      .toEqual([{ error_class: null }, { error_class: 'status' }]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const failing = row('The receiver answered 500.');
    await failing.getByText('Pending').waitFor();
    await failing.getByText('HTTP 500').waitFor();
    await page.getByText('Failing', { exact: true }).waitFor();
    await checkPage('webhook');
    answer = 200;
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Resend selected (2)' }).click();
    await page.getByText('2 deliveries are being sent again.').waitFor();
    await expect.poll(statuses).toEqual(['delivered', 'delivered']);
  }, 120_000);

  it('log nothing when they are looked at', () => {
    expect(`${admin.portal.stdout()}${admin.portal.stderr()}`).not.toContain('TypeError');
  });

  it('send all again that failed of late', async () => {
    await query(
      databaseUrl,
      `update webhook_deliveries set status = 'failed', error_class = 'connect', error = 'connect ECONNREFUSED'`,
    );
    await page.reload();
    await page.getByRole('link', { name: 'Given up 2' }).click();
    await row('connect ECONNREFUSED').first().waitFor();
    await page.getByRole('button', { name: 'Resend failed deliveries …' }).click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText('2 deliveries are being sent again.').first().waitFor();
    await expect.poll(statuses).toEqual(['delivered', 'delivered']);
  }, 120_000);

  it('get a new secret after one more question, shown once and copied', async () => {
    await page.getByRole('button', { name: 'Replace the secret …' }).click();
    await page.getByRole('button', { name: 'Replace the secret', exact: true }).click();
    const secret = page.getByRole('textbox', { name: 'New secret' });
    await secret.waitFor();
    const hasFocus = () => secret.evaluate((input) => input === document.activeElement);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(hasFocus).toBe(true);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('The secret was copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await secret.inputValue());
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await secret.waitFor({ state: 'detached' });
  }, 120_000);

  it('are changed, with what is wrong said at its field, and what stays left alone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Edit the webhook' });
    await page.getByRole('button', { name: 'Edit …' }).click();
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hooks');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Address').fill(`${address}moved`);
    for (const event of ['ticket.created', 'ticket.updated', 'ticket.replied'])
      await dialog.getByLabel(event).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Choose 1 to 20 events.').waitFor();
    await dialog.getByLabel(/^\* \(all events/).check();
    expect(await seriousFindings(page, '.portal-dialog')).toEqual([]);
    await photograph(page, 'webhook-edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`It receives * for all organizations.`).waitFor();
    await page.getByText('Registered by boss@example.com.').waitFor();
    expect(await query(databaseUrl, 'select url, events from webhooks')).toEqual([
      { url: `${address}moved`, events: ['*'] },
    ]);
  }, 120_000);

  it('are asked about by keyboard: the dialog holds the focus, and Escape gives it back', async () => {
    const opener = page.getByRole('button', { name: 'Disable …' });
    const dialog = page.getByRole('dialog', { name: 'Disable the webhook?' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    const isInside = () =>
      dialog.evaluate(
        (element) => element !== document.activeElement && element.contains(document.activeElement),
      );
    await expect.poll(isInside).toBe(true);
    for (const _ of ['Cancel', 'Disable', 'Cancel again']) {
      await page.keyboard.press('Tab');
      await expect.poll(isInside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const isBack = () => opener.evaluate((element) => element === document.activeElement);
    await expect.poll(isBack).toBe(true);
    expect(await query(databaseUrl, 'select status from webhooks')).toEqual([{ status: 'enabled' }]);
  }, 120_000);

  it('are disabled, enabled, and listed with their health', async () => {
    await page.getByRole('button', { name: 'Disable …' }).click();
    await page.getByRole('button', { name: 'Disable the webhook' }).click();
    await page.getByText('It was disabled manually.').waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    await query(databaseUrl, `update webhooks set status = 'disabled', disabled_reason = 'gone'`);
    await page.reload();
    await page.getByText('It was disabled because its receiver responded with 410.').waitFor();
    await page.goto(list);
    await row(address).getByText('Disabled: gone').waitFor();
    await query(databaseUrl, `update webhooks set status = 'enabled', disabled_reason = null`);
    await page.reload();
    await row(address).getByText('Healthy').waitFor();
    await checkPage('webhooks');
  }, 120_000);

  it('are worked with by a technician, too', async () => {
    const theirs = await admin.openAs({ email: 'technician@example.com', role: 'technician' });
    await theirs.goto(list);
    await theirs.getByRole('button', { name: 'New webhook' }).waitFor();
    await theirs.locator('tbody').getByRole('link').first().click();
    await theirs.getByRole('button', { name: 'Send a test' }).click();
    await theirs.getByText('The test was sent.').waitFor();
    await theirs.context().close();
  }, 120_000);

  it('are shown without an error to a reader whose clock is ten minutes ahead', async () => {
    const early = await page.context().newPage();
    await early.clock.setFixedTime(Date.now() + 600_000);
    await early.goto(list);
    await early.locator('tbody tr').filter({ hasText: address }).getByRole('link').click();
    await early.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await early.reload();
    // Written by the browser: the page works.
    await early.locator('time[title*="GMT+9"]').first().waitFor();
    await early.close();
  }, 120_000);

  // `tickets.test.ts` shows that nothing leads there.
  it('are nothing for a representative', async () => {
    await query(databaseUrl, `insert into organizations (name) values ('Acme')`);
    const theirs = await admin.openAs({
      email: 'rep@example.com',
      role: 'representative',
      organizations: [1],
    });
    expect(await readError(theirs, list)).not.toContain(address);
    await theirs.context().close();
  }, 120_000);

  it('are deleted, after one more question', async () => {
    await row(address).getByRole('link').click();
    await page.getByRole('button', { name: 'Delete …' }).click();
    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByRole('heading', { name: 'No Results' }).waitFor();
    expect(await statuses()).toEqual([]);
  }, 120_000);
});

it('left no error in the browser’s console but the refusals of what was not right', () => {
  expect(admin.consoleErrors.filter((error) => !error.includes('status of 422'))).toEqual([]);
});
