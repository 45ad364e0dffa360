import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadScript } from '../../src/core/shared/portal/script.ts';
import { launchBrowser } from '../support/pages/browser.ts';

const script = await loadScript('src/features/client-pages/browser/page.ts');
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
    `<!doctype html><html lang="en"><title>x</title><body><main id="main">${taken === null ? '' : `<span hidden data-sent="${taken}"></span>`}<form method="post" enctype="multipart/form-data" action="/reply" data-draft="7 1" data-follows data-failed="It failed."><input type="hidden" name="key" value="${key}"><textarea name="body" data-kept>${words}</textarea><input id="files" type="file" multiple name="files"><button>Reply</button></form></main><script>${script}</script></body></html>`;

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

describe('a draft of another form', () => {
  const reply = (attributes = '') =>
    `<form method="post" enctype="multipart/form-data" action="/reply" data-draft="7 2"${attributes} data-failed="It failed."><input type="hidden" name="key" value="k"><textarea name="body" data-kept></textarea><div><input id="files" type="file" multiple name="files"></div><button>Reply</button></form>`;
  const show = async (main: string) => {
    const body = `<!doctype html><html lang="en"><title>x</title><body><main id="main">${main}</main><script>${script}</script></body></html>`;
    await context.route('http://pages.test/draft', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await page.goto('http://pages.test/draft');
  };
  const keep = (name: string, body: string, key = '') =>
    page.evaluate(
      ([at = '', sending = '', text = '']) =>
        localStorage.setItem(`sp-draft ${at}`, JSON.stringify({ sending, texts: { body: text } })),
      [name, key, body],
    );

  it('that was merged moves to the one that remains, below its words', async () => {
    await keep('7 1', 'Of the first');
    await keep('7 2', 'Of the second');
    await show('<p data-moved-from="7 1" data-moved-to="7 2">Merged.</p>');
    await show(reply());
    expect(await page.locator('textarea').inputValue()).toBe('Of the second\n\nOf the first');
    expect(await page.evaluate(() => localStorage.getItem('sp-draft 7 1'))).toBeNull();
  });

  it('keeps its ticks beside its words, and loses them with it', async () => {
    const urgent = '<input type="checkbox" name="urgent" value="1">';
    const ticked = () => page.locator('[name=urgent]').isChecked();
    const form = reply().replace('<button>', `${urgent}<button>`);
    await show(form);
    await page.locator('textarea').fill('It is down.');
    await page.locator('[name=urgent]').check();
    await page.reload();
    expect(await page.locator('textarea').inputValue()).toBe('It is down.');
    expect(await ticked()).toBe(true);
    await page.locator('[name=urgent]').uncheck();
    await show(form.replace('value="1"', 'value="1" checked'));
    expect(await ticked()).toBe(false);
    await page.locator('[name=urgent]').check();
    await show(`<span hidden data-sent="k"></span>${form}`);
    expect(await ticked()).toBe(false);
  });

  it('that was merged while it was sent is settled where it has moved', async () => {
    const draft = { sending: 'k1', texts: { body: 'Sent.' }, sent: { body: 'Sent.', key: 'k1' } };
    await page.evaluate((text) => localStorage.setItem('sp-draft 7 1', text), JSON.stringify(draft));
    await show('<p data-moved-from="7 1" data-moved-to="7 2">Merged.</p>');
    await show(`<span hidden data-sent="k1"></span>${reply()}`);
    expect(await page.locator('textarea').inputValue()).toBe('');
  });

  it('stays below the words that follow a reply that was taken there', async () => {
    await keep('7 2', 'Of the second');
    await page.evaluate(() =>
      localStorage.setItem(
        'sp-draft 7 1',
        JSON.stringify({
          sending: 'k1',
          texts: { body: 'Sent. And more' },
          sent: { body: 'Sent.', key: 'k1' },
        }),
      ),
    );
    await show(`<span hidden data-sent="k1"></span>${reply()}`);
    expect(await page.locator('textarea').inputValue()).toBe('Of the second\n\nAnd more');
  });

  it('of a new ticket that another tab has written on is not taken for words after the one that was sent', async () => {
    const draft = { sending: 'b', texts: { subject: 'B' }, sent: { subject: 'A', key: 'a' } };
    await page.evaluate((text) => localStorage.setItem('sp-draft 7 new', text), JSON.stringify(draft));
    await show(`<span hidden data-sent="a"></span>${reply()}`);
    expect(await page.locator('textarea').inputValue()).toBe('');
    const left = await page.evaluate(() => localStorage.getItem('sp-draft 7 new'));
    expect(JSON.parse(left ?? '')).toEqual({ sending: 'b', texts: { subject: 'B' } });
  });

  it('of a new ticket that another tab has written on stands in no form that comes back with other words', async () => {
    const draft = {
      sending: 'b',
      texts: { subject: 'B', body: 'Of B' },
      sent: { subject: 'A', body: '', key: 'a' },
    };
    const store = (at: object) =>
      page.evaluate((text) => localStorage.setItem('sp-draft 7 2', text), JSON.stringify(at));
    const back = reply()
      .replace('value="k"', 'value="next"')
      .replace('<textarea', '<input name="subject" value="A" data-kept><textarea');
    const shown = async () => [
      await page.locator('[name=subject]').inputValue(),
      await page.locator('textarea').inputValue(),
    ];
    await store(draft);
    await show(back);
    expect(await shown()).toEqual(['A', '']);
    const left = await page.evaluate(() => localStorage.getItem('sp-draft 7 2'));
    expect(JSON.parse(left ?? '')).toEqual({ ...draft, sent: { ...draft.sent, key: 'next' } });
    // Words that were typed in the form itself, while it was sent, are shown.
    await store({ ...draft, sending: 'a' });
    await show(back);
    expect(await shown()).toEqual(['B', 'Of B']);
  });

  it('appears in other tabs if they are about the same record, and only then', async () => {
    for (const [attributes, shown] of [
      [' data-follows', 'From another tab'],
      ['', ''],
    ] as const) {
      await show(reply(attributes));
      const other = await context.newPage();
      await other.goto('http://pages.test/draft');
      await other.locator('textarea').fill('From another tab');
      await page.evaluate(() => new Promise((resume) => setTimeout(resume, 100)));
      await expect.poll(() => page.locator('textarea').inputValue()).toBe(shown);
      await other.close();
      await page.evaluate(() => localStorage.clear());
    }
  });

  it('keeps its files when the form is refused, unless one of them is the reason', async () => {
    for (const [mark, names] of [
      [' data-lost-files', ['a.txt']],
      ['', []],
    ] as const) {
      await show(reply());
      await page
        .locator('#files')
        .setInputFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
      await page.locator('textarea').fill('See the file.');
      await page.getByRole('button', { name: 'Reply' }).click();
      await expect.poll(() => waiting.has('reply')).toBe(true);
      const lost = `<p${mark}>Choose it again: a.txt</p><input id="files"`;
      const body = `<html><body><main id="main"><h1>Refused</h1>${reply().replace('<input id="files"', lost)}</main></body></html>`;
      await waiting.get('reply')?.fulfill({ status: 422, contentType: 'text/html', body });
      await page.getByText('Refused').waitFor();
      expect(await chosen('files')).toEqual(names);
      expect(await page.getByText('Choose it again').count()).toBe(1 - names.length);
      waiting.clear();
    }
  });
});

describe('the drafts of a person who signs out', () => {
  const signOut = `<form method="post" action="/sign-out" data-forget="7 " data-question="Delete it?"><button>Sign out</button></form>`;
  const reply = `<form method="post" action="/reply" data-draft="7 1"><input type="hidden" name="key" value="k"><textarea name="body" data-kept></textarea></form>`;
  const withMain = (main: string) =>
    `<!doctype html><html lang="en"><title>x</title><body>${main}<script>${script}</script></body></html>`;
  const ticketPage = withMain(`${signOut}<main id="main">${reply}</main>`);
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('sp-')));

  beforeEach(async () => {
    await context.route('http://pages.test/ticket', (route) =>
      route.fulfill({ contentType: 'text/html', body: ticketPage }),
    );
    await page.goto('http://pages.test/ticket');
    await page.locator('textarea').fill('Half a reply');
    await page.evaluate(() =>
      localStorage.setItem('sp-draft 8 1', '{"sending":"","texts":{"body":"Of another"}}'),
    );
  });

  /** Signs out, and answers the question if it comes. */
  const signOutSaying = async (says: 'accept' | 'dismiss'): Promise<readonly string[]> => {
    const questions: string[] = [];
    page.once('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog[says]();
    });
    await page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true });
    return questions;
  };

  const leave = async (status: number, body: string): Promise<void> => {
    expect(await signOutSaying('accept')).toEqual(['Delete it?']);
    await expect.poll(() => waiting.has('sign-out')).toBe(true);
    await waiting.get('sign-out')?.fulfill({ status, contentType: 'text/html', body });
    await page.waitForURL('http://pages.test/sign-out');
  };

  it('are gone once the sign-in is there, and no one else’s', async () => {
    await leave(200, withMain('<main id="main"><div data-forgets>Sign in</div></main>'));
    await expect.poll(drafts).toEqual(['sp-draft 8 1']);
  });

  it('stay, and the person signed in, if they say no', async () => {
    expect(await signOutSaying('dismiss')).toEqual(['Delete it?']);
    expect((await drafts()).toSorted()).toEqual(['sp-draft 7 1', 'sp-draft 8 1']);
    expect(waiting.has('sign-out')).toBe(false);
    expect(page.url()).toBe('http://pages.test/ticket');
  });

  it('of others cause no question', async () => {
    await page.locator('textarea').fill('');
    expect(await signOutSaying('dismiss')).toEqual([]);
    await expect.poll(() => waiting.has('sign-out')).toBe(true);
    page.removeAllListeners('dialog');
  });

  it.each([
    ['refused by the portal', 503, withMain(`${signOut}<main id="main">Not now.</main>`)],
    ['lost at a proxy', 502, '<h1>Bad Gateway</h1>'],
  ])('stay if the sign-out was %s', async (_way, status, body) => {
    await leave(status, body);
    await page.goto('http://pages.test/ticket');
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('Half a reply');
    expect((await drafts()).toSorted()).toEqual(['sp-draft 7 1', 'sp-draft 8 1']);
  });
});

const requestPage = (title: string, main: string) =>
  `<!doctype html><html lang="en"><title>x</title><body><main id="main"><h1>${title}</h1>${main}</main><script>${script}</script></body></html>`;

describe('a form beside one with files that were not sent', () => {
  const words =
    'data-unsent="Not sent yet:" data-send-unsent="Send them" data-drop-unsent="Do not send them"';
  const open = async () => {
    const forms = `${form('passport')}${form('papers')}`.replaceAll('data-failed', `${words} data-failed`);
    const main = `${forms}<form method="post" action="/done"><button>I am done</button></form>`;
    await context.route('http://pages.test/request', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: requestPage('Request', main),
      }),
    );
    await page.goto('http://pages.test/request');
    return main;
  };
  const finish = () => page.getByRole('button', { name: 'I am done' }).click({ noWaitAfter: true });
  const taken = async (name: string) => {
    await expect.poll(() => waiting.has(name)).toBe(true);
    await waiting.get(name)?.fulfill({ contentType: 'text/html', body: documentOf(`Took ${name}`) });
  };

  it('waits, names them, and sends them first', async () => {
    await open();
    await choose('passport', 'one.txt', 'two.txt');
    await finish();
    expect(await page.getByRole('alert').textContent()).toContain('Not sent yet: one.txt, two.txt');
    expect(waiting.has('done')).toBe(false);
    await page.getByRole('button', { name: 'Send them', exact: true }).click();
    await expect.poll(() => waiting.has('passport')).toBe(true);
    // They are still on their way.
    await finish();
    expect(await page.getByRole('alert').textContent()).toContain('Not sent yet: one.txt, two.txt');
    expect(await page.getByRole('alert').getByRole('button').count()).toBe(0);
    await taken('passport');
    await expect.poll(heading).toBe('At passport');
    expect(waiting.has('done')).toBe(false);
  });

  it('sends one form at a time, so that a refused one stays with its files and its reason', async () => {
    const main = await open();
    await choose('passport', 'one.txt');
    await choose('papers', 'two.txt');
    await finish();
    expect(await page.getByRole('alert').textContent()).toContain('Not sent yet: one.txt, two.txt');
    await page.getByRole('button', { name: 'Send them', exact: true }).click();
    await expect.poll(() => waiting.has('passport')).toBe(true);
    const refused = `<p data-lost-files="1">Again: one.txt</p>${main}`;
    await waiting
      .get('passport')
      ?.fulfill({ status: 422, contentType: 'text/html', body: requestPage('Refused', refused) });
    await expect.poll(heading).toBe('Refused');
    expect([await chosen('passport'), await chosen('papers')]).toEqual([['one.txt'], ['two.txt']]);
    await finish();
    expect(await page.getByRole('alert').textContent()).toContain('Not sent yet: one.txt, two.txt');
    expect([...waiting.keys()]).toEqual(['passport']);
  });

  it.each(['Send them', 'Do not send them'])(
    'leaves files alone that are on their way since the question was asked: %s',
    async (button) => {
      await open();
      await choose('passport', 'one.txt');
      await finish();
      await page.getByRole('alert').waitFor();
      await send('passport');
      await expect.poll(() => waiting.has('passport')).toBe(true);
      const before = waiting.get('passport');
      await page.getByRole('button', { name: button, exact: true }).click({ noWaitAfter: true });
      await page.getByRole('alert').waitFor({ state: 'detached' });
      // Nor does the form, sent again by its own button or by a key, leave the page.
      await page.locator('form', { has: page.locator('#passport') }).evaluate((one: HTMLFormElement) => {
        one.requestSubmit();
      });
      expect([await chosen('passport'), await heading()]).toEqual([['one.txt'], 'Request']);
      expect(waiting.get('passport')).toBe(before);
      await taken('passport');
      await expect.poll(heading).toBe('At passport');
    },
  );

  it('goes on without them, if they are not to be sent', async () => {
    await open();
    await choose('passport', 'one.txt');
    await finish();
    await page.getByRole('button', { name: 'Do not send them' }).click();
    expect([await chosen('passport'), await page.getByRole('alert').count()]).toEqual([[], 0]);
    await finish();
    await taken('done');
    await expect.poll(heading).toBe('Took done');
  });
});

describe('the words of a small form', () => {
  const field = (person: string, saved = '', value = saved) =>
    `<form method="post" action="/add"><input type="hidden" name="author" value="${person}"><input id="follower" name="follower" data-typed="${saved}" value="${value}"><button>Add</button></form>`;
  const pageOf = (person: string, saved = '', value = saved) =>
    `<!doctype html><html lang="en"><title>x</title><body><main id="main">${form('reply').replace('<input', '<input id="name" name="name" data-typed=""><input')}${field(person, saved, value)}<form method="post" action="/close"><button>Close</button></form></main><script>${script}</script></body></html>`;
  const show = async (...shown: [person?: string, saved?: string, value?: string]) => {
    const [person = '7', saved, value] = shown;
    await context.route('http://pages.test/ticket', (route) =>
      route.fulfill({ contentType: 'text/html', body: pageOf(person, saved, value) }),
    );
    await page.goto('http://pages.test/ticket');
  };
  const words = () => page.locator('#follower').inputValue();
  const press = (name: string) =>
    page.getByRole('button', { name, exact: true }).click({ noWaitAfter: true });
  const answered = async (name: string, status = 200) => {
    await expect.poll(() => waiting.has(name)).toBe(true);
    await waiting.get(name)?.fulfill({ status, contentType: 'text/html', body: pageOf('7') });
    waiting.delete(name);
  };

  it.each([
    ['without a file', []],
    ['with a file', [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]],
  ])('stay when another form is sent %s', async (_way, files) => {
    await context.route('http://pages.test/reply', (route) =>
      route.request().method() === 'POST'
        ? route.fallback()
        : route.fulfill({ contentType: 'text/html', body: pageOf('7') }),
    );
    for (const status of [422, 200]) {
      await show();
      await page.locator('#follower').fill('bob@example.com');
      await page.locator('#reply').setInputFiles(files);
      await page.locator('#follower').evaluate((input) => void Object.assign(input, { isFormer: true }));
      await press('Send reply');
      await answered('reply', status);
      await expect.poll(() => page.locator('#follower').evaluate((input) => 'isFormer' in input)).toBe(false);
      await expect.poll(words).toBe('bob@example.com');
    }
  });

  it('are gone once they were sent themselves, and are no one else’s', async () => {
    await show();
    await page.locator('#follower').fill('bob@example.com');
    await press('Add');
    await answered('add');
    await page.waitForURL('http://pages.test/add');
    await show();
    expect(await words()).toBe('');
    await page.locator('#follower').fill('bob@example.com');
    await show('8');
    expect(await words()).toBe('');
    // They are forgotten: the person may have signed out in another tab.
    const kept = () => page.evaluate(() => sessionStorage.getItem('sp-typed'));
    expect(await kept()).not.toContain('bob@example.com');
    await show();
    expect(await words()).toBe('');
  });

  it('are gone, in a form with files, once it was taken, and stay if it was refused', async () => {
    await context.route('http://pages.test/reply', (route) =>
      route.request().method() === 'POST'
        ? route.fallback()
        : route.fulfill({ contentType: 'text/html', body: pageOf('7') }),
    );
    await show();
    const name = page.locator('#name');
    for (const [status, left] of [
      [422, 'Ann'],
      [200, ''],
    ] as const) {
      await name.fill('Ann');
      await choose('reply', 'a.txt');
      await name.evaluate((input) => void Object.assign(input, { isFormer: true }));
      await send('reply');
      await answered('reply', status);
      await expect.poll(() => name.evaluate((input) => 'isFormer' in input)).toBe(false);
      await expect.poll(() => name.inputValue()).toBe(left);
    }
    expect(await page.evaluate(() => sessionStorage.getItem('sp-typed'))).not.toContain('Ann');
  });

  it('are gone once they were sent, though another field was written in meanwhile', async () => {
    await show();
    await page.locator('#follower').fill('bob@example.com');
    // The driver would wait for the page that comes.
    await page.evaluate(() =>
      addEventListener('submit', () =>
        setTimeout(() =>
          document.querySelector('#name')?.dispatchEvent(new Event('input', { bubbles: true })),
        ),
      ),
    );
    await press('Add');
    await answered('add');
    await page.waitForURL('http://pages.test/add');
    await show();
    expect(await words()).toBe('');
  });

  it('stay if their form was refused, and with the text that was saved when they were typed', async () => {
    await show('7', 'Ann', 'Anna');
    await press('Close');
    await answered('close');
    await page.waitForURL('http://pages.test/close');
    await show('7', 'Bob');
    expect(await words()).toBe('Bob');
    await show('7', 'Ann');
    expect(await words()).toBe('Anna');
  });
});
