import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { script } from '../../src/features/client-pages/assets/script.ts';
import { launchBrowser } from '../support/pages/browser.ts';

const address = 'http://pages.test/r';
let browser: Browser;
let page: Page;
/** The requests with files that wait for their response, by the path of their form. */
let waiting: Map<string, Route>;

const form = (name: string) =>
  `<form method="post" enctype="multipart/form-data" action="/${name}" data-failed="It failed."><input id="${name}" type="file" multiple name="files"><button>Send ${name}</button></form>`;
const documentOf = (title: string) =>
  `<!doctype html><html lang="en"><title>x</title><body><main id="main"><h1>${title}</h1>${form('passport')}${form('papers')}</main><script>${script}</script></body></html>`;

const answer = async (name: string, title: string, status = 200): Promise<void> => {
  await expect.poll(() => waiting.has(name)).toBe(true);
  await waiting.get(name)?.fulfill({ status, contentType: 'text/html', body: documentOf(title) });
};

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  waiting = new Map();
  await page.route('http://pages.test/**', async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (route.request().method() === 'POST') waiting.set(name, route);
    else await route.fulfill({ contentType: 'text/html', body: documentOf(`At ${name}`) });
  });
  await page.goto(address);
});

const choose = (name: string, ...files: string[]) =>
  page
    .locator(`#${name}`)
    .setInputFiles(files.map((file) => ({ name: file, mimeType: 'text/plain', buffer: Buffer.from(file) })));

const chosen = (name: string) =>
  page
    .locator(`#${name}`)
    .evaluate((input: HTMLInputElement) => [...(input.files ?? [])].map((file) => file.name));

const send = (name: string) => page.getByRole('button', { name: `Send ${name}` }).click();

const heading = () => page.getByRole('heading').textContent();

it.each([200, 422])(
  'files that are chosen in one form stay when another is answered with %i',
  async (status) => {
    await choose('passport', 'passport.txt');
    await choose('papers', 'one.txt', 'two.txt');
    await send('passport');
    await answer('passport', 'Answered', status);
    await expect.poll(heading).toBe('Answered');
    expect([await chosen('passport'), await chosen('papers')]).toEqual([[], ['one.txt', 'two.txt']]);
    await send('papers');
    await answer('papers', 'All there');
    // Nothing is left that a new page could lose.
    await expect.poll(heading).toBe('At papers');
  },
);

it('files that are on their way from one form go on when another has been sent', async () => {
  await choose('passport', 'passport.txt');
  await choose('papers', 'one.txt');
  await send('papers');
  await send('passport');
  await answer('passport', 'One is there');
  await expect.poll(heading).toBe('One is there');
  expect(await page.getByRole('progressbar').count()).toBe(1);
  await answer('papers', 'Both are there');
  await expect.poll(heading).toBe('At papers');
});

it.each([200, 413, 502])(
  'the page of a proxy with %i is a failure, and the files stay chosen',
  async (status) => {
    await choose('passport', 'passport.txt');
    await send('passport');
    await expect.poll(() => waiting.has('passport')).toBe(true);
    const body = '<title>Bad Gateway</title><center><h1>Bad Gateway</h1></center>';
    await waiting.get('passport')?.fulfill({ status, contentType: 'text/html', body });
    await page.getByText('It failed.').waitFor();
    expect([await heading(), await page.title(), page.url()]).toEqual(['At r', 'x', address]);
    expect(await chosen('passport')).toEqual(['passport.txt']);
    waiting.clear();
    await send('passport');
    await answer('passport', 'All there');
    await expect.poll(heading).toBe('At passport');
  },
);
