import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createMigratedDatabase } from '../portal/payload.ts';
import { launchPortal, type PortalProcess, program } from '../portal/portalProcess.ts';
import { buildCheckout } from '../portal/portalProcessBuild.ts';
import { makeFolder } from '../servers/postgresServer.ts';
import { launchWithProfile } from './browser.ts';

/** An administrator at work in a real browser, on a portal of their own. */
export interface AdminBrowser {
  readonly page: Page;
  readonly portal: PortalProcess;
  readonly databaseUrl: string;
  /** The address that the browser knows the portal by. */
  readonly base: string;
  /** Errors on the browser's console so far, on any page. */
  readonly consoleErrors: readonly string[];
  /** Creates a record as the administrator. @returns its id */
  create(slug: string, data: object): Promise<number>;
  /** Creates a user of a role, and gives them an empty page in a browser window of their own. */
  openAs(person: NewPerson): Promise<Page>;
  close(): Promise<void>;
}

export interface NewPerson {
  readonly email: string;
  readonly role: string;
  readonly organizations?: readonly number[];
}

interface AdminBrowserOptions {
  /** Variables of the portal beside those of every test. */
  readonly env?: Readonly<Record<string, string>>;
}

const windowOptions: BrowserContextOptions = {
  permissions: ['clipboard-read', 'clipboard-write'],
  viewport: { width: 1440, height: 900 },
  // Another one than the server's, so that every page shows whether it minds.
  timezoneId: 'Asia/Tokyo',
};

const administrator = { email: 'boss@example.com', password: 'correct horse battery' };

/** Starts a portal without records and logs its administrator in, whose page is empty; builds the checkout first if needed. */
export const openAdmin = async ({ env = {} }: AdminBrowserOptions = {}): Promise<AdminBrowser> => {
  await buildCheckout();
  const dataFolder = makeFolder();
  const databaseUrl = await createMigratedDatabase();
  // Users and logins of these tests are more than a hundred, each an eighth of a second of CPU.
  const [node, ...start] = program('start');
  const portal = await launchPortal({
    command: [node, '--import', resolve('test/support/run/quickPasswords.mjs'), ...start],
    env: {
      DATABASE_URL: databaseUrl,
      PORTAL_DATA_DIR: dataFolder,
      PORTAL_ADMIN_EMAIL: administrator.email,
      PORTAL_ADMIN_PASSWORD: administrator.password,
      SENDMAIL_PATH: '',
      // A test that is about it says so.
      REPLY_UNDO_SECONDS: '0',
      ...env,
    },
  });
  await portal.ready();
  // A cookie of `localhost` does not apply to `127.0.0.1`.
  const base = portal.url.replace('127.0.0.1', 'localhost');
  const { browser, window } = await launchWithProfile(windowOptions);
  browser.on('context', (context) => context.on('page', awaitHydration));
  window.on('page', awaitHydration);
  const consoleErrors: string[] = [];
  const openWindow = async (context: BrowserContext, credentials: Credentials): Promise<Page> => {
    context.setDefaultTimeout(40_000);
    noteErrors(context, consoleErrors);
    await logIn(context, base, credentials);
    return context.newPage();
  };
  const page = await openWindow(window, administrator);
  const create = async (slug: string, data: object): Promise<number> => {
    const post = () => page.request.post(`${base}/api/${slug}`, { data, headers: { Origin: base } });
    let response = await post();
    // The portal has just started, and the machine may be busy.
    for (; response.status() === 503; response = await post()) await sleep(500);
    const answer = await response.json();
    if (response.status() !== 201) throw new Error(JSON.stringify(answer));
    return answer.doc.id;
  };
  return {
    page,
    databaseUrl,
    create,
    portal,
    base,
    consoleErrors,
    openAs: async (person) => {
      const credentials = { email: person.email, password: administrator.password };
      await create('users', { ...person, ...credentials });
      return openWindow(await browser.newContext(windowOptions), credentials);
    },
    close: async () => {
      await browser.close();
      await portal.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

/** The content of an address that is closed to the user, opened in a window of its own: the console logs it as an error. */
export const readError = async (page: Page, address: string): Promise<string> => {
  const storageState = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ storageState });
  if (!context) throw new Error('There is no browser.');
  const refused = await context.newPage();
  await refused.goto(address);
  await refused.getByRole('heading', { name: /Nothing found|Unauthorized/ }).waitFor();
  const content = await refused.content();
  await context.close();
  return content;
};

/** Waits until a page listens to its keys: the server's markup is shown before. */
export const listensToKeys = async (page: Page): Promise<void> => {
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const ask = async () => {
    await page.keyboard.press('?');
    return shortcuts.isVisible();
  };
  await expect.poll(ask).toBe(true);
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'hidden' });
};

type Credentials = typeof administrator;

const noteErrors = (context: BrowserContext, errors: string[]): void => {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (problem) => errors.push(`${problem.page()?.url()}: ${problem.error().message}`));
};

/** Makes a page wait after each visit until it is hydrated: what is clicked or typed before is lost. */
const awaitHydration = (page: Page): void => {
  const waiting =
    <Given extends unknown[], Response>(visit: (...given: Given) => Promise<Response>) =>
    async (...given: Given): Promise<Response> => {
      const response = await visit.apply(page, given);
      await page.waitForFunction(isHydrated);
      return response;
    };
  Object.assign(page, { goto: waiting(page.goto), reload: waiting(page.reload) });
};

/** True for a page without React, too. */
const isHydrated = (): boolean =>
  document.querySelector('script[src*="/_next/"]') === null ||
  Object.keys(document.body).some((name) => name.startsWith('__react'));

/** Without the form of the login, which `test/e2e/dashboard.test.ts` fills in: with the page after it, it takes three seconds of CPU. */
const logIn = async ({ request }: BrowserContext, base: string, data: Credentials): Promise<void> => {
  const post = () => request.post(`${base}/api/users/login`, { data, headers: { Origin: base } });
  let response = await post();
  // On a busy machine the database may respond too late for the first request: 503, try again.
  for (; response.status() === 503; response = await post()) await sleep(500);
  if (!response.ok()) throw new Error(`The login: ${response.status()} ${await response.text()}`);
};
