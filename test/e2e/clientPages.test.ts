import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { query } from '../support/portal/payload.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

const phone = { width: 390, height: 844 };

let smtp: TestSmtpServer;
let admin: AdminBrowser;
let databaseUrl: string;
let browser: Browser;
let support: string;
let client: number;
let ticket: number;

beforeAll(async () => {
  smtp = await startSmtpServer();
  admin = await openAdmin({
    env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
  });
  databaseUrl = admin.databaseUrl;
  const found = admin.page.context().browser();
  if (!found) throw new Error('There is no browser.');
  browser = found;
  support = `${admin.base}/support`;
  const organization = await admin.create('organizations', { name: 'Acme Bakery' });
  client = await admin.create('users', {
    email: 'ann@example.com',
    name: 'Ann Baker',
    password: 'a password of hers',
    role: 'client',
    organization,
  });
  ticket = await admin.create('tickets', {
    subject: 'The printer in the shop prints blank pages',
    description:
      'Since this morning every label comes out blank.\nWe have tried https://example.com/help already.',
    organization,
    requester: client,
  });
  // She wrote it herself.
  await query(databaseUrl, 'update tickets set created_by_id = $1 where id = $2', [client, ticket]);
  await query(databaseUrl, `update users set name = 'Lena Ortiz' where email like 'boss@%'`);
  await admin.create('ticket-replies', { ticket, text: 'Which lamp is on at the front?' });
  await admin.create('ticket-replies', { ticket, text: 'She never reads manuals.', internal: true });
  for (const subject of ['Invoices for October', 'A new colleague starts on Monday'])
    await admin.create('tickets', { subject, organization, requester: client });
}, 600_000);

afterAll(async () => {
  await admin?.close();
  await smtp?.close();
});

/** A window of a client, who has no session of the CMS. */
const openWindow = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> => {
  const context = await browser.newContext({ viewport: phone, ...options });
  context.setDefaultTimeout(40_000);
  return context.newPage();
};

const secretsOfMail = async (): Promise<{ code: string; link: string }> => {
  const find = () => smtp.mails.findIndex(({ content }) => content.includes('/sign-in/'));
  await expect.poll(find, { timeout: 20_000 }).toBeGreaterThanOrEqual(0);
  const [mail] = smtp.mails.splice(find(), 1);
  const content = (mail?.content ?? '').replaceAll('=\r\n', '');
  return {
    code: /\b\d{4} \d{4}\b/.exec(content)?.[0] ?? '',
    link: /https?:\S+\/sign-in\/spl_[\dA-Za-z]{43}/.exec(content)?.[0] ?? '',
  };
};

const ask = async (page: Page) => {
  await query(databaseUrl, 'delete from support_portal.sign_in_limits');
  await page.getByLabel('Email address').fill('ann@example.com');
  await page.getByRole('button').first().click();
  await page.getByLabel(/code/i).waitFor();
  return secretsOfMail();
};

const signIn = async (page: Page, path = ''): Promise<void> => {
  await page.goto(`${support}${path}`);
  const { code } = await ask(page);
  await page.getByLabel(/code/i).first().fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const photograph = async (page: Page, name: string): Promise<void> => {
  if (!process.env.PICTURES) return;
  const folder = join(process.cwd(), 'test/e2e/output');
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `client-${name}-${colorScheme}.png`), fullPage: true });
  }
};

describe('a client on a phone', () => {
  let page: Page;

  beforeAll(async () => {
    page = await openWindow({ timezoneId: 'Asia/Kathmandu' });
  });

  afterAll(() => page.context().close());

  it('comes from the mail of a ticket to its page, by a code', async () => {
    await page.goto(`${support}/tickets/${ticket}`);
    await photograph(page, 'sign-in');
    const { code } = await ask(page);
    await photograph(page, 'code');
    await page.getByLabel(/code/i).first().fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'The printer in the shop prints blank pages' }).waitFor();
    await photograph(page, 'ticket');
    expect(await page.content()).not.toContain('She never reads manuals.');
  });

  it('finds an unsent reply again, and not after it was sent', async () => {
    const box = () => page.getByLabel('Your reply');
    await box().fill('The green one blinks.');
    await page.reload();
    await expect.poll(() => box().inputValue()).toBe('The green one blinks.');
    await page.getByLabel('Files').setInputFiles({
      name: 'photo.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('A photo of the printer.'),
    });
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page.getByRole('article').getByText('The green one blinks.').waitFor();
    await page.getByRole('article').getByRole('link', { name: 'photo.txt' }).waitFor();
    await expect.poll(() => box().inputValue()).toBe('');
    await photograph(page, 'ticket-answered');
  });

  it.each([
    ['small', 1_000],
    ['large', 5_000_000],
  ])('is told of a %s file that is gone since it was chosen, and keeps the text', async (_size, size) => {
    const folder = mkdtempSync(join(tmpdir(), 'chosen-'));
    const path = join(folder, 'plans.bin');
    writeFileSync(path, new Uint8Array(size));
    await page.goto(`${support}/tickets/${ticket}`);
    await page.getByLabel('Your reply').fill('The plans.');
    await page.getByLabel('Files').setInputFiles(path);
    rmSync(folder, { recursive: true });
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page.getByText('plans.bin: The file was changed or removed after it was chosen.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send the reply' }).isEnabled()).toBe(true);
    expect(await page.getByLabel('Your reply').inputValue()).toBe('The plans.');
    await page.getByLabel('Your reply').fill('');
  });

  describe('while a form is being sent', () => {
    const box = () => page.getByLabel('Your reply');

    /** Sends the form of a page, and types on before it arrives. */
    const typeOn = async (address: string, field: Locator, more: string) => {
      let goOn = () => {};
      const typed = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const hold: Parameters<Page['route']>[1] = async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await typed;
        await route.continue();
      };
      await page.route(address, hold);
      await field.focus();
      await page.keyboard.press('Control+End');
      const asked = page.waitForRequest((request) => request.method() === 'POST');
      // The browser's own sending: a click would wait for its end.
      await field.evaluate((input: HTMLTextAreaElement) => setTimeout(() => input.form?.requestSubmit()));
      await asked;
      await page.keyboard.type(more);
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      goOn();
      await answered;
      await page.unroute(address, hold);
    };

    const photo = { name: 'again.txt', mimeType: 'text/plain', buffer: Buffer.from('Another photo.') };

    it.each([
      ['without a file', []],
      ['with a file', [photo]],
    ])('words that are typed stay for the next reply: %s', async (way, sentFiles) => {
      await page.goto(`${support}/tickets/${ticket}`);
      await box().fill(`It is on, ${way}.`);
      await page.getByLabel('Files').setInputFiles(sentFiles);
      await typeOn('**/replies', box(), ' Since noon.');
      await page.getByRole('article').getByText(`It is on, ${way}.`, { exact: true }).waitFor();
      await expect.poll(() => box().inputValue()).toBe('Since noon.');
      await page.reload();
      await expect.poll(() => box().inputValue()).toBe('Since noon.');
      await box().fill('');
    });

    it('they stay in a form that is refused', async () => {
      await box().fill('It is off.');
      await page.getByLabel('Files').setInputFiles([{ ...photo, name: '..' }]);
      await typeOn('**/replies', box(), ' Since one.');
      await page.getByRole('alert').waitFor();
      await expect.poll(() => box().inputValue()).toBe('It is off. Since one.');
      await box().fill('');
    });

    it('those of a new ticket begin its first reply', async () => {
      await page.goto(`${support}/tickets/new`);
      await page.getByLabel('Subject').fill('The lamp');
      const description = page.locator('#description');
      await description.fill('It is broken.');
      await typeOn('**/support/tickets', description, ' It is the green one.');
      await page.getByRole('heading', { name: 'The lamp' }).waitFor();
      await page.getByText('It is broken.', { exact: true }).waitFor();
      await expect.poll(() => box().inputValue()).toBe('It is the green one.');
      await box().fill('');
    });
  });

  it('sees the words of one tab in another', async () => {
    const [one, other] = [page, await page.context().newPage()];
    for (const tab of [one, other]) await tab.goto(`${support}/tickets/${ticket}`);
    await one.getByLabel('Your reply').fill('A long answer.');
    await expect.poll(() => other.getByLabel('Your reply').inputValue()).toBe('A long answer.');
    await one.goto(support);
    await other.getByLabel('Your reply').fill('');
    await other.close();
    await one.goto(`${support}/tickets/${ticket}`);
  });

  it('reads moments in their own time zone', async () => {
    const time = page.locator('time').first();
    const moment = new Date((await time.getAttribute('datetime')) ?? '');
    const minute = new Intl.DateTimeFormat('en', { minute: '2-digit', timeZone: 'Asia/Kathmandu' }).format(
      moment,
    );
    await expect.poll(() => time.textContent()).toMatch(new RegExp(`:${minute.padStart(2, '0')} [AP]M$`));
  });

  it('keeps what was typed when the portal was away', async () => {
    const box = () => page.getByLabel('Your reply');
    await box().fill('It blinks twice a second.');
    await page.route('**/replies', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await failed;
    await page.unroute('**/replies');
    await page.goto(`${support}/tickets/${ticket}`);
    await expect.poll(() => box().inputValue()).toBe('It blinks twice a second.');
    await box().fill('');
  });

  describe('whose form was taken, and the response lost', () => {
    /** Presses the button of a form whose response is lost, and opens its page again. */
    const loseResponse = async (address: string, button: string) => {
      const here = page.url();
      await page.route(address, async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        expect((await route.fetch({ maxRedirects: 0 })).status()).toBe(303);
        await route.abort();
      });
      const failed = page.waitForEvent('requestfailed');
      await page.getByRole('button', { name: button, exact: true }).click();
      await failed;
      await page.unroute(address);
      await page.goto(here);
    };

    it('replies once', async () => {
      await page.goto(`${support}/tickets/${ticket}`);
      await page.getByLabel('Your reply').fill('It blinks on.');
      await loseResponse('**/replies', 'Send the reply');
      await expect.poll(() => page.getByLabel('Your reply').inputValue()).toBe('It blinks on.');
      await page.getByRole('button', { name: 'Send the reply' }).click();
      await page.waitForURL(/sent=/);
      expect(await page.getByRole('article').getByText('It blinks on.', { exact: true }).count()).toBe(1);
      await expect.poll(() => page.getByLabel('Your reply').inputValue()).toBe('');
    });

    it('opens one ticket', async () => {
      await page.goto(`${support}/tickets/new`);
      await page.getByLabel('Subject').fill('The lamp of the oven');
      await page.locator('#description').fill('It is broken.');
      await loseResponse('**/support/tickets', 'Send');
      await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('The lamp of the oven');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('heading', { name: 'The lamp of the oven' }).waitFor();
      const opened = 'select 1 from tickets where subject = $1';
      expect(await query(databaseUrl, opened, ['The lamp of the oven'])).toHaveLength(1);
      await page.goto(`${support}/tickets/${ticket}`);
    });
  });

  it('sees the pages of tickets, files and the account', async () => {
    for (const [name, path] of [
      ['tickets', ''],
      ['new-ticket', '/tickets/new'],
      ['files', '/files'],
      ['account', '/account'],
    ] as const) {
      await page.goto(`${support}${path}`);
      await photograph(page, name);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(support);
    await photograph(page, 'tickets-desk');
    await page.goto(`${support}/tickets/${ticket}`);
    await photograph(page, 'ticket-desk');
    await page.setViewportSize(phone);
  });
});

describe('a client without JavaScript', () => {
  let page: Page;

  beforeAll(async () => {
    page = await openWindow({ javaScriptEnabled: false });
  });

  afterAll(() => page.context().close());

  it('signs in by the link, which does nothing until its button is pressed', async () => {
    await page.goto(support);
    const { link } = await ask(page);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Your tickets', level: 1 }).waitFor();
  });

  it('opens a ticket with a file, and closes it', async () => {
    await page.goto(`${support}/tickets/new`);
    await page.getByLabel('Subject').fill('The oven reports E7');
    await page.getByLabel('Files').setInputFiles({
      name: 'oven.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('E7'),
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'The oven reports E7' }).waitFor();
    await page.getByRole('article').getByRole('link', { name: 'oven.txt' }).waitFor();
    await page.getByRole('button', { name: 'Close the ticket' }).click();
    await page.getByText('This ticket is closed.').waitFor();
  });

  it('gets a refused form back with its text, and the summary has the focus', async () => {
    await page.goto(`${support}/tickets/new`);
    await page.getByLabel('Subject').fill(' ');
    await page.getByLabel('How can we help?').fill('A text that took an hour.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.locator('#description').inputValue()).toBe('A text that took an hour.');
    expect(await page.title()).toMatch(/^Error: /);
  });
});

describe('each page', () => {
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    // The pages' own policy admits no other script, and axe is one.
    page = await openWindow({ bypassCSP: true });
    context = page.context();
  });

  afterAll(() => context.close());

  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  const findings = async (): Promise<string[]> => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join('; ')}`);
  };

  const check = async (path: string): Promise<void> => {
    const found: string[] = [];
    await page.goto(`${support}${path}`);
    for (const media of [
      { colorScheme: 'light', forcedColors: 'none' },
      { colorScheme: 'dark', forcedColors: 'none' },
      { colorScheme: 'light', forcedColors: 'active' },
    ] as const) {
      await page.emulateMedia(media);
      found.push(...(await findings()).map((finding) => `${path} ${JSON.stringify(media)} ${finding}`));
    }
    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    await page.setViewportSize(phone);
    expect(found).toEqual([]);
    expect(overflow, path).toBe(0);
  };

  it('is free of findings in light, dark and forced colours, and fits 320 pixels: the sign-in', () =>
    check('/sign-in'));

  it('is free of them with a session', async () => {
    await signIn(page);
    await page.getByRole('heading', { name: 'Your tickets', level: 1 }).waitFor();
    for (const path of [
      '',
      '?search=none',
      `/tickets/${ticket}`,
      '/tickets/new',
      '/files',
      '/account',
      '/tickets/0',
    ])
      await check(path);
  }, 240_000);
});

describe('staff', () => {
  it('see a ticket as its client does, in a tab of its own', async () => {
    const { page } = admin;
    await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'See as client' }).click();
    const view = await opened;
    await view.getByText('You are seeing this ticket as Ann Baker sees it.').waitFor();
    await photograph(view, 'as-client');
    expect(await view.content()).not.toContain('She never reads manuals.');
    expect(await view.locator('form').count()).toBe(0);
    await view.close();
    await page.goto(`${admin.base}/admin/collections/tickets/${ticket}/history`);
    await page.getByText('Viewed the ticket as Ann Baker').waitFor();
  });

  it('see a client’s sessions beside the person, and end them', async () => {
    const { page } = admin;
    await page.goto(`${admin.base}/admin/collections/users/${client}`);
    await page.getByRole('heading', { name: 'Client pages' }).waitFor();
    await page.getByText('Last visit:').waitFor();
    if (process.env.PICTURES)
      await page.screenshot({
        path: join(process.cwd(), 'test/e2e/output/client-person.png'),
        fullPage: true,
      });
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('All sessions have ended.').waitFor();
    const rows = 'select 1 from support_portal.client_sessions where user_id = $1';
    expect(await query(databaseUrl, rows, [String(client)])).toEqual([]);
  });

  it('see the words of deleted people on the side for which they wrote, on none if that is not known', async () => {
    const { page } = admin;
    const id = await admin.create('ticket-replies', { ticket, text: 'Words of someone who is gone.' });
    const looks = async () => {
      await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
      const reply = page.locator('.portal-reply').filter({ hasText: 'Words of someone who is gone.' });
      return [await reply.getAttribute('class'), await reply.locator('header').textContent()];
    };
    expect(await looks()).toEqual(['portal-reply portal-reply--staff', expect.stringMatching(/^Lena Ortiz/)]);
    await query(databaseUrl, 'update ticket_replies set created_by_id = null where id = $1', [id]);
    expect(await looks()).toEqual([
      'portal-reply portal-reply--staff',
      expect.stringMatching(/^A deleted user/),
    ]);
    await query(databaseUrl, 'update ticket_replies set side = null where id = $1', [id]);
    expect(await looks()).toEqual([
      'portal-reply portal-reply--client',
      expect.stringMatching(/^A deleted user(?!.*Client)/s),
    ]);
  });
});

describe('a page with several forms', () => {
  let page: Page;

  beforeAll(async () => {
    page = await openWindow();
  });

  afterAll(() => page.context().close());

  it('keeps the address of a colleague when the reply is sent', async () => {
    await signIn(page, `/tickets/${ticket}`);
    await page.getByLabel('Add a colleague').waitFor();
    await page.waitForLoadState();
    await page.getByLabel('Add a colleague').fill('bob@example.com');
    await page.getByLabel('Your reply').fill('Bob can tell you more.');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page.getByRole('article').getByText('Bob can tell you more.').waitFor();
    await expect.poll(() => page.getByLabel('Add a colleague').inputValue()).toBe('bob@example.com');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Add a colleague').inputValue()).toBe('bob@example.com');
  });

  it('is not left while files of the reply were not sent', async () => {
    await page.goto(`${support}/tickets/${ticket}`);
    const file = { name: 'blank.txt', mimeType: 'text/plain', buffer: Buffer.from('A blank page.') };
    await page.locator('#files').setInputFiles(file);
    await page.getByLabel('Your reply').fill('See the file.');
    await page.getByRole('button', { name: 'Close the ticket' }).click();
    await page.getByRole('alert').getByText('These files have not been sent yet: blank.txt').waitFor();
    await page.getByRole('button', { name: 'Send them', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: 'blank.txt' }).waitFor();
    expect(await page.getByText('This ticket is closed.').count()).toBe(0);
  });

  it('asks before a file is deleted', async () => {
    await page.goto(`${support}/files`);
    await page.getByLabel('Name of the folder').fill('Manuals');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Manuals' }).waitFor();
    const file = { name: 'manual.txt', mimeType: 'text/plain', buffer: Buffer.from('Press the button.') };
    await page.locator('#files').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('link', { name: 'manual.txt' }).waitFor();
    const question = page.getByText('Delete manual.txt for everyone?');
    await page.locator('summary').click();
    await question.waitFor();
    await page.locator('summary').click();
    await question.waitFor({ state: 'hidden' });
    await page.locator('summary').click();
    await page.locator('details').getByRole('button').last().click();
    await page.getByText('There are no files here yet.').waitFor();
  });

  it('has the draft of a reply that a sign-in carried along, and names its ticket', async () => {
    await page.goto(`${support}/tickets/${ticket}`);
    await page.getByLabel('Your reply').fill('As it was sent.');
    await query(databaseUrl, 'delete from support_portal.client_sessions');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page.getByText('You are signed out.').waitFor();
    const { code } = await ask(page);
    await page.getByLabel(/code/i).first().fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(`#${ticket} · The printer in the shop prints blank pages`).waitFor();
    await page.waitForLoadState();
    const box = page.getByLabel('Your reply');
    expect(await box.inputValue()).toBe('As it was sent.');
    await box.fill('As it was changed.');
    await page.goto(`${support}/tickets/${ticket}`);
    await expect.poll(() => page.getByLabel('Your reply').inputValue()).toBe('As it was changed.');
    await page.getByLabel('Your reply').fill('');
  });

  it.each(['en', 'de'] as const)('has its navigation in two rows on a phone: %s', async (language) => {
    await query(databaseUrl, 'update users set language = $1 where id = $2', [language, client]);
    await page.goto(`${support}/account`);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    const topOf = (element: Element) => element.getBoundingClientRect().top;
    const tops = await page
      .locator('nav li')
      .evaluateAll((entries) => entries.map((entry) => Math.round(entry.getBoundingClientRect().top)));
    const brand = await page.locator('.brand').evaluate(topOf);
    const main = await page.locator('main').evaluate(topOf);
    expect(new Set(tops.slice(0, -1)).size).toBe(1);
    expect(Math.abs((tops.at(-1) ?? 0) - brand)).toBeLessThan(10);
    expect(main).toBeLessThan(120);
    await photograph(page, `account-${language}`);
    await query(databaseUrl, 'update users set language = null where id = $1', [client]);
  });
});
