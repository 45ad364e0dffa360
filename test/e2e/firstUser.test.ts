import { rmSync } from 'node:fs';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchBrowser } from '../support/pages/browser.ts';
import { createMigratedDatabase } from '../support/portal/payload.ts';
import { launchPortal, type PortalProcess } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

const dataFolder = makeFolder();
let portal: PortalProcess;
let browser: Browser;

beforeAll(async () => {
  await buildCheckout();
  portal = await launchPortal({
    env: { DATABASE_URL: await createMigratedDatabase(), PORTAL_DATA_DIR: dataFolder, SENDMAIL_PATH: '' },
  });
  await portal.ready();
  browser = await launchBrowser();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const isTaken = (response: Response): boolean =>
  response.url().endsWith('/first-register') && response.status() !== 503;

/** Presses the button again until the form is taken: the CMS ignores a press while it checks what was typed. */
const submit = (page: Page): Promise<unknown> =>
  vi.waitFor(
    () =>
      Promise.all([
        page.waitForResponse(isTaken, { timeout: 10_000 }),
        page.locator('button[type=submit]').click({ timeout: 2000 }),
      ]),
    { timeout: 30_000 },
  );

it('asks the first user for an address and a password, not for a role', async () => {
  const page = await browser.newPage();
  const base = portal.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${base}/admin`);
  await page.getByText('The first user is the administrator').waitFor();
  expect(await page.locator('#field-role').count()).toBe(0);
  await page.fill('#field-email', 'first@example.com');
  await page.fill('#field-password', 'correct horse battery');
  await page.fill('#field-confirm-password', 'correct horse battery');
  await submit(page);
  await page.waitForURL(/\/admin\/?$/);
  const headers = { Origin: base };
  const me = await page.request.get(`${base}/api/users/me`, { headers });
  expect((await me.json()).user).toMatchObject({ email: 'first@example.com', role: 'administrator' });

  // A ticket without its organization is told by the field's name.
  const refused = await page.request.post(`${base}/api/tickets`, { headers, data: { subject: 'Hello' } });
  expect([refused.status(), (await refused.json()).errors]).toEqual([
    422,
    [
      {
        name: 'ApiError',
        data: { errors: [{ path: 'organization', message: 'Choose the organization.' }] },
        message: 'Choose the organization.',
      },
    ],
  ]);
}, 120_000);
