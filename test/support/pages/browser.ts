import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/**
 * Starts a real Chromium: Debian's headless shell, which draws only what a test asks for. The whole browser draws every frame
 * without a graphics card: for a page of the admin it took 2.0 seconds of CPU, and this one 1.4.
 */
export const launchBrowser = async (): Promise<Browser> => {
  const browser = await chromium.launch(program);
  if (slowdown > 1) browser.on('context', slowDownPages);
  return browser;
};

/**
 * Starts it with a window that has a profile, in which it keeps the compiled scripts: a page of the admin UI takes a quarter less
 * CPU from the third visit on. Other windows of this browser have none.
 */
export const launchWithProfile = async (
  options: BrowserContextOptions,
): Promise<{ readonly browser: Browser; readonly window: BrowserContext }> => {
  // Without a folder of its own the profile goes with the browser.
  const window = await chromium.launchPersistentContext('', { ...program, ...options });
  const browser = window.browser();
  if (!browser) throw new Error('The window has no browser.');
  if (slowdown > 1) {
    slowDownPages(window);
    browser.on('context', slowDownPages);
  }
  return { browser, window };
};

/**
 * Its scripts run without the optimizing compilers, which work for pages that stay longer than those of a test: a list and a ticket
 * of the admin UI took 1.80 seconds of CPU with them, and take 1.56 without.
 */
const program = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--js-flags=--no-opt --no-maglev'],
};

/** Pages run this many times slower than the machine could. */
const slowdown = Number(process.env.SLOW_BROWSER ?? 1);

const slowDownPages = (context: BrowserContext): void => {
  context.on('page', (page) => void slowDown(page));
};

const slowDown = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
};
