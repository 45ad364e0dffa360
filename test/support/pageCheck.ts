import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const folder = join(process.cwd(), 'test/e2e/output');

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Keeps a picture of a page, light and dark, in `test/e2e/output`. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  // A colour that is on its way from one theme to the other is no colour of the page.
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important; }' });
  const switchTo = (theme: string) =>
    page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
  for (const theme of ['light', 'dark']) {
    await switchTo(theme);
    await page.screenshot({
      path: join(folder, `${name}-${theme}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
  await switchTo('light');
};

/**
 * What axe finds wrong with a part of a page, as `rule: elements`; only what it calls serious or critical.
 *
 * @param part a selector; the frame around it is the CMS's
 */
export const seriousFindings = async (page: Page, part: string): Promise<string[]> => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (selector) => (window as unknown as { axe: { run(on: string): Promise<AxeResults> } }).axe.run(selector),
    part,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
    );
};
