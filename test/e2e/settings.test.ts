import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/adminBrowser.ts';
import { photograph, seriousFindings } from '../support/pageCheck.ts';
import { startSmtpServer } from '../support/smtpServer.ts';

let admin: AdminBrowser;
let page: Page;
let settings: string;

beforeAll(async () => {
  admin = await openAdmin();
  page = admin.page;
  settings = `${admin.base}/admin/globals/portal-settings`;
}, 600_000);

afterAll(() => admin?.close());

const field = (name: string) => page.locator(`[name="notifications.${name}"]`);

const save = async (): Promise<void> => {
  await page.click('#action-save');
  await page.locator('.payload-toast-container .toast-success').first().waitFor();
};

const open = async (on: Page = page): Promise<void> => {
  await on.goto(settings);
  await on.getByRole('heading', { name: 'Outgoing mail' }).waitFor();
  await on.locator('form[data-form-ready="true"]').first().waitFor();
};

describe('Settings', () => {
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
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/test-mail', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send test mail' }).click();
    await field('from').fill('Acme <support@acme.example>');
    release();
    await page.getByText('Connect a provider under Settings').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await field('from').inputValue()).toBe('Acme <support@acme.example>');
    await page.unroute('**/test-mail');
  }, 120_000);

  it('take the password of a mail server, and never show it again', async () => {
    await open();
    await field('smtp.host').fill('smtp.example.com');
    await field('smtp.password').fill('a secret of the provider');
    await save();
    await open();
    expect(await field('smtp.password').inputValue()).toBe('');
    await page.getByText('A password is stored.').waitFor();
    expect(await page.content()).not.toContain('a secret of the provider');
    await page.getByRole('button', { name: 'Remove the password' }).click();
    await page.getByText('The password will be removed when you save.').waitFor();
    await save();
    await open();
    // The mailbox has a password as well, further down.
    await page.getByText('No password is stored.').first().waitFor();
  }, 120_000);

  it('try what is connected, and show the server’s own answer', async () => {
    const server = await startSmtpServer();
    try {
      await open();
      await field('smtp.host').fill('127.0.0.1');
      await field('smtp.port').fill(String(server.port));
      const outgoing = page.getByRole('region', { name: 'Outgoing mail' });
      await outgoing.getByText('Save first: the test uses the stored settings.').waitFor();
      // A test would read the page anew, and with it what was typed.
      expect(await page.getByRole('button', { name: 'Send test mail' }).isDisabled()).toBe(true);
      await save();
      await page.getByRole('listitem').filter({ hasText: 'smtp, set here' }).waitFor();
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

  it('left no error in the browser’s console', () => {
    expect(admin.consoleErrors).toEqual([]);
  });
});
