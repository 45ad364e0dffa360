import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * Starts a real Chromium: Debian's headless shell, which draws only what a test asks for. The whole browser draws every frame
 * without a graphics card: for a page of the admin it took 2.0 seconds of CPU, and this one 1.4.
 */
export const launchBrowser = async (): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  if (slowdown > 1) browser.on('context', (context) => context.on('page', (page) => void slowDown(page)));
  return browser;
};

/** Pages run this many times slower than the machine could. */
const slowdown = Number(process.env.SLOW_BROWSER ?? 1);

const slowDown = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
};
