import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { holdRequest, photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { startSmtpServer } from '../support/servers/smtpServer.ts';

let admin: AdminBrowser;
let page: Page;
let settings: string;

beforeAll(async () => {
  admin = await openAdmin();
  page = admin.page;
  settings = `${admin.base}/admin/globals/portal-settings`;
}, 600_000);

afterAll(() => admin?.close());

const field = (name: string, on: Page = page) => on.locator(`[name="notifications.${name}"]`);

const save = async (on: Page = page): Promise<void> => {
  const toast = on.locator('.payload-toast-container .toast-success').first();
  // That of an earlier save says nothing about this one.
  await toast.waitFor({ state: 'hidden' });
  await on.click('#action-save');
  await toast.waitFor();
};

const open = async (on: Page = page): Promise<void> => {
  await on.goto(settings);
  await on.getByRole('heading', { name: 'Outgoing mail' }).waitFor();
  await on.locator('form[data-form-ready="true"]').first().waitFor();
};

describe('Settings', () => {
  it('have a page of their own for each matter, and saving one keeps the others', async () => {
    await open();
    for (const [tab, heading] of [
      ['Mail in', 'Incoming mail'],
      ['Delivery events', 'Delivery events'],
      ['Alerts', 'Alerts go to'],
    ] as const) {
      await page.getByRole('link', { name: tab, exact: true }).last().click();
      await page.getByRole('heading', { name: heading }).waitFor();
      expect(await page.getByRole('heading', { name: 'Outgoing mail' }).count()).toBe(0);
      expect(await seriousFindings(page, '.portal-side, .portal-service')).toEqual([]);
      await photograph(page, `settings-${tab.toLowerCase().replace(' ', '-')}`);
    }
    await open();
    await field('notificationEmail').fill('team@acme.example');
    await save();
    await page.goto(`${settings}/mail-in`);
    await page.locator('form[data-form-ready="true"]').first().waitFor();
    await page.locator('[name="inbound.address"]').fill('support@acme.example');
    await save();
    await open();
    await expect.poll(() => field('notificationEmail').inputValue()).toBe('team@acme.example');
  }, 120_000);

  it('are not saved over what another person has saved meanwhile, and keep what was typed', async () => {
    const storageState = await page.context().storageState();
    const context = await page.context().browser()?.newContext({ storageState });
    if (!context) throw new Error('There is no browser.');
    // The console logs the refusal as an error.
    const other = await context.newPage();
    await open(other);
    for (const name of ['one', 'two']) {
      await field('from', other).fill(`Acme <${name}@acme.example>`);
      await save(other);
    }
    await field('from', other).fill('Acme <three@acme.example>');
    await open();
    await field('notificationEmail').fill('other@acme.example');
    await save();
    await other.click('#action-save');
    await other.getByText('Someone has changed the settings').first().waitFor();
    expect(await field('from', other).inputValue()).toBe('Acme <three@acme.example>');
    await context.close();
    await open();
    await expect.poll(() => field('from').inputValue()).toBe('Acme <two@acme.example>');
    await expect.poll(() => field('notificationEmail').inputValue()).toBe('other@acme.example');
  }, 120_000);

  it('take nothing while the page is rendered anew, which would be lost', async () => {
    const release = await holdRequest(page, /portal-settings\?_rsc=/);
    await field('from').fill('Acme <one@acme.example>');
    await save();
    for (const name of ['from', 'smtp.password'])
      await expect.poll(() => field(name).isDisabled()).toBe(true);
    release();
    // Waits until it can.
    await field('from').fill('Acme <two@acme.example>');
    await save();
    await open();
    await expect.poll(() => field('from').inputValue()).toBe('Acme <two@acme.example>');
  }, 120_000);

  it('fill in what is known of a service, and say what is still needed', async () => {
    const choose = (label: string) =>
      page.getByLabel('Which service sends your mail?').selectOption({ label });
    await choose('Postmark');
    await expect.poll(() => field('smtp.host').inputValue()).toBe('smtp.postmarkapp.com');
    await expect.poll(() => field('smtp.port').inputValue()).toBe('587');
    await page.getByText('the server API token, as the user and as the password').waitFor();
    await choose('Amazon SES');
    await page.getByLabel('Region').fill('us-east-1');
    await expect.poll(() => field('smtp.host').inputValue()).toBe('email-smtp.us-east-1.amazonaws.com');
    await expect.poll(() => field('smtp.secure').isChecked()).toBe(true);
    await page.goto(`${settings}/mail-in`);
    await page.locator('form[data-form-ready="true"]').first().waitFor();
    await page.getByLabel('Where does your mail arrive?').selectOption({ label: 'Microsoft 365' });
    await page.getByLabel('Tenant ID').fill('acme.example');
    await expect
      .poll(() => page.locator('[name="inbound.imap.oauth.tokenUrl"]').inputValue())
      .toBe('https://login.microsoftonline.com/acme.example/oauth2/v2.0/token');
  }, 120_000);

  it('take the credential of one service for its delivery events', async () => {
    await page.goto(`${settings}/delivery-events`);
    await page.locator('form[data-form-ready="true"]').first().waitFor();
    await page.getByText('No service reports yet').waitFor();
    await page.getByLabel('Which service reports').selectOption({ label: 'Postmark' });
    await page.getByText('/api/portal/v1/mail-events/postmark').waitFor();
    await field('events.postmark').fill('user:password');
    expect(await field('events.mailgun').count()).toBe(0);
    await save();
    await page.reload();
    await page.getByText('Postmark is set up, but has sent no event lately.').waitFor();
  }, 120_000);

  it('say that nothing carries mail, and how long the log is kept and where that is set', async () => {
    await open();
    await page.getByText('No transport yet, so every mail fails.').waitFor();
    await page.getByText('Rows are deleted after 180 days.').waitFor();
    await page.getByText('The hook emailLogRetentionDays in the app’s configuration changes it.').waitFor();
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText('Connect a provider under Settings').first().waitFor();
  }, 120_000);

  it('keep what is typed while a test mail is under way', async () => {
    await open();
    const release = await holdRequest(page, '**/test-mail');
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await field('from').fill('Acme <support@acme.example>');
    release();
    await page.getByText('Connect a provider under Settings').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => field('from').inputValue()).toBe('Acme <support@acme.example>');
  }, 120_000);

  it('take the password of a mail server, and never show it again', async () => {
    await open();
    await field('smtp.host').fill('smtp.example.com');
    await field('smtp.password').fill('a secret of the provider');
    await save();
    await open();
    await expect.poll(() => field('smtp.password').inputValue()).toBe('');
    await page.getByText('A password is stored.').waitFor();
    expect(await page.content()).not.toContain('a secret of the provider');
    await page.getByRole('button', { name: 'Remove the password' }).click();
    await page.getByText('The password will be removed when you save.').waitFor();
    await save();
    await open();
    await page.getByText('No password is stored.').waitFor();
  }, 120_000);

  it('try what is connected, and show the server’s own answer', async () => {
    const server = await startSmtpServer();
    try {
      await field('smtp.host').fill('127.0.0.1');
      await field('smtp.port').fill(String(server.port));
      const outgoing = page.getByRole('region', { name: 'Outgoing mail' });
      await outgoing.getByText('Save first: the test uses the stored settings.').waitFor();
      // A test would read the page anew, and with it what was typed.
      await expect.poll(() => page.getByRole('button', { name: 'Send test mail' }).isDisabled()).toBe(true);
      await save();
      await page.getByRole('listitem').filter({ hasText: 'SMTP server, set here' }).waitFor();
      await page.getByRole('button', { name: 'Send test mail' }).click();
      await page.getByText('Accepted').waitFor();
      await page.getByText('The server answered: 250').waitFor();
      await photograph(page, 'settings');
      expect(await seriousFindings(page, '.portal-side')).toEqual([]);
    } finally {
      await server.close();
    }
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await page.getByText('Nothing listens at that host and port').waitFor();
  }, 120_000);

  it('are read by an editor, who neither changes nor tries them', async () => {
    const theirs = await admin.openAs({ email: 'editor@example.com', role: 'editor' });
    await open(theirs);
    expect(await theirs.getByRole('button', { name: /Send test mail|Remove/ }).count()).toBe(0);
    expect(await theirs.locator('#action-save').count()).toBe(0);
    await theirs.context().close();
  }, 120_000);

  it('ask before “Back” discards what was typed', async () => {
    await open();
    // Both pages are of one document.
    await page.getByRole('link', { name: 'Mail in', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Incoming mail' }).waitFor();
    await page.locator('form[data-form-ready="true"]').first().waitFor();
    const address = page.locator('[name="inbound.address"]');
    const goBack = () => page.evaluate(() => history.back());
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await address.fill('typed@acme.example');
    await page.locator('#action-save:enabled').waitFor();
    await goBack();
    await question.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await address.inputValue()).toBe('typed@acme.example');
    expect(page.url()).toBe(`${settings}/mail-in`);
    await goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(settings);
    await page.getByRole('heading', { name: 'Outgoing mail' }).waitFor();
    await question.waitFor({ state: 'hidden' });
  }, 120_000);

  it('left no error in the browser’s console', () => {
    expect(admin.consoleErrors).toEqual([]);
  });
});
