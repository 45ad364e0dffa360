import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, type FilesPortal, makeFolder, startFilesPortal } from '../support/api/files.ts';
import { launchBrowser } from '../support/pages/browser.ts';
import { storeSession } from '../support/pages/clientSession.ts';
import { query } from '../support/portal/payload.ts';
import { pagesOf } from '../support/portal/serve.ts';

const megabyte = 1024 * 1024;
const chunk = 4 * megabyte;
const size = 11 * megabyte;

const files = mkdtempSync(join(tmpdir(), 'portal-large-'));
let portal: FilesPortal;
let server: Server;
let url: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let folder: string;
let ticket: string;

/** The requests of the browser, and what becomes of the next chunks. */
const requests: IncomingMessage[] = [];
let accepted = 0;
const chunks: ('passed' | 'cut' | 'kept back' | 'held' | 'unanswered')[] = [];
/** The statuses that a proxy sends in place of the portal's responses to the next questions after an upload. */
const asides: number[] = [];
/** Lets the chunk that is held go on. */
let release = () => {};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests.push(request);
    const fate = request.method === 'PATCH' ? chunks.shift() : undefined;
    if (fate === 'kept back') return;
    const isQuestion = request.method !== 'PATCH' && request.url?.includes('/uploads/');
    const aside = isQuestion ? asides.shift() : undefined;
    if (aside !== undefined) {
      response.writeHead(aside, { 'Content-Type': 'text/html' }).end('<h1>Not now</h1>');
      return;
    }
    if (fate === 'held')
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    if (fate === 'cut') {
      // A part of the chunk arrives.
      let arrived = 0;
      request.on('data', (part: Buffer) => {
        arrived += part.length;
        if (arrived > megabyte) request.socket.destroy();
      });
    }
    const answer = request.url?.startsWith('/support') ? pagesOf(portal) : portal.handle;
    const result = await answer(createRequest(request, response)).catch(() => null);
    if (result?.status === 204) accepted += Number(request.headers['content-length'] ?? 0);
    if (fate === 'unanswered') {
      // The browser itself repeats a request that was answered with nothing at all.
      response.writeHead(500, { 'Content-Length': 2 }).write('{', () => request.socket.destroy());
      return;
    }
    if (result && !response.destroyed) await sendResponse(response, result).catch(() => {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  portal = await startFilesPortal(
    {
      uploads: { maxBytes: 20 * megabyte },
      files: {
        maxBytes: 5 * megabyte,
        scan: ({ filename }) => {
          if (filename === 'virus.exe') throw new Error('This file is infected.');
        },
      },
    },
    { serverURL: url },
  );
  folder = await makeFolder(portal, portal.keys.client);
  const { body } = await call<{ id: string }>(portal, '/tickets', {
    key: portal.keys.client,
    method: 'POST',
    json: { subject: 'Plans' },
  });
  ticket = body.id;
  browser = await launchBrowser();
  context = await browser.newContext();
  const value = await storeSession(portal.databaseUrl, portal.people.client.id);
  await context.addCookies([{ name: 'sp-client', value, url }]);
  page = await context.newPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await portal?.stop();
  rmSync(files, { recursive: true, force: true });
});

/** A file on disk keeps its date, as one does that a person chooses. */
const makeFile = (name: string, bytes: Buffer = randomBytes(size)) => {
  const path = join(files, name);
  writeFileSync(path, bytes);
  return { path, hash: hash(bytes) };
};

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const stored = async (name: string) => {
  const { body } = await call<{
    data: { filename: string; download_url: string; reply_id: string | null }[];
  }>(portal, '/files', { key: portal.keys.client });
  const found = body.data.filter(({ filename }) => filename === name);
  const [file] = found;
  if (!file) return null;
  const response = await portal.fetch(
    new URL(file.download_url).pathname + new URL(file.download_url).search,
  );
  return { count: found.length, reply: file.reply_id, hash: hash(Buffer.from(await response.arrayBuffer())) };
};

/** The scripts of the page that were loaded: its own, and the one for large files. */
const scripts = () => asked('GET', '/assets/').filter(({ url }) => url?.endsWith('.js'));

const asked = (method: string, part: string): IncomingMessage[] =>
  requests.filter((request) => request.method === method && request.url?.includes(part));

it('a client’s large file goes on after a lost connection; its code is loaded once it is chosen', async () => {
  const file = makeFile('plans.bin');
  const small = makeFile('small.bin', Buffer.from('small')).path;
  await page.goto(`${url}/support/files/${folder}`);
  expect(scripts()).toHaveLength(1);
  expect(await page.locator('#files-hint').textContent()).toContain('Up to 20 MB each');
  await page.locator('input[type=file]').setInputFiles(small);
  expect(scripts()).toHaveLength(1);
  await page.locator('input[type=file]').setInputFiles([file.path, small]);
  await expect.poll(() => scripts().length).toBe(2);
  await page.evaluate(() => {
    const said = new Set<string>();
    Object.assign(globalThis, { said });
    const look = () => {
      for (const status of document.querySelectorAll('[role=status]')) said.add(status.textContent ?? '');
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    addEventListener('pagehide', () => sessionStorage.setItem('said', JSON.stringify([...said])));
  });
  chunks.push('cut');
  requests.length = 0;
  accepted = 0;
  await page.getByRole('button', { name: 'Upload' }).click();
  // The page that comes then; the name stands in the form before.
  await page.getByRole('link', { name: 'plans.bin' }).waitFor({ timeout: 30_000 });
  expect(await stored('plans.bin')).toEqual({ count: 1, reply: null, hash: file.hash });
  expect((await stored('small.bin'))?.count).toBe(1);
  expect(asked('POST', '/uploads')).toHaveLength(1);
  // What has arrived of the chunk that was cut is not sent again.
  expect(accepted).toBeLessThan(size);
  expect(accepted).toBeGreaterThan(size - chunk);
  const said: string[] = JSON.parse((await page.evaluate(() => sessionStorage.getItem('said'))) ?? '[]');
  expect(said.length).toBeLessThanOrEqual(13);
  expect(said.some((text) => /Uploading: \d+ %/.test(text))).toBe(true);
  expect(said.some((text) => text.includes('upload continues'))).toBe(true);
}, 60_000);

it('it goes on after a reload, if the same file is chosen again, and belongs to the reply', async () => {
  const file = makeFile('model.bin');
  const begin = async () => {
    await page.goto(`${url}/support/tickets/${ticket}`);
    await page.locator('textarea').fill('Here is the model.');
    await page.locator('input[type=file]').setInputFiles(file.path);
    await page.getByRole('button', { name: 'Send the reply' }).click();
  };
  requests.length = 0;
  chunks.push('kept back', 'kept back');
  await begin();
  // The first request of the upload is kept back: nothing of it arrives.
  await expect.poll(() => asked('PATCH', '/uploads/').length).toBe(1);
  chunks.length = 0;
  await begin();
  await page.getByText('Here is the model.').first().waitFor({ timeout: 30_000 });
  await expect.poll(async () => (await stored('model.bin'))?.hash, { timeout: 30_000 }).toBe(file.hash);
  expect(asked('POST', '/uploads')).toHaveLength(1);
  const found = await stored('model.bin');
  expect([found?.count, found?.reply]).toEqual([1, expect.any(String)]);
  const open = await query(portal.databaseUrl, `select id from support_portal.uploads where state = 'open'`);
  expect(open).toEqual([]);
}, 60_000);

describe.each([503, 429, 409])('a %i to the question how much has arrived', (status) => {
  it('has the upload go on, and nothing is sent again', async () => {
    const name = `goes-on-${status}.bin`;
    const file = makeFile(name);
    await page.goto(`${url}/support/files/${folder}`);
    await page.locator('input[type=file]').setInputFiles(file.path);
    chunks.push('passed', 'cut');
    asides.push(status);
    requests.length = 0;
    accepted = 0;
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('link', { name }).waitFor({ timeout: 30_000 });
    expect(asked('POST', '/uploads')).toHaveLength(1);
    expect(accepted).toBeLessThan(size);
    expect(await stored(name)).toEqual({ count: 1, reply: null, hash: file.hash });
  }, 60_000);

  it('stores the file once, if the last chunk had arrived', async () => {
    const name = `once-${status}.bin`;
    const file = makeFile(name);
    await page.goto(`${url}/support/files/${folder}`);
    await page.locator('input[type=file]').setInputFiles(file.path);
    chunks.push('passed', 'passed', 'unanswered');
    asides.push(status);
    requests.length = 0;
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('link', { name }).waitFor({ timeout: 30_000 });
    expect(asked('POST', '/uploads')).toHaveLength(1);
    expect(await stored(name)).toEqual({ count: 1, reply: null, hash: file.hash });
  }, 60_000);
});

it('the 404 of a proxy does not have a file sent anew, and a second try goes on', async () => {
  const file = makeFile('behind.bin');
  await page.goto(`${url}/support/files/${folder}`);
  await page.locator('input[type=file]').setInputFiles(file.path);
  chunks.push('passed', 'passed', 'unanswered');
  asides.push(404, 404);
  requests.length = 0;
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('behind.bin: The upload failed').waitFor();
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('link', { name: 'behind.bin' }).waitFor({ timeout: 30_000 });
  expect(asked('POST', '/uploads')).toHaveLength(1);
  expect(await stored('behind.bin')).toEqual({ count: 1, reply: null, hash: file.hash });
}, 60_000);

it('an upload that is gone begins anew', async () => {
  const file = makeFile('gone.bin');
  await page.goto(`${url}/support/files/${folder}`);
  await page.locator('input[type=file]').setInputFiles(file.path);
  chunks.push('passed', 'held');
  requests.length = 0;
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect.poll(() => asked('PATCH', '/uploads/').length).toBe(2);
  await query(portal.databaseUrl, 'delete from support_portal.uploads');
  chunks.push('unanswered');
  asked('PATCH', '/uploads/')[1]?.socket.destroy();
  release();
  await page.getByRole('link', { name: 'gone.bin' }).waitFor({ timeout: 30_000 });
  expect(await stored('gone.bin')).toEqual({ count: 1, reply: null, hash: file.hash });
}, 60_000);

it('a refusal of the portal is shown with the name of the file, and the page keeps what was typed', async () => {
  await page.goto(`${url}/support/tickets/${ticket}`);
  await page.locator('textarea').fill('And a film.');
  const film = makeFile('film.mp4', Buffer.alloc(21 * megabyte)).path;
  await page.locator('input[type=file]').setInputFiles(film);
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await page.getByText(/film\.mp4: The file is larger than/).waitFor();
  expect(await page.locator('textarea').inputValue()).toBe('And a film.');
});

describe('a page of a person after whom another has signed in in the same browser', () => {
  const signInAs = async (id: number) => {
    const value = await storeSession(portal.databaseUrl, id);
    await context.addCookies([{ name: 'sp-client', value, url }]);
  };

  afterEach(() => signInAs(portal.people.client.id));

  it.each([
    ['reply', 'Send the reply', () => `tickets/${ticket}`],
    ['folder', 'Upload', () => `files/${folder}`],
  ])(
    'sends no large file in their name, and says so: %s',
    async (form, button, path) => {
      const name = `of-another-${form}.bin`;
      const { organization } = portal.people;
      const email = `${form}@example.com`;
      const data = { email, password: 'a password of his', role: 'client', organization } as const;
      const { id } = await portal.payload.create({ collection: 'users', data, overrideAccess: true });
      await page.goto(`${url}/support/${path()}`);
      if (form === 'reply') await page.locator('textarea').fill('My private plan.');
      await page.locator('input[type=file]').setInputFiles(makeFile(name).path);
      await signInAs(Number(id));
      requests.length = 0;
      await page.getByRole('button', { name: button }).click();
      await page.getByText(`${name}: This browser is now logged in with another account.`).waitFor();
      expect(asked('PATCH', '/uploads/')).toHaveLength(0);
      expect(
        await query(portal.databaseUrl, `select id from support_portal.uploads where filename = $1`, [name]),
      ).toEqual([]);
      // The file is still chosen, for the time after the next sign-in.
      await signInAs(portal.people.client.id);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('link', { name }).first().waitFor({ timeout: 30_000 });
      expect((await stored(name))?.count).toBe(1);
    },
    60_000,
  );

  it('goes on with none, if it was on its way', async () => {
    const { organization } = portal.people;
    const data = {
      email: 'late@example.com',
      password: 'a password of his',
      role: 'client',
      organization,
    } as const;
    const { id } = await portal.payload.create({ collection: 'users', data, overrideAccess: true });
    await page.goto(`${url}/support/files/${folder}`);
    await page.locator('input[type=file]').setInputFiles(makeFile('on-its-way.bin').path);
    requests.length = 0;
    chunks.push('passed', 'held');
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect.poll(() => asked('PATCH', '/uploads/').length).toBe(2);
    await signInAs(Number(id));
    release();
    await page.getByText('on-its-way.bin: This browser is now logged in with another account.').waitFor();
    expect(asked('POST', '/uploads')).toHaveLength(1);
    expect(await stored('on-its-way.bin')).toBeNull();
  }, 60_000);
});

it('a file that was refused is not sent again if the refusal was lost on the way', async () => {
  const { path } = makeFile('virus.exe');
  await page.goto(`${url}/support/tickets/${ticket}`);
  await page.locator('textarea').fill('And a program.');
  await page.locator('input[type=file]').setInputFiles(path);
  requests.length = 0;
  chunks.push('passed', 'passed', 'unanswered');
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await page.getByText(/virus\.exe: .*This file is infected/).waitFor();
  expect(asked('POST', '/uploads')).toHaveLength(1);
  expect(await page.locator('textarea').inputValue()).toBe('And a program.');
});

it('a reply whose file is on its way is sent as it was typed, and the words of another tab stay', async () => {
  const { path } = makeFile('drawing.bin');
  await page.goto(`${url}/support/tickets/${ticket}`);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  const other = await context.newPage();
  await other.goto(`${url}/support/tickets/${ticket}`);
  await page.locator('textarea').fill('Here is the drawing.');
  await expect.poll(() => other.locator('textarea').inputValue()).toBe('Here is the drawing.');
  await page.locator('input[type=file]').setInputFiles(path);
  requests.length = 0;
  chunks.push('held');
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await expect.poll(() => asked('PATCH', '/uploads/').length).toBe(1);
  await other.locator('textarea').fill('');
  await other.locator('textarea').pressSequentially('And the next');
  release();
  await page.getByText('Here is the drawing.').first().waitFor({ timeout: 30_000 });
  const { body } = await call<{ data: { body: string }[] }>(portal, `/tickets/${ticket}/replies`, {
    key: portal.keys.client,
  });
  expect(body.data.at(-1)?.body).toBe('Here is the drawing.');
  expect(await other.locator('textarea').inputValue()).toBe('And the next');
  await other.close();
}, 60_000);

it('a large file of a reply that was refused is named, and can be taken out', async () => {
  const [wrong, right] = [makeFile('wrong.bin'), makeFile('right.bin')];
  await page.goto(`${url}/support/tickets/${ticket}`);
  const send = async (file: string, text: string) => {
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Reply').fill(text);
    await page.getByRole('button', { name: 'Send the reply' }).click();
  };
  await send(wrong.path, 'x'.repeat(70_000));
  await page.getByText('wrong.bin ✓').waitFor();
  await page.locator('[data-focus]').waitFor();
  // The draft keeps words, so that who leaves would leave the file without its message.
  const asking = page.waitForEvent('dialog');
  const leaving = page.goto('about:blank').catch(() => null);
  const question = await asking;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await leaving;
  await page.getByRole('button', { name: 'Do not attach: wrong.bin' }).click();
  await expect.poll(() => page.getByText('wrong.bin ✓').count()).toBe(0);
  // Not even a colleague finds it at the ticket.
  expect(await stored('wrong.bin')).toBeNull();
  await send(right.path, 'x'.repeat(70_000));
  await page.getByText('right.bin ✓').waitFor();
  await page.locator('form[data-sending]').waitFor({ state: 'detached' });
  await page.getByLabel('Reply').fill('Here it is.');
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await page.getByText('Here it is.').waitFor();
  await page.reload();
  await page.getByText('Here it is.').waitFor();
  await expect.poll(async () => (await stored('right.bin'))?.reply).not.toBeNull();
}, 120_000);
