import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { compose } from '../support/pages/composition.ts';
import { holdRequest, photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';
import { photograph as photographClient } from '../upload-requests/pagesInBrowser.ts';

/** Staff send files, and see whether they were fetched; they ask for files, and people send them. */

let admin: AdminBrowser;
let page: Page;
let list: string;
let ticket: number;
let folder: string;
/** More than two chunks. */
let film: string;

beforeAll(async () => {
  admin = await openAdmin();
  page = admin.page;
  folder = makeFolder();
  film = join(folder, 'film.mp4');
  writeFileSync(film, randomBytes(9 * 1024 * 1024));
  list = `${admin.base}/admin/collections/transfers`;
  const organization = await admin.create('organizations', { name: 'Globex' });
  await admin.create('folders', { name: 'From clients', organization });
  const requester = await admin.create('users', {
    email: 'ann@globex.example',
    name: 'Ann Example',
    password: 'correct horse battery',
    role: 'client',
    organization,
  });
  ticket = await admin.create('tickets', { subject: 'The new logo', organization, requester });
}, 600_000);

afterAll(async () => {
  await admin?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the portal's API returns for a request of the page's own. */
const callAsStaff = (path: string, body: object = {}): Promise<{ id: string; url: string }> =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`/api/portal/v1${to}`, { method: 'POST', headers, body: sent });
      return response.json();
    },
    [path, JSON.stringify(body)] as const,
  );

const checkPage = async (name: string, part: string): Promise<void> => {
  expect(await seriousFindings(page, part)).toEqual([]);
  await photograph(page, name);
};

const dialog = () => page.getByRole('dialog', { name: 'Send files' });

const files = (...names: string[]) =>
  names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text of ${name}.`) }));

/** Writes an option of the field's list as the browser does: its own list is no part of the page. */
const chooseOption = async (field: Locator, option: string): Promise<void> => {
  await field.locator(`xpath=../datalist/option[@value="${option}"]`).waitFor({ state: 'attached' });
  await field.evaluate((input: HTMLInputElement, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, option);
};

/** Stops the chunks of large uploads after the first one, until they may go on. */
const holdChunks = async (window: Page) => {
  const begun: string[] = [];
  let chunks = 0;
  let goOn = () => {};
  const free = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  await window.route('**/api/portal/v1/uploads**', async (route: Route) => {
    const method = route.request().method();
    if (method === 'POST') begun.push(route.request().url());
    if (method === 'PATCH') {
      chunks += 1;
      if (chunks === 2) {
        stop();
        await free;
      }
    }
    // The page may have gone meanwhile.
    await route.continue().catch(() => {});
  });
  return { begun, stopped, goOn: () => goOn() };
};

it('files are sent to anyone, with a link for each, and a refused form keeps what was typed', async () => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Send files' }).click();
  await dialog().getByLabel('To', { exact: true }).fill('bob@other.example, Carl <carl@other.example>');
  await dialog().getByLabel('Title').fill('The signed contract');
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await dialog().getByText('Choose at least one file.').waitFor();
  await dialog().getByLabel('Files to send').last().setInputFiles(files('contract.txt', 'annex.txt'));
  await dialog().getByText('Link, password and notices').click();
  await dialog().getByLabel('Password').fill('short');
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await dialog().locator('.portal-form__problem').waitFor();
  await checkPage('transfers-form', '.portal-dialog__box');
  await dialog().getByLabel('Password').fill('long enough for all');
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'The signed contract' }).waitFor();
  await page.getByText('None of the 2 people has downloaded a file yet.').waitFor();
  await page.getByRole('link', { name: 'annex.txt' }).waitFor();
  await page.getByRole('cell', { name: 'Carl carl@other.example' }).waitFor();
  await checkPage('transfers-page', '.portal-page');
}, 120_000);

it('a form that is being sent takes no more words, and one that is closed sends nothing', async () => {
  let goOn = () => {};
  const free = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const hold = async (route: Route) => {
    await free;
    await route.continue();
  };
  await page.route('**/transfers/*/files', hold);
  await page.goto(list);
  await page.getByRole('button', { name: 'Send files' }).click();
  await dialog().getByLabel('To', { exact: true }).fill('bob@other.example');
  await dialog().getByLabel('Title').fill('Given up');
  await dialog().getByLabel('Message').fill('The price is 100.');
  await dialog().getByLabel('Files to send').last().setInputFiles(files('price.txt'));
  const uploading = page.waitForRequest('**/transfers/*/files');
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await uploading;
  await dialog().getByLabel('Message').click({ force: true });
  await page.keyboard.type(' Or 1,000.');
  expect(await dialog().getByLabel('Message').inputValue()).toBe('The price is 100.');
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'hidden' });
  await deleted;
  goOn();
  await page.unrouteAll({ behavior: 'wait' });
  const ready = "select 1 from transfers where title = 'Given up' and sent_at is not null";
  await page.waitForLoadState('networkidle');
  expect(await query(admin.databaseUrl, ready)).toEqual([]);
}, 120_000);

describe('a form whose response is lost', () => {
  /** Carries requests of an address out, and loses their responses. */
  const lose = (address: string) =>
    page.route(address, async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });

  const fill = async (title: string): Promise<void> => {
    await page.goto(list);
    await page.getByRole('button', { name: 'Send files' }).click();
    await dialog().getByLabel('To', { exact: true }).fill('bob@other.example');
    await dialog().getByLabel('Title').fill(title);
    await dialog().getByLabel('Files to send').last().setInputFiles(files('plan.txt'));
  };

  const send = () => dialog().getByRole('button', { name: 'Send', exact: true }).click();

  const unreachable = () => dialog().getByText('The portal could not be reached.').waitFor();

  const stored = async (title: string) => {
    const select = `select status, bytes_deleted_at,
        (select count(*)::int from files where files.transfer_id = transfers.id) as files
      from transfers where title = $1`;
    return query<{ status: string }>(admin.databaseUrl, select, [title]);
  };

  const sent = [{ status: 'ready', bytes_deleted_at: null, files: 1 }];

  it('revokes nothing that has been sent by then when it is closed', async () => {
    await lose('**/transfers/*/send');
    await lose('**/portal/v1/transfers/*');
    await fill('Lost and closed');
    await send();
    await unreachable();
    const discarded = page.waitForRequest((request) => request.method() === 'DELETE');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await discarded;
    await page.unrouteAll({ behavior: 'wait' });
    expect(await stored('Lost and closed')).toEqual(sent);
  }, 120_000);

  it('goes on with what is there when it is sent again, and opens what has been sent', async () => {
    for (const address of ['**/portal/v1/transfers', '**/transfers/*/files', '**/transfers/*/send'])
      await lose(address);
    await lose('**/portal/v1/transfers/*');
    await fill('Lost and sent again');
    for (const address of ['**/portal/v1/transfers', '**/transfers/*/files', '**/transfers/*/send']) {
      const failed = page.waitForEvent('requestfailed');
      await send();
      await failed;
      await unreachable();
      await page.unroute(address);
    }
    await page.unrouteAll({ behavior: 'wait' });
    await send();
    await page.getByRole('heading', { name: 'Lost and sent again' }).waitFor();
    expect(await stored('Lost and sent again')).toEqual(sent);
  }, 120_000);

  it('sends no file that was taken out after its upload', async () => {
    await fill('Lost and taken out');
    await dialog().getByLabel('Files to send').last().setInputFiles(files('secret.txt'));
    let uploads = 0;
    await page.route('**/transfers/*/files', async (route: Route) => {
      uploads += 1;
      if (uploads === 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await send();
    await unreachable();
    await page.unrouteAll({ behavior: 'wait' });
    await dialog().getByRole('button', { name: 'Remove secret.txt' }).click();
    await send();
    await page.getByRole('heading', { name: 'Lost and taken out' }).waitFor();
    expect((await stored('Lost and taken out')).filter(({ status }) => status === 'ready')).toEqual(sent);
  }, 120_000);

  it('says so if it was changed, or closed, after it had been sent', async () => {
    await lose('**/transfers/*/send');
    let isReadable = false;
    await page.route('**/portal/v1/transfers/*', async (route: Route) =>
      isReadable ? route.continue() : route.abort('connectionreset'),
    );
    await fill('Lost and changed');
    await send();
    await unreachable();
    isReadable = true;
    await dialog().getByLabel('Message').fill('Another message.');
    await send();
    await dialog().getByText('An earlier try has already sent the files').waitFor();
    expect(await stored('Lost and changed')).toEqual(sent);
    isReadable = false;
    await send();
    await unreachable();
    isReadable = true;
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The files had already been sent.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await stored('Lost and changed')).toEqual([...sent, ...sent]);
  }, 120_000);

  it('opens what has been sent at once, if its state can be read', async () => {
    await lose('**/transfers/*/send');
    await fill('Lost and found');
    await send();
    await page.getByRole('heading', { name: 'Lost and found' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await stored('Lost and found')).toEqual(sent);
  }, 120_000);
});

it('what one person typed is not sent in the name of another, who has logged in since', async () => {
  const password = 'correct horse battery';
  await admin.create('users', { email: 'editor@example.com', password, role: 'editor' });
  const logIn = (email: string) =>
    page.request.post(`${admin.base}/api/users/login`, {
      data: { email, password },
      headers: { Origin: admin.base },
    });
  await page.goto(list);
  await page.getByRole('button', { name: 'Send files' }).click();
  await dialog().getByLabel('To', { exact: true }).fill('bob@other.example');
  await dialog().getByLabel('Title').fill('By the boss');
  await dialog().getByLabel('Files to send').last().setInputFiles(files('plan.txt'));
  await logIn('editor@example.com');
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await dialog().getByText('This browser is now logged in with another account.').waitFor();
  expect(await dialog().getByLabel('Title').inputValue()).toBe('By the boss');
  const named = "select created_by_id from transfers where title = 'By the boss'";
  expect(await query(admin.databaseUrl, named)).toEqual([]);
  await logIn('boss@example.com');
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'By the boss' }).waitFor();
  expect(await query(admin.databaseUrl, named)).toEqual([{ created_by_id: 1 }]);
}, 120_000);

it('a link for no one in particular is shown once; a fetched file is seen on the page', async () => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Send files' }).click();
  await dialog().getByLabel('Files to send').last().setInputFiles(files('plan.txt'));
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Copy a link and pass it on yourself.').first().waitFor();
  await page.getByRole('button', { name: 'Copy a link' }).click();
  const url = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const reader = await page.context().browser()?.newContext();
  const window = await reader?.newPage();
  await window?.goto(url);
  const [download] = await Promise.all([
    window?.waitForEvent('download'),
    window?.getByRole('button', { name: /Download plan.txt/ }).click(),
  ]);
  expect(await download?.failure()).toBeNull();
  await reader?.close();
  await page.reload();
  await page.getByText('Downloaded').first().waitFor();
  await page.goto(list);
  await page.getByRole('link', { name: 'plan.txt' }).waitFor();
  await checkPage('transfers-list', '.portal-lead');
}, 120_000);

it('from a ticket it takes a click, the files and “Send”', async () => {
  await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
  await page.getByRole('button', { name: 'Send files' }).click();
  await dialog().getByText('Ann Example').waitFor();
  await expect.poll(() => dialog().getByLabel('Title').inputValue()).toBe('The new logo');
  await dialog().getByLabel('Files to send').last().setInputFiles(files('logo.txt'));
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Ann Example has not opened it yet.').waitFor();
  await page.getByRole('link', { name: `#${ticket}` }).waitFor();
}, 120_000);

it('it can be extended and revoked', async () => {
  await page.getByRole('button', { name: 'Extend' }).click();
  const extend = page.getByRole('dialog', { name: 'Extend' });
  const select = `select expires_at as "end", expires_at + interval '72 hours' as "later" from transfers where title = 'The new logo'`;
  const [before] = await query<{ end: Date; later: Date }>(admin.databaseUrl, select);
  await extend.getByText('The links expire on').waitFor();
  await extend.getByText('New end:').waitFor();
  await checkPage('transfers-extend', '.portal-dialog__box');
  await extend.getByRole('combobox').selectOption('3');
  await extend.getByRole('button', { name: 'Extend' }).click();
  await page.getByText('Extended.').waitFor();
  // Three days from now would be earlier than the present end.
  const [after] = await query<{ end: Date }>(admin.databaseUrl, select);
  expect(after?.end).toEqual(before?.later);
  // More than that is not allowed: 90 days from now.
  await page.getByRole('button', { name: 'Extend' }).click();
  await extend.getByRole('combobox').selectOption('90');
  await extend.getByRole('button', { name: 'Extend' }).click();
  const far = `select expires_at > now() + interval '89 days' as "isFar" from transfers where title = 'The new logo'`;
  await expect.poll(() => query(admin.databaseUrl, far)).toEqual([{ isFar: true }]);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Its files have been deleted.').waitFor();
}, 120_000);

it('a large file goes on after a lost connection, and is sent', async () => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Send files' }).click();
  await dialog().getByLabel('Files to send').last().setInputFiles([film]);
  const { begun, stopped, goOn } = await holdChunks(page);
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await stopped;
  await page.context().setOffline(true);
  goOn();
  await dialog().getByText('The connection was lost.').waitFor();
  await checkPage('transfers-offline', '.portal-dialog__box');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'film.mp4' }).waitFor();
  await page.unroute('**/api/portal/v1/uploads**');
  await page.getByRole('cell', { name: /9(\.\d)? MB/ }).waitFor();
  expect(begun).toHaveLength(1);
}, 120_000);

describe('files that are asked for', () => {
  let url: string;
  const ask = () => page.getByRole('dialog', { name: 'Ask for files' });

  it('belong to the organization of the first client who is asked, unless another is chosen', async () => {
    await page.goto(`${admin.base}/admin/collections/upload-requests`);
    await page.getByRole('button', { name: 'Ask for files' }).click();
    const to = ask().getByLabel('To', { exact: true });
    const organization = ask().getByLabel('Organization');
    await to.pressSequentially('Ann Ex');
    await ask().locator('datalist option').waitFor({ state: 'attached' });
    await chooseOption(to, 'Ann Example <ann@globex.example>');
    await ask().getByRole('button', { name: 'Remove ann@globex.example' }).waitFor();
    await expect.poll(() => organization.locator('option:checked').textContent()).toBe('Globex');
    await page.goto('about:blank');
  }, 120_000);

  const openAsStranger = async (): Promise<Page> => {
    const browser = page.context().browser() as Browser;
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    context.setDefaultTimeout(40_000);
    return context.newPage();
  };

  it('are named one by one, and a refused form keeps what was typed', async () => {
    await page.goto(`${admin.base}/admin/collections/upload-requests`);
    await page.getByRole('button', { name: 'Ask for files' }).click();
    const to = ask().getByLabel('To', { exact: true });
    // A name that no one has is not taken for an address.
    await to.pressSequentially('nemo');
    await page.waitForTimeout(1_000);
    await to.press('Enter');
    await expect.poll(() => to.inputValue()).toBe('nemo');
    await ask().getByRole('button', { name: 'Send', exact: true }).click();
    await ask().getByRole('alert').getByText('Enter an address, or choose a person.').waitFor();
    await expect.poll(() => to.inputValue()).toBe('nemo');
    expect(await ask().getByText('Choose an organization.').count()).toBe(0);
    await to.fill('bob@other.example');
    await ask().getByLabel('Title').fill('For the new website');
    await ask().getByLabel('Item 1', { exact: true }).fill('The film');
    await ask().getByLabel('Item 1', { exact: true }).press('Enter');
    await ask().getByLabel('Item 2', { exact: true }).fill('The logo as SVG');
    await ask().getByRole('button', { name: 'Send', exact: true }).click();
    await ask().getByText('Choose an organization.').waitFor();
    await ask().getByText('Choose a folder.').waitFor();
    await checkPage('upload-requests-form', '.portal-dialog__box');
    await ask().getByLabel('Organization').selectOption({ label: 'Globex' });
    await ask().getByLabel('Folder for the files').fill('From');
    await page.getByText('From clients', { exact: false }).last().click();
    await ask().getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'For the new website' }).waitFor();
    await page.getByText('2 of 2 are missing').waitFor();
    await page.getByRole('link', { name: 'From clients' }).waitFor();
    await page.getByRole('button', { name: 'Copy a link' }).click();
    url = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await checkPage('upload-requests-page', '.portal-page');
  }, 120_000);

  it('arrive by the link, in chunks that go on after a reload and a lost connection', async () => {
    const window = await openAsStranger();
    const errors: string[] = [];
    window.on('pageerror', (error) => errors.push(error.message));
    await window.goto(url);
    await window.getByText('At most 5 GB per file.').waitFor();
    const form = window.locator('section', { hasText: 'The film' }).first();
    const send = async () => {
      await form.getByLabel('Your name').fill('Bob');
      await form.getByLabel('Choose files').setInputFiles([film]);
      await form.getByRole('button', { name: 'Send files for The film' }).click();
    };
    const first = await holdChunks(window);
    await send();
    await first.stopped;
    await photographClient(window, 'request-sending');
    await window.reload();
    first.goOn();
    await window.unroute('**/api/portal/v1/uploads**');
    const second = await holdChunks(window);
    await send();
    await second.stopped;
    await window.context().setOffline(true);
    second.goOn();
    await form.getByText('The connection was lost.').waitFor();
    await photographClient(window, 'request-offline');
    await window.context().setOffline(false);
    await window.getByText('One file has arrived.').waitFor();
    await form
      .getByText(/film\.mp4/)
      .first()
      .waitFor();
    await photographClient(window, 'request-arrived');
    // Neither the reload nor the lost connection began another one.
    expect([first.begun.length, second.begun.length, errors]).toEqual([1, 0, []]);
    await window.context().close();
  }, 120_000);

  it('go for several items beside one another, and those that are only chosen stay chosen', async () => {
    const organization = await admin.create('organizations', { name: 'Initech' });
    const place = await admin.create('folders', { name: 'Papers', organization });
    const { id } = await callAsStaff('/upload-requests', {
      title: 'Your papers',
      organization_id: String(organization),
      folder_id: String(place),
      recipients: [],
      items: [{ label: 'Passport' }, { label: 'Contract' }, { label: 'Other papers' }],
    });
    const { url: link } = await callAsStaff(`/upload-requests/${id}/links`);
    const window = await openAsStranger();
    await window.goto(link);
    const section = (label: string) => window.locator('section', { hasText: label }).first();
    const inputOf = (label: string) => section(label).getByLabel('Choose files');
    const send = (label: string) =>
      window.getByRole('button', { name: `Send files for ${label}`, exact: true }).click();
    const chosen = (label: string) =>
      inputOf(label).evaluate((input: HTMLInputElement) => input.files?.length);
    for (const label of ['Passport', 'Contract', 'Other papers'])
      await section(label).getByLabel('Your name').fill('Bob');
    await inputOf('Passport').setInputFiles(files('passport.txt'));
    await inputOf('Contract').setInputFiles(files('contract.txt'));
    await inputOf('Other papers').setInputFiles(files('one.txt', 'two.txt'));
    // The first is on its way until the second is there.
    let goOn = () => {};
    const free = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let posted = 0;
    await window.route('**/r/*/files', async (route: Route) => {
      posted += 1;
      if (posted === 1) await free;
      await route.continue();
    });
    await send('Passport');
    await send('Contract');
    await window.getByText('contract.txt').first().waitFor();
    goOn();
    await window.getByText('passport.txt').first().waitFor();
    expect(await chosen('Other papers')).toBe(2);
    await photographClient(window, 'request-chosen');
    // To leave now is to lose them, which the browser asks about.
    const asking = window.waitForEvent('dialog');
    const leaving = window.goto('about:blank').catch(() => null);
    const dialog = await asking;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    await send('Other papers');
    await window.getByText('two.txt').first().waitFor();
    await window.context().close();
  }, 120_000);

  it('are seen in the admin, and one that is rejected is asked for again', async () => {
    await page.reload();
    await page.getByText('1 of 2 is missing: The logo as SVG.').waitFor();
    await page.getByRole('link', { name: 'film.mp4' }).waitFor();
    await page.getByRole('button', { name: 'Reject: The film' }).click();
    const reject = page.getByRole('dialog', { name: 'Reject: The film' });
    await reject.getByLabel('What is wrong with it?').fill('It has no sound.');
    await reject.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByText(/It is requested again, and 1 person is notified\./).waitFor();
    await page.getByText('2 of 2 are missing').waitFor();
    await checkPage('upload-requests-rejected', '.portal-page');
    const window = await openAsStranger();
    await window.goto(url);
    await window.getByText('It has no sound.').waitFor();
    await window.context().close();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('No one can upload to it any more').waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('Reopened.').waitFor();
  }, 120_000);

  it('are asked for once if the response is lost and the form is changed, and no reload drops it unasked', async () => {
    await page.goto(`${admin.base}/admin/collections/upload-requests`);
    await page.getByRole('button', { name: 'Ask for files' }).click();
    await ask().getByLabel('To', { exact: true }).fill('bob@other.example');
    await ask().getByLabel('Title').fill('Asked once');
    await ask().getByLabel('Item 1', { exact: true }).fill('The film');
    await ask().getByLabel('Organization').selectOption({ label: 'Globex' });
    await ask().getByLabel('Folder for the files').fill('From');
    await page.getByText('From clients', { exact: false }).last().click();
    const lose = async (route: Route) => {
      await route.fetch();
      await route.fulfill({ status: 502, body: 'Bad Gateway' });
    };
    await page.route('**/api/portal/v1/upload-requests', lose, { times: 1 });
    await ask().getByRole('button', { name: 'Send', exact: true }).click();
    await ask().getByText('The portal could not be reached.').waitFor();
    await ask().getByLabel('Message').fill('Please send it today.');
    await ask().getByRole('button', { name: 'Send', exact: true }).click();
    await ask().getByText('An earlier try has reached the portal').waitFor();
    const asked = await query(admin.databaseUrl, `select 1 from upload_requests where title = 'Asked once'`);
    expect(asked).toHaveLength(1);
    const asking = page.waitForEvent('dialog');
    const leaving = page.goto('about:blank').catch(() => null);
    const question = await asking;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await leaving;
    expect(await ask().getByLabel('Message').inputValue()).toBe('Please send it today.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
  }, 120_000);
});

it('a mail is sent again once by a double click, and its button is busy meanwhile', async () => {
  const select = "select id from transfers where title = 'The signed contract'";
  const [transfer] = await query<{ id: number }>(admin.databaseUrl, select);
  await page.goto(`${list}/${transfer?.id}`);
  const again = page
    .getByRole('dialog', { name: 'Send again to bob@other.example?' })
    .getByRole('button', { name: /Send again|Sending/ });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/resend')) sent.push(request.url());
  });
  const release = await holdRequest(page, '**/resend');
  await page.getByRole('button', { name: 'Send again to bob@other.example' }).click();
  await again.waitFor();
  expect(sent).toEqual([]);
  await again.dblclick();
  await expect.poll(() => again.isDisabled()).toBe(true);
  release();
  await page.getByText('The mail to bob@other.example is being sent again').first().waitFor();
  await again.waitFor({ state: 'hidden' });
  expect(sent).toHaveLength(1);
}, 120_000);

it('a mail that is under way is looked for within seconds', async () => {
  let isSeen = false;
  const address = /\/api\/portal\/v1\/transfers\/\d+$/;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const transfer = await response.json();
    const before = { sent_at: null, delivery: null, opened_at: null, downloaded_at: null };
    if (!isSeen) for (const recipient of transfer.recipients) Object.assign(recipient, before);
    await route.fulfill({ response, json: transfer });
  });
  await page.reload();
  const notYet = page.getByText('Not mailed yet').first();
  await notYet.waitFor();
  isSeen = true;
  // A page on which nothing is under way looks each 15 seconds.
  await notYet.waitFor({ state: 'hidden', timeout: 10_000 });
  await page.unrouteAll({ behavior: 'wait' });
}, 120_000);

describe('recipients', () => {
  const to = () => dialog().getByLabel('To', { exact: true });
  const chosen = () => dialog().locator('.portal-recipients span').allTextContents();
  const send = () => dialog().getByRole('button', { name: 'Send', exact: true });
  const noOne = () => dialog().getByRole('alert').getByText('Enter an address, or choose a person.');

  const open = async (title: string): Promise<void> => {
    await page.goto(list);
    await page.getByRole('button', { name: 'Send files' }).click();
    await dialog().getByLabel('Title').fill(title);
    await dialog().getByLabel('Files to send').last().setInputFiles(files('plan.txt'));
  };

  beforeAll(async () => {
    const organization = await admin.create('organizations', { name: 'Hooli' });
    const rest = { password: 'correct horse battery', role: 'client', organization };
    await admin.create('users', { email: 'johanna@hooli.example', name: 'Johanna Hooli', ...rest });
    await admin.create('users', { email: 'info@hooli.exam', name: 'info@hooli.exam', ...rest });
  });

  it('are those who were chosen: a name that only one person has is said to mean no one', async () => {
    await open('For no one yet');
    await to().pressSequentially('ohann');
    await dialog().locator('datalist option').waitFor({ state: 'attached' });
    await send().click();
    await noOne().waitFor();
    expect(await to().inputValue()).toBe('ohann');
    expect(await chosen()).toEqual([]);
    await to().press('Enter');
    expect(await chosen()).toEqual([]);
    await chooseOption(to(), 'Johanna Hooli <johanna@hooli.example>');
    await expect.poll(chosen).toEqual(['Johanna Hooli']);
    await send().click();
    await page.getByRole('heading', { name: 'For no one yet' }).waitFor();
    await page.getByRole('cell', { name: 'Johanna Hooli johanna@hooli.example' }).waitFor();
  }, 120_000);

  it('are addresses that came to their end: none that a longer one begins with, and each of several', async () => {
    await open('To several');
    await to().pressSequentially('info@hooli.exam');
    await dialog().locator('datalist option[value="info@hooli.exam"]').waitFor({ state: 'attached' });
    await to().pressSequentially('ple');
    expect(await to().inputValue()).toBe('info@hooli.example');
    expect(await chosen()).toEqual([]);
    await to().pressSequentially(' ann@hooli.example,bob@hooli.example;Ann Lee ');
    await expect.poll(chosen).toEqual(['info@hooli.example', 'ann@hooli.example', 'bob@hooli.example']);
    expect(await to().inputValue()).toBe('Ann Lee ');
    await to().pressSequentially('lee@hooli.example');
    await to().press('Enter');
    await expect.poll(async () => (await chosen()).at(-1)).toBe('lee@hooli.example');
    await noOne().waitFor();
    expect(await to().inputValue()).toBe('Ann Lee');
  }, 120_000);

  it('are there if “Send” is clicked right behind an address, although the button moves', async () => {
    await open('Sent at once');
    await to().pressSequentially('zoe@hooli.example');
    // At its edge, from which a new line above moves it away.
    await send().click({ position: { x: 10, y: 3 } });
    await page.getByRole('heading', { name: 'Sent at once' }).waitFor();
    await page.getByRole('cell', { name: 'zoe@hooli.example' }).first().waitFor();
  }, 120_000);

  it('count as typed if they were pasted, and so do items that were only added', async () => {
    const keep = page.getByRole('button', { name: 'Keep it' });
    await page.goto(list);
    await page.getByRole('button', { name: 'Send files' }).click();
    await to().focus();
    await page.evaluate(() => navigator.clipboard.writeText('one@hooli.example\ntwo@hooli.example'));
    await page.keyboard.press('Control+v');
    await expect.poll(chosen).toEqual(['one@hooli.example', 'two@hooli.example']);
    await page.keyboard.press('Escape');
    await keep.click();
    expect(await chosen()).toHaveLength(2);
    await page.goto('about:blank');
    await page.goto(`${admin.base}/admin/collections/upload-requests`);
    await page.getByRole('button', { name: 'Ask for files' }).click();
    await page.getByRole('button', { name: 'Add an item' }).click();
    await page.keyboard.press('Escape');
    await keep.click();
    await page.getByLabel('Item 2', { exact: true }).waitFor();
  }, 120_000);

  it('and items are not ended by the keys of an input method, which close no dialog', async () => {
    await page.goto(`${admin.base}/admin/collections/upload-requests`);
    await page.getByRole('button', { name: 'Ask for files' }).click();
    const ask = page.getByRole('dialog', { name: 'Ask for files' });
    const field = ask.getByLabel('To', { exact: true });
    await field.focus();
    await compose(page, 'にほん');
    await expect.poll(() => field.inputValue()).toBe('にほん');
    expect(await ask.getByRole('alert').getByText('Enter an address, or choose a person.').count()).toBe(0);
    const item = ask.getByLabel('Item 1', { exact: true });
    await item.focus();
    await compose(page, 'にほん');
    await expect.poll(() => item.inputValue()).toBe('にほん');
    expect(await ask.getByLabel('Item 2', { exact: true }).count()).toBe(0);
    await item.press('Enter');
    const next = ask.getByLabel('Item 2', { exact: true });
    await next.waitFor();
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await compose(page, 'に', { end: 'Escape' });
    await expect.poll(() => next.inputValue()).toBe('');
    expect(await question.count()).toBe(0);
    await page.keyboard.press('Escape');
    await question.waitFor();
  }, 120_000);
});

it.each([
  ['Send files', 'Choose at least one file.'],
  ['Ask for files', 'Choose a folder.'],
])(
  '“%s” on a ticket saves none of its unsaved changes',
  async (name, refusal) => {
    const stored = () =>
      query(admin.databaseUrl, 'select subject, updated_at from tickets where id = $1', [ticket]);
    const before = await stored();
    const changes: string[] = [];
    const note = (request: Request): void => {
      if (request.method() === 'PATCH' || request.method() === 'POST') changes.push(request.url());
    };
    const form = page.getByRole('dialog', { name });
    await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
    await page.locator('form[data-form-ready="true"]').first().waitFor();
    await page.getByRole('button', { name: 'Change subject and description' }).click();
    await page.locator('#field-subject').fill(`Changed before “${name}”`);
    await page.getByRole('button', { name }).click();
    page.on('request', note);
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await form.getByText(refusal).waitFor();
    await form.getByLabel('Title').press('Enter');
    await form.getByText(refusal).waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'hidden' });
    expect(await stored()).toEqual(before);
    // Requests go out in order: this is the first change of the ticket, or it would have nothing to save.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.locator('#action-save').click();
    await saved;
    page.off('request', note);
    expect(changes.filter((url) => url.includes(`/api/tickets/${ticket}`))).toHaveLength(1);
  },
  120_000,
);
