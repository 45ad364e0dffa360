import { rmSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { launchPortal, type PortalProcess } from './portal-process.ts';
import { buildCheckout } from './portal-process-build.ts';
import { makeFolder } from './postgres-server.ts';

/** An administrator at work in a real browser, on a portal of their own. */
export interface AdminBrowser {
  readonly page: Page;
  readonly portal: PortalProcess;
  /** The address that the browser knows the portal by. */
  readonly base: string;
  close(): Promise<void>;
}

const administrator = { email: 'boss@example.com', password: 'correct horse battery' };

/** Starts a portal on an empty data folder and logs its administrator in; builds the checkout first where needed. */
export const openAdmin = async (): Promise<AdminBrowser> => {
  await buildCheckout();
  const dataFolder = makeFolder();
  const portal = await launchPortal({
    env: {
      PORTAL_DATA_DIR: dataFolder,
      PORTAL_ADMIN_EMAIL: administrator.email,
      PORTAL_ADMIN_PASSWORD: administrator.password,
      SENDMAIL_PATH: '',
    },
  });
  await portal.ready();
  // A cookie of `localhost` is none of `127.0.0.1`.
  const base = portal.url.replace('127.0.0.1', 'localhost');
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await logIn(page, base);
  return {
    page,
    portal,
    base,
    close: async () => {
      await browser.close();
      await portal.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

const logIn = async (page: Page, base: string): Promise<void> => {
  await page.goto(`${base}/admin/login`);
  await page.fill('#field-email', administrator.email);
  await page.fill('#field-password', administrator.password);
  await page.click('button[type=submit]');
  await page.waitForURL(/\/admin\/?$/);
};
