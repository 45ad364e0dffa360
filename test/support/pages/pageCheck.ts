import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

const folder = join(process.cwd(), 'test/e2e/output');

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const themes = ['light', 'dark'] as const;

const switchTo = (page: Page, theme: (typeof themes)[number]): Promise<void> =>
  page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);

/** A colour that is on its way from one theme to the other is no colour of the page. */
const stopTransitions = (page: Page) =>
  page.addStyleTag({ content: '*, *::before, *::after { transition: none !important; }' });

/** Keeps a picture of a page, light and dark, in `test/e2e/output`, if `PICTURES` is set. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return;
  mkdirSync(folder, { recursive: true });
  await stopTransitions(page);
  for (const theme of themes) {
    await switchTo(page, theme);
    await page.screenshot({
      path: join(folder, `${name}-${theme}.png`),
      fullPage: true,
      animations: 'disabled',
    });
  }
  await switchTo(page, 'light');
};

/** A text that is shown. A part that the server streams is in the page a second time, hidden, until React has taken it over. */
export const shownText = (page: Page, text: string): Locator =>
  page.getByText(text).filter({ visible: true });

/** Holds the next request to an address. @returns a function that lets it go */
export const holdRequest = async (page: Page, address: string | RegExp): Promise<() => void> => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, (route) => held.then(() => route.continue()), { times: 1 });
  return release;
};

/**
 * Problems of a part of a page in either theme, as `theme, rule: elements`: serious and critical findings of axe, in the dark
 * theme those of contrast alone, and elements that are wider than a phone.
 *
 * @param part a selector; the frame around it is the CMS's
 */
export const seriousFindings = async (page: Page, part: string): Promise<string[]> => {
  await page.evaluate(axe);
  await stopTransitions(page);
  const found: string[] = [];
  for (const theme of themes) {
    await switchTo(page, theme);
    const findings = await findingsOf(page, part, theme === 'light' ? {} : { runOnly: ['color-contrast'] });
    found.push(...findings.map((finding) => `${theme}, ${finding}`));
  }
  await switchTo(page, 'light');
  return [...found, ...(await overflowOnPhone(page))];
};

interface Axe {
  run(on: string, options: RunOptions): Promise<AxeResults>;
}

const findingsOf = async (
  page: Page,
  part: string,
  rules: Pick<RunOptions, 'runOnly'>,
): Promise<string[]> => {
  const { violations } = await page.evaluate(
    ([selector, options]) => (window as unknown as { axe: Axe }).axe.run(selector, options),
    [part, { ...rules, resultTypes: ['violations'] } satisfies RunOptions] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
    );
};

const phone = { width: 390, height: 844 };

/** Elements that make a page wider than a phone, once the CMS has laid it out again. */
export const overflowOnPhone = async (page: Page): Promise<string[]> => {
  const before = page.viewportSize();
  await page.setViewportSize(phone);
  const fits = await page
    .waitForFunction((width) => document.documentElement.scrollWidth <= width, phone.width, {
      timeout: 15_000,
    })
    .then(() => true)
    .catch(() => false);
  const found = fits ? [] : await page.evaluate(namesOfWide, phone.width);
  if (before) await page.setViewportSize(before);
  return found;
};

const namesOfWide = (width: number): string[] => {
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width,
  );
  const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
  const names = inner.map((element) => `${element.tagName} ${element.getAttribute('class')}`);
  return [`phone, the page is ${document.documentElement.scrollWidth} pixels wide: ${names.join('; ')}`];
};
