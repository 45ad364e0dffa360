import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authservId, inboundSecret, type Written, written } from '../support/mail/inbound.ts';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { holdRequest, photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';
import { type Dovecot, mailUser, startDovecot } from '../support/servers/dovecot.ts';

let admin: AdminBrowser;
let dovecot: Dovecot;
let databaseUrl: string;
let page: Page;
let list: string;

beforeAll(async () => {
  dovecot = await startDovecot();
  admin = await openAdmin({
    env: {
      INBOUND_ADDRESS: 'support@portal.test',
      INBOUND_SECRET: inboundSecret,
      INBOUND_HTTP_TRUSTED_AUTHSERV_ID: authservId,
    },
  });
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  list = `${admin.base}/admin/collections/inbound-mails`;
  await query(databaseUrl, `insert into organizations (name) values ('Acme'), ('Globex')`);
  await query(
    databaseUrl,
    `insert into users (email, role, organization_id) values ('ann@acme.example', 'client', 1)`,
  );
  await query(
    databaseUrl,
    `insert into tickets (subject, status, priority, organization_id) values ('Printer on fire', 'resolved', 'high', 1)`,
  );
}, 600_000);

afterAll(async () => {
  await admin?.close();
  await dovecot?.close();
});

const receive = async (message: Written): Promise<void> => {
  const response = await fetch(`${admin.portal.url}/api/portal/v1/inbound`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${inboundSecret}`, 'Content-Type': 'message/rfc822' },
    body: written(message),
  });
  const { id } = (await response.json()) as { id: string };
  await expect
    .poll(() => query(databaseUrl, 'select 1 from inbound_mails where id = $1 and outcome is not null', [id]))
    .toHaveLength(1);
};

const row = (text: string) => page.locator('.portal-table tbody tr').filter({ hasText: text });

const checkPage = async (name: string): Promise<void> => {
  await photograph(page, name);
  expect(await seriousFindings(page, '.portal-list, .portal-page')).toEqual([]);
};

describe('mail in', () => {
  it('says what to do next while it is empty', async () => {
    await page.goto(list);
    await page.getByRole('heading', { name: 'No mails yet' }).waitFor();
    await checkPage('mail-in-empty');
  }, 120_000);

  it('opens with what waits, each with its reason in words', async () => {
    await receive({
      from: 'Zoe Martin <zoe@startup.example>',
      subject: 'Can you help us with our website?',
      text: 'Hello,\n\nwe were referred to you by Acme. Our shop is down since yesterday evening.\n\nZoe Martin',
    });
    await receive({ from: 'ann@acme.example', subject: 'Invoice', dmarc: 'fail', text: 'Pay here.' });
    await receive({
      from: 'bob@elsewhere.example',
      subject: 'Re: [#1] Printer on fire',
      text: 'Mine burns, too.',
    });
    await receive({
      from: 'news@shop.example',
      subject: 'Our newsletter',
      headers: ['List-Id: <n.shop.example>'],
    });
    await receive({ from: 'ann@acme.example', subject: 'The VPN is slow', text: 'Since Monday.' });
    await page.goto(list);
    await row('Can you help us').waitFor();
    await expect.poll(() => row('Can you help us').textContent()).toContain('Unknown sender');
    await expect.poll(() => row('Invoice').textContent()).toContain('possibly forged');
    expect(await row('Our newsletter').count()).toBe(0);
    await checkPage('mail-in');
    await page.getByRole('button', { name: /^Ignored/ }).click();
    await row('Our newsletter').waitFor();
    await page.getByRole('button', { name: /^All/ }).click();
    await row('The VPN is slow').waitFor();
  }, 120_000);

  it('is found by its sender', async () => {
    await page.getByLabel('Sender').fill('startup');
    await page.getByRole('button', { name: 'Search' }).click();
    await row('Invoice').waitFor({ state: 'detached' });
    await expect.poll(() => row('Can you help us').count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await row('Invoice').waitFor();
  }, 60_000);

  it('shows a message as text, with what can be done', async () => {
    await page.goto(list);
    await page.getByRole('link', { name: 'Can you help us with our website?' }).click();
    await page.getByText('Our shop is down since yesterday evening.').waitFor();
    await checkPage('mail-in-message');
  }, 60_000);

  it('shows a message as it was formatted, in a frame that reaches nothing, and processes it again', async () => {
    const name = 'The message as its sender formatted it';
    await page.getByText(name).first().click();
    const frame = page.frameLocator(`iframe[title="${name}"]`);
    await frame.getByText('Our shop is down since yesterday evening.').waitFor();
    await photograph(page, 'mail-in-formatted');
    const processed = () =>
      query<{ at: Date }>(
        databaseUrl,
        `select processed_at as at from inbound_mails where subject like 'Can you help%'`,
      );
    const [before] = await processed();
    const again = page.getByRole('button', { name: 'Process again' });
    await again.click();
    await expect.poll(async () => Number((await processed())[0]?.at)).toBeGreaterThan(Number(before?.at));
    await again.waitFor();
    await page.getByText('No user has this address.').waitFor();
  }, 60_000);

  it('shows a message that is being processed until it has an outcome', async () => {
    const settle = (outcome: string | null) =>
      query(databaseUrl, `update inbound_mails set outcome = $1 where subject like 'Can you help%'`, [
        outcome,
      ]);
    await settle(null);
    await page.reload();
    await page.getByText('The message was received and will be processed in a moment.').waitFor();
    await settle('held');
    await page.getByText('No user has this address.').waitFor();
  }, 60_000);

  it('makes a message the ticket of a new person', async () => {
    await page.getByLabel('Organization').selectOption({ label: 'Globex' });
    await page.getByRole('button', { name: 'Create the ticket' }).click();
    await page.waitForURL(/collections\/tickets\/\d+$/);
    await page.getByText('Our shop is down since yesterday evening.').first().waitFor();
    expect(
      await query(databaseUrl, `select organization_id from users where email = 'zoe@startup.example'`),
    ).toEqual([{ organization_id: 2 }]);
  }, 60_000);

  it('puts a message on a ticket, where it says that it came by mail', async () => {
    await page.goto(list);
    await page.getByRole('link', { name: 'Re: [#1] Printer on fire' }).click();
    await page.getByRole('heading', { name: 'Add to a ticket' }).waitFor();
    await expect.poll(() => page.getByLabel('Ticket').inputValue()).toBe('#1 Printer on fire');
    await page.getByLabel('Ticket').fill('1 printer burns');
    await page.getByRole('button', { name: 'Add to the ticket' }).click();
    await page.getByText('Enter the number of a ticket, or choose one from the list.').waitFor();
    await page.getByLabel('Ticket').fill('999');
    await page.getByRole('button', { name: 'Add to the ticket' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add this message to a ticket?' });
    await dialog.getByText('There is no ticket 999.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByLabel('Ticket').fill('#1 Printer on fire');
    await page.getByRole('button', { name: 'Add to the ticket' }).click();
    await dialog.getByText('#1 Printer on fire').waitFor();
    await dialog.getByRole('button', { name: 'Add the message to #1' }).click();
    await page.waitForURL(/collections\/tickets\/1$/);
    const reply = page.getByRole('article', { name: 'Reply by bob@elsewhere.example' });
    await reply.waitFor();
    await expect.poll(() => reply.textContent()).toContain('by mail');
  }, 60_000);

  it('offers the login beside the list if the session has ended', async () => {
    await page.goto(list);
    await page.getByRole('checkbox', { name: 'Select all waiting messages' }).check();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Mark as spam' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as spam' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Log in (in a new tab)' }).waitFor();
    await page.context().addCookies(cookies);
    expect(await row('Invoice').getByRole('checkbox').isChecked()).toBe(true);
  }, 60_000);

  it('discards many at once, by keyboard', async () => {
    for (const number of [1, 2])
      await receive({ from: 'spam@spam.example', subject: `Win a prize ${number}` });
    await page.goto(list);
    await row('Win a prize 1').waitFor();
    await page.getByLabel('Select all waiting messages').focus();
    await page.keyboard.press('Space');
    await page.locator('.portal-inbound__bar').getByRole('button', { name: 'Discard' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Discard' }).focus();
    await page.keyboard.press('Enter');
    await row('Win a prize 1').getByText('Discarded').waitFor();
    expect(await query(databaseUrl, `select 1 from inbound_mails where outcome = 'held'`)).toEqual([]);
    await checkPage('mail-in-discarded');
  }, 60_000);

  it('is blocked by its sender, whose next message is set aside, and let in again under Settings', async () => {
    await receive({ from: 'Deals <deals@spam.example>', subject: 'Buy now' });
    await page.goto(list);
    await page.getByRole('link', { name: 'Buy now' }).click();
    await page.getByRole('button', { name: 'Block this sender' }).click();
    const dialog = page.getByRole('dialog', { name: 'Block deals@spam.example?' });
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await page.waitForURL(/inbound-mails(\?|$)/);
    await receive({ from: 'deals@spam.example', subject: 'Buy again' });
    await page.goto(`${list}?outcome=ignored`);
    await row('Buy again').getByText('Blocked sender').waitFor();
    await page.getByRole('link', { name: 'Buy again' }).click();
    await page.getByText('deals@spam.example is blocked.').waitFor();
    await checkPage('mail-in-blocked');
    await page.goto(`${admin.base}/admin/globals/portal-settings/mail-in`);
    const blocked = page.getByRole('region', { name: 'Blocked senders' });
    await blocked.getByText('deals@spam.example').waitFor();
    expect(await seriousFindings(page, '[aria-labelledby=portal-blocked]')).toEqual([]);
    await photograph(page, 'blocked-senders');
    await blocked.getByRole('button', { name: 'Unblock deals@spam.example' }).click();
    await blocked.getByText('No one is blocked.').waitFor();
  }, 120_000);

  it('is connected under Settings, which tries the mailbox and shows the server’s words', async () => {
    await page.goto(`${admin.base}/admin/globals/portal-settings/mail-in`);
    await page.locator('#field-inbound__imap__host').fill('127.0.0.1');
    await page.locator('#field-inbound__imap__port').fill(String(dovecot.port));
    await page.locator('#field-inbound__imap__secure').uncheck();
    await page.locator('#field-inbound__imap__user').fill(mailUser.user);
    await page.locator('#field-inbound__imap__password').fill('wrong');
    const saveFirst = page
      .getByRole('region', { name: 'Incoming mail' })
      .getByText('Save first: the test uses the stored settings.');
    await saveFirst.waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Test the mailbox' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Updated successfully').first().waitFor();
    await page.getByRole('button', { name: 'Test the mailbox' }).click();
    await page.getByText('[AUTHENTICATIONFAILED] Authentication failed.').first().waitFor();
    await page.locator('#field-inbound__imap__password').fill(mailUser.password);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saveFirst.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test the mailbox' }).click();
    await page.getByText(/It works\. The mailbox has \d+ messages/).waitFor();
    await photograph(page, 'mail-in-settings');
    expect(await seriousFindings(page, '[aria-labelledby=portal-mailbox]')).toEqual([]);
  }, 120_000);

  it('is told of on the dashboard', async () => {
    await receive({ from: 'stranger@elsewhere.example', subject: 'Hello' });
    await page.goto(`${admin.base}/admin`);
    await page.getByRole('link', { name: '1 Held' }).click();
    await row('Hello').waitFor();
    // The browser notes the request without a session.
    expect(admin.consoleErrors.filter((error) => !/status of 401/.test(error))).toEqual([]);
  }, 60_000);

  const checkDialog = async (name: string): Promise<void> => {
    await photograph(page, name);
    expect(await seriousFindings(page, '.portal-dialog__box')).toEqual([]);
  };

  /** Chooses two messages of two senders in the list. */
  const chooseTwo = async (subject: string): Promise<void> => {
    for (const [index, from] of ['one@two.example', 'other@two.example'].entries())
      await receive({ from, subject: `${subject} ${index}`, text: subject });
    await page.goto(list);
    for (const index of [0, 1]) await row(`${subject} ${index}`).getByRole('checkbox').check();
  };

  it('asks before many are marked as spam, and a double click is one act', async () => {
    await chooseTwo('Cheap watches');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/\/inbound-mails\/\d+\/spam$/.test(request.url())) sent.push(request.url());
    });
    await page.locator('.portal-inbound__bar').getByRole('button', { name: 'Mark as spam' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Mark 2 messages as spam?' });
    await dialog.getByText('They are from 2 senders: other@two.example, one@two.example.').waitFor();
    expect(sent).toEqual([]);
    await checkDialog('mail-in-spam');
    const release = await holdRequest(page, '**/inbound-mails/*/spam');
    await dialog.getByRole('button', { name: 'Mark 2 messages as spam' }).dblclick();
    await dialog.getByRole('button', { name: 'Marking …' }).waitFor();
    release();
    await dialog.waitFor({ state: 'hidden' });
    expect([sent.length, new Set(sent).size]).toEqual([2, 2]);
    await page.goto(`${list}?outcome=ignored`);
    for (const index of [0, 1]) await row(`Cheap watches ${index}`).getByText('Spam').waitFor();
  }, 120_000);

  it('names the ticket and the senders before many are added to it', async () => {
    const replies = () =>
      query(databaseUrl, `select 1 from ticket_replies where text like 'My fax burns%' and ticket_id = 1`);
    await chooseTwo('My fax burns');
    const bar = page.locator('.portal-inbound__bar');
    const dialog = page.getByRole('dialog', { name: 'Add 2 messages to a ticket?' });
    await bar.getByRole('textbox').fill('#99');
    await bar.getByRole('button', { name: 'Add to the ticket' }).click();
    await dialog.getByText('There is no ticket #99.').waitFor();
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Cancel']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await query(
      databaseUrl,
      `update tickets set requester_id = (select id from users where email like 'ann@%') where id = 1`,
    );
    await bar.getByRole('textbox').fill('1');
    await bar.getByRole('button', { name: 'Add to the ticket' }).click();
    await dialog.getByText('They are from 2 senders').waitFor();
    const facts = await dialog.getByRole('definition').allTextContents();
    expect(facts).toEqual(['#1 Printer on fire', 'ann@acme.example', 'Acme']);
    expect(await replies()).toEqual([]);
    await checkDialog('mail-in-add');
    await dialog.getByRole('button', { name: 'Add 2 messages to #1' }).dblclick();
    await dialog.waitFor({ state: 'hidden' });
    expect(await replies()).toHaveLength(2);
    expect(
      await query(
        databaseUrl,
        `select 1 from inbound_mails where subject like 'My fax burns%' and outcome = 'reply'`,
      ),
    ).toHaveLength(2);
    await expect.poll(() => bar.getByRole('textbox').inputValue()).toBe('');
  }, 120_000);

  it('asks before a message is marked as spam on its own page', async () => {
    await receive({ from: 'one@two.example', subject: 'Cheap shoes' });
    await page.goto(list);
    await page.getByRole('link', { name: 'Cheap shoes' }).click();
    await page.getByRole('button', { name: 'Mark as spam' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark this message as spam?' });
    const before = page.url();
    await dialog.getByRole('button', { name: 'Mark as spam' }).click();
    await page.waitForURL((url) => url.href !== before);
    await expect
      .poll(() => query(databaseUrl, `select reason from inbound_mails where subject = 'Cheap shoes'`))
      .toEqual([{ reason: 'spam' }]);
  }, 60_000);

  it('keeps the question with the refusal when a colleague has decided on all messages meanwhile', async () => {
    await query(databaseUrl, `update inbound_mails set outcome = 'discarded' where outcome = 'held'`);
    await chooseTwo('Old news');
    await page.locator('.portal-inbound__bar').getByRole('button', { name: 'Mark as spam' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark 2 messages as spam?' });
    const confirm = dialog.getByRole('button', { name: 'Mark 2 messages as spam' });
    await confirm.waitFor();
    await query(databaseUrl, `update inbound_mails set outcome = 'discarded' where outcome = 'held'`);
    await confirm.click();
    await dialog.getByRole('alert').waitFor();
    await page.locator('.portal-inbound__bar').waitFor({ state: 'detached' });
    await dialog.getByRole('alert').waitFor();
    await confirm.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }, 60_000);

  it('names an organization without a name by its id', async () => {
    await chooseTwo('My desk burns');
    const bar = page.locator('.portal-inbound__bar');
    const found = { id: 1, subject: 'Printer on fire', organization: { id: 7 } };
    await page.route('**/api/tickets?where*', (route) => route.fulfill({ json: { docs: [found] } }));
    await bar.getByRole('textbox').fill('1');
    await bar.getByRole('button', { name: 'Add to the ticket' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 2 messages to a ticket?' });
    await dialog.getByText('They are from 2 senders').waitFor();
    expect(await dialog.getByRole('definition').last().textContent()).toBe('7');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.unrouteAll({ behavior: 'wait' });
  }, 60_000);
});
