import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { TestPortal } from '../support/portal/payload.ts';
import { pagesOf } from '../support/portal/serve.ts';

const folder = join(process.cwd(), 'test/e2e/output');

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of a real browser on the client pages of a portal that no server serves: it opens pages, and sends no files. */
export const openPages = async (
  portal: Pick<TestPortal, 'payload' | 'handle'>,
  browser: Browser,
): Promise<Page> => {
  const pages = pagesOf(portal);
  // The pages forbid other scripts, and axe is one.
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.route('**/*', async (route) => {
    const { status, headers, body } = await answer(route.request().url());
    await route.fulfill({ status, headers, body });
  });
  const answer = async (url: string) => {
    const response = await pages(new Request(url));
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  return page;
};

/**
 * The findings of axe, and the width by which the page is wider than a phone, in light and dark. Pictures are kept if
 * `PICTURES` is set.
 */
export const findings = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    found.push(...violations.map(({ id, nodes }) => `${colorScheme}, ${id}: ${nodes[0]?.html}`));
    await photograph(page, `${name}-${colorScheme}`);
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  return width > 390 ? [...found, `${width} px wide`] : found;
};

/** Keeps pictures of a client page, on a desk and on a phone, if `PICTURES` is set. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return;
  mkdirSync(folder, { recursive: true });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({
      path: join(folder, `${name}-${width}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
};
