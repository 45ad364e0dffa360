import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../support/pages/browser.ts';
import { overflowOnPhone, seriousFindings } from '../support/pages/pageCheck.ts';
import { type ServedPortal, startServedPortal } from '../support/portal/servedPortal.ts';
import { startHttpServer } from '../support/servers/httpServer.ts';

let served: ServedPortal;
let browser: Browser;
let base: string;

beforeAll(async () => {
  served = await startServedPortal({ prefix: '/support' }, { routes: { api: '/cms' } });
  base = `${served.url}/cms/support/v1`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await served?.stop();
});

interface Shown {
  readonly page: Page;
  /** Every address that the page asks for, itself included. */
  readonly requests: readonly string[];
  /** Complaints of the browser, such as about its Content-Security-Policy. */
  readonly complaints: readonly string[];
}

const show = async (options: Parameters<Browser['newPage']>[0] = {}, added = ''): Promise<Shown> => {
  const page = await browser.newPage(options);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  await page.route(`${base}/docs`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `${added}</main>`) });
  });
  await page.goto(`${base}/docs`, { waitUntil: 'networkidle' });
  await page.locator('main').waitFor();
  return { page, requests, complaints };
};

interface Described {
  readonly operationId: string;
  readonly summary: string;
}

const readDocument = async (): Promise<Record<'paths' | 'webhooks', Record<string, object>>> =>
  (await fetch(`${base}/openapi.json`)).json();

it('asks for nothing but itself, without a complaint of the browser', async () => {
  const { page, requests, complaints } = await show();
  expect(requests).toEqual([`${base}/docs`]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('shows every operation and every event without script, and links to each', async () => {
  const { page } = await show({ javaScriptEnabled: false });
  const { paths, webhooks } = await readDocument();
  const described = Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    Object.values<Described>(item as Record<string, Described>).map((operation) => ({ path, ...operation })),
  );
  expect(described.length).toBeGreaterThan(60);
  const [headings, texts] = await Promise.all([
    page.locator('article h3').allInnerTexts(),
    page.locator('article').allInnerTexts(),
  ]);
  expect(headings).toHaveLength(described.length);
  for (const { operationId, path, summary } of described) {
    const at = texts.findIndex((text) => text.includes(path) && text.includes(summary.replaceAll('`', '')));
    expect(headings[at], operationId).toContain(path);
    expect(await page.locator(`nav a[href="#${operationId}"]`).count(), operationId).toBe(1);
  }
  await page.locator('nav a[href="#create_ticket"]').click();
  expect(new URL(page.url()).hash).toBe('#create_ticket');
  await expect.poll(() => page.locator('#create_ticket').isVisible()).toBe(true);
  await page.close();
});

it('links to the document beside it, and names the address of the API', async () => {
  const { page } = await show();
  await expect.poll(() => page.getByText(`${served.url}/cms/support`, { exact: true }).count()).toBe(1);
  await page.getByRole('link', { name: 'openapi.json', exact: true }).click();
  await page.waitForURL(`${base}/openapi.json`);
  await page.close();
});

it('has a policy by which the browser runs no script, and loads and styles nothing, that finds its way into it', async () => {
  const elsewhere = await startHttpServer((response) => response.end());
  onTestFinished(() => elsewhere.close());
  const intruders = [
    '<script>document.title = "run"</script>',
    `<script src="${base}/openapi.json"></script>`,
    `<img src="${elsewhere.url}" onerror="document.title = 'run'">`,
    '<style>main { display: none; }</style>',
    '<p id="styled" style="display: none">Shown all the same</p>',
    `<link rel="stylesheet" href="${elsewhere.url}">`,
    `<iframe src="${base}/openapi.json"></iframe>`,
  ];
  const before = served.requests.length;
  const { page, complaints } = await show({}, intruders.join('\n'));
  expect(await page.title()).toBe('Support portal: API');
  await expect.poll(() => page.locator('main').isVisible()).toBe(true);
  await expect.poll(() => page.locator('#styled').isVisible()).toBe(true);
  expect(complaints.length).toBeGreaterThanOrEqual(intruders.length);
  expect(served.requests.slice(before).map(({ url }) => url)).toEqual([new URL(`${base}/docs`).pathname]);
  expect(elsewhere.requests).toEqual([]);
  await page.close();
});

it('is accessible, light and dark, and fits a phone', async () => {
  const { page } = await show({ bypassCSP: true });
  expect(await overflowOnPhone(page)).toEqual([]);
  // All operations are made of the same parts, and axe reads the whole page for each of its looks: minutes for seventy of them.
  await page.evaluate(() => {
    for (const other of document.querySelectorAll('article:not(:has(#create_ticket))')) other.remove();
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const findings = await seriousFindings(page, 'nav, article:has(#create_ticket)');
    expect(findings, colorScheme).toEqual([]);
  }
  await page.close();
});
