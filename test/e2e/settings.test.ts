import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/admin-browser.ts';

let admin: AdminBrowser;

beforeAll(async () => {
  admin = await openAdmin();
}, 600_000);

afterAll(() => admin?.close());

it('Settings take the password of a mail server, and never show it again', async () => {
  const { page, base } = admin;
  const settings = `${base}/admin/globals/portal-settings`;
  await page.goto(settings);
  await page.fill('[name="notifications.smtp.host"]', 'smtp.example.com');
  await page.fill('[name="notifications.smtp.password"]', 'a secret of the provider');
  await page.click('#action-save');
  await page.locator('.payload-toast-container .toast-success').waitFor();
  await page.goto(settings);
  await page.locator('[name="notifications.smtp.host"]').waitFor();
  expect(await page.inputValue('[name="notifications.smtp.password"]')).toBe('');
  expect(await page.isChecked('[name="notifications.smtp.hasPassword"]')).toBe(true);
  expect(await page.content()).not.toContain('a secret of the provider');
});
