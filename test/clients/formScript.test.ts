import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { script } from '../../src/features/client-pages/assets/script.ts';
import { launchBrowser } from '../support/pages/browser.ts';

const address = 'http://pages.test/r';
let browser: Browser;
let context: BrowserContext;
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
  await context?.close();
  context = await browser.newContext();
  page = await context.newPage();
  waiting = new Map();
  await context.route('http://pages.test/**', async (route) => {
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

it('a form that is being sent takes no more files, which would be lost with it', async () => {
  await choose('passport', 'passport.txt');
  await send('passport');
  await expect.poll(() => waiting.has('passport')).toBe(true);
  await page.locator('form', { has: page.locator('#passport') }).evaluate((form) => {
    const files = new DataTransfer();
    files.items.add(new File(['late'], 'late.txt'));
    form.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
  });
  let isChoosing = false;
  page.once('filechooser', () => {
    isChoosing = true;
  });
  await page.locator('#passport').click({ force: true });
  expect([await chosen('passport'), isChoosing]).toEqual([['passport.txt'], false]);
  await answer('passport', 'Taken');
});

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

describe('a draft whose response was lost', () => {
  const ticket = 'http://pages.test/ticket';
  let keys: number;
  let taken: string | null;

  /** The page of a ticket. A fresh one has a key of its own. */
  const ticketPage = (words = '', key = `fresh-${++keys}`) =>
    `<!doctype html><html lang="en"><title>x</title><body><main id="main">${taken === null ? '' : `<span hidden data-sent="${taken}"></span>`}<form method="post" enctype="multipart/form-data" action="/reply" data-draft="7 1" data-failed="It failed."><input type="hidden" name="key" value="${key}"><textarea name="body" data-kept>${words}</textarea><input id="files" type="file" multiple name="files"><button>Reply</button></form></main><script>${script}</script></body></html>`;

  beforeEach(async () => {
    [keys, taken] = [0, null];
    await context.route('http://pages.test/ticket*', (route) =>
      route.fulfill({ contentType: 'text/html', body: ticketPage() }),
    );
    await page.goto(ticket);
  });

  const box = (at = page) => at.locator('textarea');

  /** Presses the button. @returns the key of the form, which waits for its response */
  const sendKey = async (at = page): Promise<string | undefined> => {
    waiting.delete('reply');
    await at.getByRole('button', { name: 'Reply' }).click({ noWaitAfter: true });
    await expect.poll(() => waiting.has('reply')).toBe(true);
    const sent = waiting.get('reply')?.request().postData() ?? '';
    return /name="key"\r\n\r\n(.+)\r\n/.exec(sent)?.[1];
  };

  /** Ends with the error page of the browser. */
  const lose = async () => {
    await waiting.get('reply')?.abort();
    await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  };

  /** Sends words whose response is lost, and opens the page again. @returns the key */
  const sendInVain = async (words: string): Promise<string | undefined> => {
    await box().fill(words);
    const key = await sendKey();
    await lose();
    await page.goto(ticket);
    await expect.poll(() => box().inputValue()).toBe(words);
    return key;
  };

  it('is sent with the same key, until the portal says that it was taken', async () => {
    const key = await sendInVain('Thanks!');
    expect(await sendKey()).toBe(key);
    await lose();
    taken = key ?? '';
    await page.goto(ticket);
    expect(await box().inputValue()).toBe('');
    taken = null;
    await box().fill('Thanks!');
    expect(await sendKey()).not.toBe(key);
  });

  it('is sent with another key once its words are others, and with the same again once they are the same', async () => {
    const key = await sendInVain('Thanks!');
    await box().fill('Thanks! And more.');
    await page.reload();
    await expect.poll(() => box().inputValue()).toBe('Thanks! And more.');
    await box().fill('Thanks!');
    expect(await sendKey()).toBe(key);
    await lose();
    await page.goto(ticket);
    await box().fill('Thanks a lot!');
    expect(await sendKey()).not.toBe(key);
  });

  it('is sent with the same key from another tab, and with files', async () => {
    const other = await context.newPage();
    await other.goto(ticket);
    await box().fill('Thanks!');
    await expect.poll(() => box(other).inputValue()).toBe('Thanks!');
    const key = await sendKey();
    await lose();
    await other
      .locator('#files')
      .setInputFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
    expect(await sendKey(other)).toBe(key);
    await other.close();
  });

  it.each([
    ['without a file', []],
    ['with a file', [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]],
  ])('is sent with the key that the portal gave a refused form: %s', async (_way, files) => {
    await box().fill('Thanks!');
    await page.locator('#files').setInputFiles(files);
    await sendKey();
    const body = ticketPage('Thanks!', 'next');
    await waiting.get('reply')?.fulfill({ status: 422, contentType: 'text/html', body });
    await expect.poll(() => page.locator('[name=key]').inputValue()).toBe('next');
    expect(await sendKey()).toBe('next');
    await lose();
    await page.goto(ticket);
    await expect.poll(() => box().inputValue()).toBe('Thanks!');
    expect(await sendKey()).toBe('next');
  });
});
