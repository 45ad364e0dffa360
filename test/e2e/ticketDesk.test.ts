import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, listensToKeys, openAdmin } from '../support/pages/adminBrowser.ts';
import { compose } from '../support/pages/composition.ts';
import { holdRequest, photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
/** The page of a second member of staff, in a window of their own. */
let edna: Page;
let list: string;
let acme: number;
let ann: number;

beforeAll(async () => {
  admin = await openAdmin();
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  list = `${admin.base}/admin/collections/tickets`;
  acme = await admin.create('organizations', { name: 'Acme' });
  ann = await admin.create('users', {
    email: 'ann@acme.example',
    name: 'Ann Miller',
    password: 'correct horse battery',
    role: 'client',
    organization: acme,
  });
  for (const subject of ['Printer on fire', 'VPN is slow', 'Invoice is wrong', 'Backup is missing'])
    await admin.create('tickets', { subject, organization: acme, requester: ann, priority: 'high' });
}, 600_000);

afterAll(() => admin?.close());

const row = (subject: string) => page.getByRole('row').filter({ hasText: subject });
const view = (name: string, count: number) =>
  page.getByRole('button', { name: `${name} ${count}`, exact: true });
const editor = (on: Page) => on.getByRole('textbox', { name: 'Reply to the client' });
const sendButton = (on: Page) => on.getByRole('button', { name: 'Send reply' });
const ticketPage = (id: number) => `${list}/${id}`;

const isOpen = async (id: number): Promise<void> => {
  await page.waitForURL(ticketPage(id));
  await page.getByRole('link', { name: 'Back to the list' }).waitFor();
};

const replies = (ticket: number) =>
  query<{ text: string }>(
    databaseUrl,
    'select text from ticket_replies where ticket_id = $1 and not internal order by id',
    [ticket],
  );

/** The editor tells of what was typed once the browser is idle. */
const type = async (on: Page, text: string): Promise<void> => {
  await editor(on).click();
  await on.keyboard.type(text);
  await expect.poll(() => on.evaluate(() => Object.values(localStorage).join())).toContain(text);
};

describe('the customer beside a ticket', () => {
  it('is named with the organization, the other tickets and the mails', async () => {
    const [first] = await query<{ id: number }>(databaseUrl, 'select id from tickets order by id limit 1');
    await page.goto(ticketPage(Number(first?.id)));
    const customer = page.getByRole('region', { name: 'Client', exact: true });
    await customer.getByRole('link', { name: 'Ann Miller' }).waitFor();
    await customer.getByText('ann@acme.example').waitFor();
    await customer.getByRole('link', { name: 'Acme' }).waitFor();
    const others = page.getByRole('region', { name: 'Other tickets' });
    await others.getByRole('link', { name: /VPN is slow/ }).waitFor();
    expect(await others.getByRole('link', { name: /Printer on fire/ }).count()).toBe(0);
    await page.getByRole('region', { name: 'Last mails' }).waitFor();
    await page.getByText('Goes to Ann Miller, ann@acme.example.').waitFor();
    await photograph(page, 'ticket-customer');
  }, 120_000);

  it('gets no reply of which the page has named another recipient', async () => {
    const [first] = await query<{ id: number }>(databaseUrl, 'select id from tickets order by id limit 1');
    const otto = await admin.create('users', {
      email: 'otto@acme.example',
      name: 'Otto',
      password: 'correct horse battery',
      role: 'client',
      organization: acme,
    });
    const handTo = (client: number) =>
      query(databaseUrl, 'update tickets set requester_id = $1 where id = $2', [client, first?.id]);
    await page.getByText('Goes to Ann Miller, ann@acme.example.').waitFor();
    // The page learns of it after the reply is sent.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/presence', (route) => held.then(() => route.continue()));
    await type(page, 'Dear Ann.');
    await handTo(otto);
    const answered = page.waitForResponse('**/answers');
    await sendButton(page).click();
    expect((await answered).status()).toBe(409);
    release();
    await page.getByText('Goes to Otto, otto@acme.example.').waitFor();
    // So does the rest of the page.
    await page.getByRole('region', { name: 'Client', exact: true }).getByText('otto@acme.example').waitFor();
    await editor(page).getByText('Dear Ann.').waitFor();
    expect(await replies(Number(first?.id))).toEqual([]);
    await page.unroute('**/presence');
    await handTo(ann);
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
  }, 120_000);

  it('is found by organization in a new ticket, which gets it', async () => {
    await page.goto(`${list}/create`);
    await page.getByRole('combobox', { name: 'Organization' }).waitFor();
    await expect.poll(() => page.locator('label[for="field-organization"] .required').count()).toBe(1);
    await page.getByRole('combobox', { name: 'Requester' }).fill('acm');
    await page.getByRole('option', { name: 'Ann Miller, ann@acme.example, Acme' }).click();
    await page.locator('#field-organization').getByText('Acme').waitFor();
  }, 120_000);

  it('is not opened in the name of another person, who has logged in since', async () => {
    const password = 'correct horse battery';
    await admin.create('users', { email: 'editor@example.com', password, role: 'editor' });
    const logIn = (email: string) =>
      page.request.post(`${admin.base}/api/users/login`, {
        data: { email, password },
        headers: { Origin: admin.base },
      });
    await page.locator('#field-subject').fill('By the boss');
    await logIn('editor@example.com');
    await page.locator('#action-save').click();
    await page.getByText('This browser is now logged in with another account.').first().waitFor();
    expect(await page.locator('#field-subject').inputValue()).toBe('By the boss');
    expect(await query(admin.databaseUrl, "select 1 from tickets where subject = 'By the boss'")).toEqual([]);
    await logIn('boss@example.com');
    await page.goto('about:blank');
  }, 120_000);
});

describe('the list of tickets', () => {
  it('shows what waits first, with number, requester and organization', async () => {
    await page.goto(list);
    await view('Waiting for us', 4).waitFor();
    await view('Mine', 0).waitFor();
    await view('All', 4).waitFor();
    for (const text of ['#1', 'Ann Miller', 'Acme', 'High', 'No one', 'waiting for us'])
      await row('Printer on fire').getByText(text, { exact: true }).waitFor();
    expect(await seriousFindings(page, '.portal-tickets')).toEqual([]);
    await photograph(page, 'ticket-list');
  }, 120_000);

  // One after the other, so that each finds another ticket than the one before.
  it.each([
    ['#2', 'VPN is slow'],
    ['3', 'Invoice is wrong'],
    ['[#2]', 'VPN is slow'],
    ['backup is', 'Backup is missing'],
  ])(
    'finds %s',
    async (search, subject) => {
      await page.getByRole('searchbox', { name: 'Search' }).fill(search);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.locator('tbody tr').allTextContents())
        .toEqual([expect.stringContaining(subject)]);
    },
    120_000,
  );

  it('marks what a search has found, and shows where', async () => {
    await query(
      databaseUrl,
      `update tickets set description = 'The toner of the printer is empty.' where id = 2`,
    );
    await page.getByRole('searchbox', { name: 'Search' }).fill('toner');
    await page.keyboard.press('Enter');
    await row('VPN is slow').getByText('The toner of the printer is empty.').waitFor();
    expect(await row('VPN is slow').locator('mark').allTextContents()).toEqual(['toner']);
  }, 120_000);

  it('shows tickets first on a phone, with status and priority, and filters behind a button', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${list}?view=all`);
    const first = page.locator('tbody tr').first();
    await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThan(260);
    await first.getByText('Open').waitFor();
    await first.getByText('High').waitFor();
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect.poll(() => status.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await status.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  }, 120_000);

  it('moves no row when the first one is chosen', async () => {
    // Counts and fonts that come later move rows.
    await page.waitForLoadState('networkidle');
    const before = await row('Printer on fire').boundingBox();
    await page.getByRole('checkbox', { name: 'Select #1' }).check();
    await page.getByText('1 ticket selected').waitFor();
    await expect.poll(() => row('Printer on fire').boundingBox()).toEqual(before);
    await page.getByRole('checkbox', { name: 'Select #1' }).uncheck();
  }, 120_000);

  it('sorts by its headings', async () => {
    const heading = page.getByRole('columnheader', { name: 'Last activity' });
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    await heading.getByRole('button').click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => page.url()).toContain('order=updated_at');
    await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('Printer on fire');
  }, 120_000);

  it('opens a ticket by a click anywhere on its row', async () => {
    // The link of the row lies over its cells.
    await row('Invoice is wrong').getByText('High').click({ force: true });
    await isOpen(3);
  }, 120_000);

  /** The response to an address: without a page in the browser, which takes four times as long. */
  const listAt = async (parameters: string): Promise<{ hasTickets: boolean; saysNone: boolean }> => {
    // The CMS takes a cookie from its own pages alone.
    const response = await page.request.get(`${list}?${parameters}`, { headers: { Origin: admin.base } });
    expect(response.status()).toBe(200);
    const html = await response.text();
    // The words alone are among the texts that each page brings.
    return {
      hasTickets: html.includes('Printer on fire'),
      saysNone: /<h\d[^>]*>No matching tickets</.test(html),
    };
  };

  it.each(['page=-3&limit=-5', 'page=1e300&search=%00', 'page=nonsense', 'view=none&page=2'])(
    'shows its tickets at an address with %s',
    async (parameters) => {
      expect(await listAt(parameters)).toEqual({ hasTickets: true, saysNone: false });
    },
  );

  it.each([
    ['of more words than a filter of the CMS may have', 'a%20word%20'.repeat(40)],
    ['of `%` and `_`, which stand for other letters', '%25_'],
  ])('finds no ticket by a text %s', async (_, search) => {
    expect(await listAt(`search=${search}`)).toEqual({ hasTickets: false, saysNone: true });
  });

  it('says that a ticket is none', async () => {
    await page.goto(ticketPage(999_999));
    await page.getByText('999999').waitFor();
    await row('Printer on fire').waitFor();
  }, 120_000);

  it('leads from a page past the end to the last one', async () => {
    await page.goto(`${list}?view=all&page=99`);
    await row('Printer on fire').waitFor();
  }, 120_000);

  it('is what “Back” of the browser leads to', async () => {
    await expect.poll(() => page.url()).toContain('limit=');
    await row('VPN is slow').getByRole('link').click();
    await isOpen(2);
    await page.goBack();
    await row('Printer on fire').waitFor();
    await page.evaluate(() => history.forward());
    await isOpen(2);
  }, 120_000);

  it('finds the tickets of a requester', async () => {
    await page.goto(list);
    // The CMS adds its own parameters to the address, in the place of a search that is quicker.
    await expect.poll(() => page.url()).toContain('limit=');
    const box = page.getByRole('searchbox', { name: 'Search' });
    await box.fill('ann mill');
    await box.press('Enter');
    await view('All', 4).and(page.locator('[aria-pressed="true"]')).waitFor();
    await page.waitForURL(/search=ann/);
    await box.fill('of no one');
    await box.press('Enter');
    await page.getByRole('heading', { name: 'No matching tickets' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await row('VPN is slow').waitFor();
  }, 120_000);

  it('keeps what is typed while it is filtered by something else', async () => {
    const release = await holdRequest(page, /status=open.*_rsc=/);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Open');
    const box = page.getByRole('searchbox', { name: 'Search' });
    await box.fill('vpn');
    release();
    await page.waitForURL(/status=open/);
    await page.getByRole('button', { name: 'Clear' }).waitFor();
    expect(await box.inputValue()).toBe('vpn');
    await box.press('Enter');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await row('Printer on fire').waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
  }, 120_000);

  it('changes several at once', async () => {
    const other = await admin.create('organizations', { name: 'Globex' });
    for (const [email, organization] of [
      ['rep@acme.example', acme],
      ['rep@globex.example', other],
    ] as const)
      await admin.create('users', {
        email,
        password: 'correct horse battery',
        role: 'representative',
        organizations: [organization],
      });
    await page.goto(list);
    await page.getByRole('checkbox', { name: 'Select #3' }).check();
    await page.getByRole('checkbox', { name: 'Select #4' }).check();
    await page.getByText('2 tickets selected').waitFor();
    await page.getByRole('combobox', { name: 'Assign to …' }).selectOption('Me');
    await page.getByRole('button', { name: 'Assign 2 tickets to Me' }).click();
    await page.getByRole('button', { name: 'Apply now' }).click();
    await view('Mine', 2).waitFor();
    await page.getByRole('checkbox', { name: 'Select #3' }).check();
    // Those who may be named for all of the chosen tickets.
    const people = page.getByRole('combobox', { name: 'Assign to …' }).getByRole('option');
    expect(await people.allTextContents()).toEqual([
      'Assign to …',
      'Me',
      'No one',
      'editor@example.com',
      'rep@acme.example',
    ]);
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('VIP');
    await page.keyboard.press('Enter');
    await row('Invoice is wrong').getByText('VIP').waitFor();
    // Another person has given it a tag since this list was read.
    await query(databaseUrl, `update tickets set tags = '["VIP", "of a colleague"]' where id = 3`);
    await page.getByRole('checkbox', { name: 'Select #3' }).check();
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('late');
    await page.keyboard.press('Enter');
    await row('Invoice is wrong').getByText('late').waitFor();
    await row('Invoice is wrong').getByText('of a colleague').waitFor();
    await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('vip');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  }, 120_000);

  it('keeps its filters while one goes into a ticket and back, by keyboard', async () => {
    await page.goto(`${list}?view=mine&order=created_at`);
    await view('Mine', 2).and(page.locator('[aria-pressed="true"]')).waitFor();
    await listensToKeys(page);
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await isOpen(3);
    await listensToKeys(page);
    await page.keyboard.press('j');
    await isOpen(4);
    await listensToKeys(page);
    await page.keyboard.press('u');
    await view('Mine', 2).and(page.locator('[aria-pressed="true"]')).waitFor();
    await row('Invoice is wrong').getByRole('link').click();
    await isOpen(3);
    await page.locator('.step-nav').getByRole('link', { name: 'Tickets' }).click();
    await view('Mine', 2).and(page.locator('[aria-pressed="true"]')).waitFor();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Next ticket').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }, 120_000);

  it('keeps views of one’s own', async () => {
    await page.goto(`${list}?view=all&priority=high`);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Important');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove “Important”' }).waitFor();
    // One chip is pressed, and each has its number.
    const pressed = page.locator('.portal-tickets__views [aria-pressed="true"]');
    expect(await pressed.allTextContents()).toEqual(['Important 4']);
    const other = await page.context().newPage();
    await other.goto(`${list}?view=all&priority=low`);
    await other.getByRole('button', { name: 'Important 4', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Closed');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Done');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove “Done”' }).waitFor();
    // The page shows it before it is stored.
    const stored = () =>
      query(databaseUrl, `select 1 from payload_preferences where value::text like '%"Done"%'`);
    await expect.poll(async () => (await stored()).length).toBe(1);
    // A tab that does not know of the second view keeps it.
    await other.getByRole('button', { name: 'Save this view' }).click();
    await other.getByRole('textbox', { name: 'Name of the view' }).fill('Quiet');
    await other.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Done', exact: true }).waitFor();
    await other.close();
    await page.getByRole('button', { name: 'Important 4', exact: true }).click();
    await expect.poll(() => page.url()).not.toContain('status=closed');
    expect(page.url()).toContain('priority=high');
    await page.getByRole('button', { name: 'Remove “Important” from your views' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Important' }).count()).toBe(0);
  }, 120_000);

  it('says how many replies have come since one looked, whatever the browser’s clock says', async () => {
    await page.clock.setSystemTime(Date.now() + 10 * 60_000);
    await query(databaseUrl, `delete from payload_preferences where key = 'portal-tickets-seen'`);
    await page.goto(ticketPage(1));
    await page.getByRole('heading', { name: 'No replies yet' }).waitFor();
    const seen = () =>
      query(databaseUrl, `select 1 from payload_preferences where key = 'portal-tickets-seen'`);
    await expect.poll(async () => (await seen()).length).toBe(1);
    // The page of the ticket would find the reply, and have seen it.
    await page.goto('about:blank');
    await query(
      databaseUrl,
      `insert into ticket_replies (ticket_id, organization_id, created_by_id, internal, text, body)
       values (1, 1, $1, false, 'Any news?', $2)`,
      [ann, JSON.stringify({ root: { type: 'root', version: 1, children: [] } })],
    );
    await page.goto(`${list}?view=all`);
    await row('Printer on fire').getByText('1 new').waitFor();
    await page.clock.setSystemTime(Date.now());
  }, 120_000);

  it('leads from the last ticket of its page to its next page', async () => {
    await page.goto(`${list}?view=all&order=created_at&limit=25`);
    await row('Printer on fire').waitFor();
    // The list stores its place again with the counts of the views.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const place = JSON.parse(sessionStorage.getItem('portal-tickets-place') ?? '{}');
      sessionStorage.setItem('portal-tickets-place', JSON.stringify({ ...place, nextPage: '/admin/next' }));
    });
    await row('Backup is missing').getByRole('link').click();
    await isOpen(4);
    await expect
      .poll(() => page.getByRole('link', { name: /^Next/ }).getAttribute('href'))
      .toBe('/admin/next');
  }, 120_000);
});

describe('an answer', () => {
  it('is in reach without scrolling, and its draft outlives a visit of another ticket', async () => {
    await page.goto(ticketPage(2));
    await editor(page).waitFor();
    const bottom = async () => {
      const box = await sendButton(page).boundingBox();
      return (box?.y ?? 1_000) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThanOrEqual(900);
    await type(page, 'Please restart the router.');
    await page.goto(ticketPage(3));
    await editor(page).waitFor();
    expect(await editor(page).textContent()).not.toContain('router');
    await page.goto(ticketPage(2));
    await editor(page).getByText('Please restart the router.').waitFor();
    await page.getByText(/Your draft from/).waitFor();
    expect(await page.getByText('A reply arrived').count()).toBe(0);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => editor(page).textContent()).not.toContain('router');
  }, 120_000);

  it('stands under a toolbar, and below a bar with the subject', async () => {
    await page.locator('.portal-composer .fixed-toolbar').waitFor();
    const bar = page.locator('.portal-ticket-bar');
    await bar.getByText('VPN is slow').waitFor();
    await expect.poll(async () => (await bar.boundingBox())?.y).toBeLessThan(200);
    await expect.poll(() => page.getByText('Last Modified').isVisible()).toBe(false);
    for (const field of ['organization', 'createdBy', 'source'])
      await expect.poll(() => page.locator(`#field-${field}`).isVisible()).toBe(false);
  }, 120_000);

  it('that is a note leaves the keys to the page', async () => {
    // The one that was discarded has left the focus to the next.
    await page.locator('.portal-ticket-bar').getByText('VPN is slow').click();
    await listensToKeys(page);
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Internal note' });
    await note.click();
    await page.keyboard.type('For us alone.');
    await expect.poll(() => note.textContent()).toBe('For us alone.');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('article', { name: /note by/i })
      .getByText('For us alone.')
      .waitFor();
    await expect.poll(() => note.or(editor(page)).textContent()).toBe('');
    await page.keyboard.press('r');
    await page.keyboard.type('Hello');
    await expect.poll(() => editor(page).textContent()).toBe('Hello');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect.poll(() => editor(page).textContent()).toBe('');
  }, 120_000);

  it('is sent once by two clicks, and its draft is gone', async () => {
    await type(page, 'Once is enough.');
    await sendButton(page).dblclick();
    await page
      .getByRole('article', { name: /Reply by/ })
      .getByText('Once is enough.')
      .waitFor();
    await expect.poll(() => editor(page).textContent()).not.toContain('enough');
    expect(await replies(2)).toEqual([{ text: 'Once is enough.' }]);
    await page.reload();
    await page.getByRole('article', { name: /Reply by/ }).waitFor();
    expect(await page.getByText(/Your draft from/).count()).toBe(0);
  }, 120_000);

  it('takes no letters while it is under way, which would be lost', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/answers', async (route) => {
      await held;
      await route.continue();
    });
    await type(page, 'Sent whole.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Sending …' }).waitFor();
    // Keys of the page are among them.
    await page.keyboard.type(' And more.');
    release();
    await page
      .getByRole('article', { name: /Reply by/ })
      .getByText('Sent whole.', { exact: true })
      .waitFor();
    await page.unroute('**/answers');
    // The focus is in the next one.
    await expect
      .poll(() => editor(page).evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.keyboard.type('Then another.');
    await expect.poll(() => editor(page).textContent()).toBe('Then another.');
    await sendButton(page).click();
    await expect
      .poll(async () => (await replies(2)).map(({ text }) => text))
      .toEqual(['Once is enough.', 'Sent whole.', 'Then another.']);
  }, 120_000);

  it('is the same in two tabs of one person', async () => {
    const other = await page.context().newPage();
    await expect.poll(() => editor(page).textContent()).toBe('');
    await type(page, 'In one tab.');
    await other.goto(ticketPage(2));
    await editor(other).getByText('In one tab.').waitFor();
    await sendButton(other).click();
    await expect.poll(() => editor(other).textContent()).not.toContain('tab');
    expect((await replies(2)).at(-1)?.text).toBe('In one tab.');
    await other.close();
    await expect.poll(() => editor(page).textContent()).not.toContain('tab');
  }, 120_000);

  it('resolves the ticket by one click', async () => {
    await page
      .getByRole('article', { name: /Reply by/ })
      .getByText('In one tab.')
      .waitFor();
    await type(page, 'It is done.');
    await page.getByRole('button', { name: 'Send and resolve' }).click();
    await page.getByText('The ticket is now resolved.').waitFor();
    expect(await query(databaseUrl, 'select status from tickets where id = 2')).toEqual([
      { status: 'resolved' },
    ]);
  }, 120_000);

  it('stays where it is while the server is away, and is sent then', async () => {
    await page.goto(ticketPage(3));
    await type(page, 'While you were away.');
    await page.context().setOffline(true);
    await sendButton(page).click();
    await page.getByRole('alert').getByText('could not be reached').waitFor();
    await editor(page).getByText('While you were away.').waitFor();
    await page.context().setOffline(false);
    await sendButton(page).click();
    await page
      .getByRole('article', { name: /Reply by/ })
      .getByText('While you were away.')
      .waitFor();
    expect(await replies(3)).toHaveLength(1);
  }, 120_000);

  it('outlives a reload while the server is away', async () => {
    await expect.poll(() => editor(page).textContent()).toBe('');
    await type(page, 'Typed before.');
    await page.context().setOffline(true);
    await sendButton(page).click();
    await page.getByRole('alert').getByText('could not be reached').waitFor();
    await editor(page).getByText('Typed before.').waitFor();
    await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    await page.context().setOffline(false);
    await page.goto(ticketPage(3));
    await editor(page).getByText('Typed before.').waitFor();
    await page.getByText(/Your draft from/).waitFor();
    await sendButton(page).click();
    await page
      .getByRole('article', { name: /Reply by/ })
      .getByText('Typed before.')
      .waitFor();
    expect((await replies(3)).map(({ text }) => text)).toEqual(['While you were away.', 'Typed before.']);
  }, 120_000);

  it('is kept when the session has ended, and found again after the login', async () => {
    edna = await admin.openAs({ email: 'edna@example.com', role: 'editor' });
    await edna.goto(ticketPage(4));
    await type(edna, 'Written with patience.');
    await edna.context().clearCookies();
    await sendButton(edna).click();
    await edna.getByRole('alert').getByText('You are no longer logged in').waitFor();
    const [login] = await Promise.all([
      edna.context().waitForEvent('page'),
      edna.getByRole('link', { name: 'Log in (in a new tab)' }).click(),
    ]);
    await login.getByRole('button', { name: 'Login' }).waitFor();
    await login.close();
    await editor(edna).getByText('Written with patience.').waitFor();
    await edna.request.post(`${admin.base}/api/users/login`, {
      data: { email: 'edna@example.com', password: 'correct horse battery' },
      headers: { Origin: admin.base },
    });
    await edna.goto(ticketPage(4));
    await editor(edna).getByText('Written with patience.').waitFor();
    await sendButton(edna).click();
    await edna
      .getByRole('article', { name: /Reply by/ })
      .getByText('Written with patience.')
      .waitFor();
  }, 120_000);

  it('waits for its writer to read what has arrived meanwhile', async () => {
    await edna.goto(ticketPage(1));
    await edna.getByRole('article', { name: /Reply by Ann/ }).waitFor();
    // Her page looks for replies every few seconds: it learns of this one after she has sent hers.
    let release = () => {};
    const sent = new Promise<void>((resolve) => {
      release = resolve;
    });
    await edna.route('**/api/ticket-replies?**', async (route) => {
      await sent;
      await route.continue();
    });
    await type(edna, 'I look into it.');
    await page.goto(ticketPage(1));
    await page.getByRole('article', { name: /Reply by Ann/ }).waitFor();
    await type(page, 'It is solved already.');
    await sendButton(page).click();
    await page.getByRole('article', { name: /Reply by boss/ }).waitFor();
    const answered = edna.waitForResponse('**/answers');
    await sendButton(edna).click();
    expect((await answered).status()).toBe(409);
    release();
    await edna
      .getByRole('article', { name: /Reply by boss/ })
      .getByText('It is solved already.')
      .waitFor();
    await editor(edna).getByText('I look into it.').waitFor();
    await edna.getByText('A reply arrived while you were writing').waitFor();
    expect(await replies(1)).toHaveLength(2);
    await sendButton(edna).click();
    await expect.poll(async () => (await replies(1)).length).toBe(3);
    await edna.unrouteAll({ behavior: 'wait' });
  }, 120_000);
});

describe('two people on one ticket', () => {
  const line = (on: Page) => on.locator('.portal-presence');

  /** Each look puts the clock forward, after which a page asks for all that it follows. */
  const seldom = { interval: 500 };

  // Both pages look at the ticket again by a clock that the tests put forward.
  beforeAll(async () => {
    for (const one of [page, edna]) await one.clock.install();
  });

  const open = async (on: Page, ticket: number): Promise<void> => {
    await on.goto(ticketPage(ticket));
    await editor(on).waitFor();
  };

  /** The text of a page's part once the page has looked again. */
  const textOf = async (on: Page, part: Locator): Promise<string | null> => {
    await on.clock.fastForward(10_000);
    return part.textContent();
  };

  it('see that the other has it open, writes, and is gone', async () => {
    for (const one of [page, edna]) await open(one, 4);
    const isSaid = (on: Page, said: string) => expect.poll(() => textOf(on, line(on)), seldom).toBe(said);
    await isSaid(page, 'edna@example.com has this ticket open.');
    await isSaid(edna, 'boss@example.com has this ticket open.');
    await type(edna, 'I have an idea.');
    await edna.clock.fastForward(10_000);
    await isSaid(page, 'edna@example.com is writing a reply.');
    expect(await seriousFindings(page, '.portal-ticket-head')).toEqual([]);
    await edna.reload();
    await editor(edna).getByText('I have an idea.').waitFor();
    await isSaid(page, 'edna@example.com has this ticket open.');
    await open(edna, 3);
    await isSaid(page, '');
  }, 120_000);

  it('see that the other has changed the status', async () => {
    await type(edna, 'Still writing.');
    await query(databaseUrl, `update tickets set status = 'closed' where id = 3`);
    await expect.poll(() => textOf(edna, edna.locator('#field-status')), seldom).toContain('Closed');
    const stays = edna.locator('.portal-composer select option').first();
    await expect.poll(() => stays.textContent()).toContain('Closed');
    await query(databaseUrl, `update tickets set status = 'open' where id = 3`);
  }, 120_000);

  it('see what the other has sent, without a reload', async () => {
    await open(page, 3);
    await type(page, 'Look at this.');
    await sendButton(page).click();
    await expect
      .poll(() => textOf(edna, edna.locator('.portal-conversation').first()), seldom)
      .toContain('Look at this.');
    await edna
      .getByRole('article', { name: /Reply by boss/ })
      .getByText('Look at this.')
      .waitFor();
  }, 120_000);

  it('keep their drafts if the CMS forgets them by its timer, though the session goes on, and a saved reply names them', async () => {
    await admin.create('saved-replies', { title: 'Greetings', body: 'Yours, {{agent.name}}' });
    await open(edna, 1);
    await type(edna, 'Written before.');
    // The login lasts two hours.
    const left = edna.waitForURL((url) => !url.pathname.endsWith('/1'));
    await edna.clock.fastForward('02:01:00');
    await left;
    await edna.waitForURL(ticketPage(1));
    await editor(edna).getByText('Written before.').waitFor();
    await editor(edna).click();
    await edna.getByRole('button', { name: 'Insert a saved reply' }).click();
    await edna.getByRole('option').filter({ hasText: 'Greetings' }).click();
    await editor(edna).getByText('Yours, edna@example.com').waitFor();
    await edna.reload();
    await editor(edna).getByText('Written before.').waitFor();
    await edna.context().close();
  }, 120_000);
});

describe('what stands beside the conversation', () => {
  it('is not left by a key without a question', async () => {
    await page.goto(`${list}?view=all&order=created_at`);
    await row('VPN is slow').getByRole('link').click();
    await isOpen(2);
    await page.getByRole('button', { name: 'Change subject and description' }).click();
    await page.locator('#field-subject').fill('VPN is slower');
    await page
      .getByRole('heading', { name: 'Reply or note' })
      .or(page.locator('.portal-ticket-head'))
      .first()
      .click();
    for (const key of ['u', 'j']) {
      await page.keyboard.press(key);
      await page.getByRole('heading', { name: 'Leave without saving' }).waitFor();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
    }
    await expect.poll(() => page.locator('#field-subject').inputValue()).toBe('VPN is slower');
  }, 120_000);

  it('is saved with the form', async () => {
    await page.goto(ticketPage(4));
    await page.locator('form[data-form-ready="true"]').first().waitFor();
    const tags = page.getByRole('combobox', { name: 'Tags' });
    // An input method has the Enter that ends it.
    await tags.focus();
    await compose(page, 'にほん');
    await expect.poll(() => tags.inputValue()).toBe('にほん');
    await tags.fill('printer');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag printer' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('successfully').first().waitFor();
    expect(await query(databaseUrl, 'select tags from tickets where id = 4')).toEqual([
      { tags: ['printer'] },
    ]);
  }, 120_000);

  it('offers no client as the assignee', async () => {
    await page.locator('#field-assignee').click();
    await page.locator('#field-assignee .rs__option').filter({ hasText: 'edna@example.com' }).waitFor();
    expect(
      await page.locator('#field-assignee .rs__option').filter({ hasText: 'ann@acme.example' }).count(),
    ).toBe(0);
  }, 120_000);

  it('is taken by one click', async () => {
    await query(databaseUrl, 'update tickets set assignee_id = null where id = 2');
    await page.goto(ticketPage(2));
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('The ticket is assigned to you now.').waitFor();
    expect(await query(databaseUrl, 'select assignee_id from tickets where id = 2')).toEqual([
      { assignee_id: 1 },
    ]);
    await page.locator('#field-assignee').getByText('boss@example.com').waitFor();
    for (const name of ['Status', 'Priority', 'Requester', 'Assignee'])
      await page.getByRole('combobox', { name, exact: true }).waitFor();
    expect(await seriousFindings(page, '.portal-ticket-head, .portal-conversation, .portal-tags')).toEqual(
      [],
    );
    await photograph(page, 'ticket-desk');
  }, 120_000);
});

describe('a view of more than 999 tickets', () => {
  it('is counted exactly once it is shown', async () => {
    await query(
      databaseUrl,
      `insert into tickets (subject, status, priority, organization_id, requester_id, waiting_for)
       select 'An old one', 'closed', 'low', organization_id, requester_id, 'client'
       from tickets, generate_series(1, 1100) where id = 1`,
    );
    const [{ total = 0 } = {}] = await query<{ total: number }>(
      databaseUrl,
      'select count(*)::int as total from tickets',
    );
    await page.goto(list);
    const all = page.getByRole('group', { name: 'Views' }).getByRole('button', { name: /^All / });
    await expect.poll(() => all.textContent()).toBe('All 999+');
    await all.click();
    await expect.poll(() => all.textContent()).toBe(`All ${total.toLocaleString('en')}`);
  }, 120_000);
});

describe('a page that does not show yet what others have done', () => {
  it('takes no ticket from a colleague by one click, and then shows whose it is', async () => {
    const taker = await admin.create('users', {
      email: 'taker@example.com',
      password: 'correct horse battery',
      role: 'editor',
    });
    await query(databaseUrl, 'update tickets set assignee_id = null where id = 2');
    await page.goto(ticketPage(2));
    const take = page.getByRole('button', { name: 'Assign to me' });
    await take.waitFor();
    await query(databaseUrl, 'update tickets set assignee_id = $1 where id = 2', [taker]);
    await take.click();
    await page.getByText('Someone else has changed').waitFor();
    const assignee = () => query(databaseUrl, 'select assignee_id from tickets where id = 2');
    expect(await assignee()).toEqual([{ assignee_id: taker }]);
    await page.locator('#field-assignee').getByText('taker@example.com').waitFor();
    await take.click();
    await page.getByText('The ticket is assigned to you now.').waitFor();
    expect(await assignee()).toEqual([{ assignee_id: 1 }]);
  }, 120_000);
});

describe('the search for a follower', () => {
  it('adds one, and removes none by a key', async () => {
    const [bea, bob] = [await client('bea'), await client('bob')];
    const id = await admin.create('tickets', {
      subject: 'Followed',
      organization: acme,
      requester: ann,
      followers: [bea],
    });
    await page.goto(ticketPage(id));
    await page.getByRole('button', { name: 'Add a follower' }).click();
    const search = page.locator('.portal-goes-to__choice input').first();
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('b');
    const options = page.locator('.portal-goes-to__choice .rs__option');
    await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining('bob@acme.example')]);
    for (const _ of [1, 2, 3]) await search.press('Backspace');
    await search.pressSequentially('bob');
    await expect.poll(() => options.count()).toBe(1);
    await search.press('Enter');
    const goesTo = page.locator('.portal-goes-to > .portal-muted');
    await expect.poll(() => goesTo.textContent()).toContain('bob@acme.example');
    const followers = `select users_id from tickets_rels where parent_id = $1 and path = 'followers' order by "order"`;
    expect(await query(databaseUrl, followers, [id])).toEqual([{ users_id: bea }, { users_id: bob }]);
  }, 120_000);

  const client = (name: string): Promise<number> =>
    admin.create('users', {
      email: `${name}@acme.example`,
      password: 'correct horse battery',
      role: 'client',
      organization: acme,
    });
});

it('an answer that one tab sends is not written on in another one, which has its next text and its focus after that', async () => {
  const id = await admin.create('tickets', { subject: 'In two tabs', organization: acme, requester: ann });
  await page.goto(ticketPage(id));
  const other = await page.context().newPage();
  await other.goto(ticketPage(id));
  await type(other, 'Side by side.');
  await editor(page).getByText('Side by side.').waitFor();
  await editor(page).click();
  const release = await holdRequest(other, '**/answers');
  await sendButton(other).click();
  const sending = page.getByRole('article', { name: 'Reply that is being sent' });
  await sending.getByText('Sending …').waitFor();
  expect(await editor(page).count()).toBe(0);
  // No key of the page is among them: the first one would assign the ticket.
  await page.keyboard.type('am');
  // A page asks for the result three seconds after the last sign that the reply is under way.
  await page.waitForTimeout(5_000);
  expect(await sending.count()).toBe(1);
  release();
  await expect.poll(() => replies(id)).toEqual([{ text: 'Side by side.' }]);
  for (const on of [page, other]) await expect.poll(() => editor(on).textContent()).toBe('');
  await expect.poll(() => editor(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Next.');
  await expect.poll(() => editor(page).textContent()).toBe('Next.');
  await expect.poll(() => editor(other).textContent()).toBe('Next.');
  expect(await query(databaseUrl, 'select assignee_id from tickets where id = $1', [id])).toEqual([
    { assignee_id: null },
  ]);
  await other.close();
}, 120_000);
