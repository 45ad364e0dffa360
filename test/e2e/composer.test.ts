import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { compose } from '../support/pages/composition.ts';
import { holdRequest, photograph, seriousFindings } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let acme: number;
let zoe: number;
let ticket: number;

beforeAll(async () => {
  admin = await openAdmin({
    env: { MAX_UPLOAD_BYTES: '1000000', REPLY_UNDO_SECONDS: '30' },
  });
  databaseUrl = admin.databaseUrl;
  page = admin.page;
  const globex = await admin.create('organizations', { name: 'Globex' });
  acme = await admin.create('organizations', { name: 'Acme' });
  // The first of all folders is another client's.
  await admin.create('folders', { name: 'Aardvark', organization: globex });
  await admin.create('folders', { name: 'Contracts', organization: globex });
  await admin.create('folders', { name: 'Contracts', organization: acme });
  zoe = await admin.create('users', {
    email: 'zoe@acme.example',
    name: 'Zoe',
    password: 'correct horse battery',
    role: 'client',
    organization: acme,
  });
  await admin.create('saved-replies', { title: 'Thanks', body: 'Thank you for your patience.' });
}, 600_000);

afterAll(() => admin?.close());

const editor = () => page.getByRole('textbox', { name: 'Reply to the client' });

/** Replies and files of the ticket that the tests before have left on it. */
let former = { replies: 0, files: 0 };

const openTicket = async () => {
  ticket = await admin.create('tickets', { subject: 'A question', organization: acme, requester: zoe });
  former = { replies: 0, files: 0 };
  await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
  await editor().click();
};

/** Goes on with the page of the test before, whose composer is empty again. */
const goOn = async () => {
  await expect.poll(() => editor().textContent()).toBe('');
  await expect.poll(kept).toBeNull();
  former = { replies: 0, files: 0 };
  former = { replies: (await sent()).length, files: (await filesOf()).length };
  await editor().click();
};

const send = () => page.getByRole('button', { name: 'Send reply' }).click();

const sendNow = async () => {
  await send();
  await page.getByRole('button', { name: 'Send now' }).click();
};

const undo = () => page.getByRole('button', { name: 'Undo' });

/** Holds back the next request to an address, until it may go on. */
const holdBack = async (address: string) => {
  let goOn = () => {};
  const free = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const hold: Parameters<Page['route']>[1] = async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    begin();
    await free;
    await route.continue();
  };
  await page.route(address, hold);
  return { begun, goOn: () => goOn() };
};

const insertThanks = async (by: 'mouse' | 'key') => {
  await page.getByRole('button', { name: 'Insert a saved reply' }).click();
  const option = page.getByRole('option').filter({ hasText: 'Thanks' });
  await option.waitFor();
  if (by === 'mouse') await option.click();
  else await page.keyboard.press('Enter');
  await editor().getByText('Thank you for your patience.').waitFor();
};

const paste = (data: Readonly<Record<string, string>>, picture?: string) =>
  editor().evaluate(
    (target, [texts, name]) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
      if (name) {
        const png = Uint8Array.from(
          atob(
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          ),
          (letter) => letter.charCodeAt(0),
        );
        clipboardData.items.add(new File([png], name, { type: 'image/png' }));
      }
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [data, picture] as const,
  );

const kept = () =>
  page.evaluate(
    (id) => localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith(`:${id}`)) ?? ''),
    ticket,
  );

const sent = () =>
  query<{ text: string }>(
    databaseUrl,
    'select text from ticket_replies where ticket_id = $1 order by id offset $2',
    [ticket, former.replies],
  );

const ways: [string, string, () => Promise<void>][] = [
  ['typed', 'Hi Zoe!', () => page.keyboard.type('Hi Zoe!')],
  ['pasted', 'Hi pasted', () => paste({ 'text/plain': 'Hi pasted' })],
  ['dictated', 'Hi dictated', () => page.keyboard.insertText('Hi dictated')],
  ['inserted alone', 'Thank you for your patience.', () => insertThanks('mouse')],
  [
    'inserted after typing, by mouse',
    'Hi Zoe! Thank you for your patience.',
    async () => {
      await page.keyboard.type('Hi Zoe! ');
      await insertThanks('mouse');
    },
  ],
  [
    'inserted after typing, by key',
    'Hi Zoe! Thank you for your patience.',
    async () => {
      await page.keyboard.type('Hi Zoe! ');
      await insertThanks('key');
    },
  ],
  [
    'composed by an input method',
    'にほん',
    async () => {
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
      await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
      await session.send('Input.insertText', { text: 'にほん' });
    },
  ],
  [
    'left by an undo',
    'Hi Zoe!',
    async () => {
      await page.keyboard.type('Hi Zoe!');
      // The history takes what comes within a second for one step.
      await page.waitForTimeout(1_500);
      await paste({ 'text/plain': ' Never mind.' });
      await editor().getByText('Never mind.').waitFor();
      await page.keyboard.press('Control+z');
    },
  ],
];

describe('what the composer shows', () => {
  // A composer that has sent a reply is empty again: all are written in one page.
  beforeAll(openTicket, 120_000);

  it.each(ways)(
    'is kept and sent if it was %s',
    async (_way, text, write) => {
      const before = await sent();
      await editor().click();
      await write();
      await expect.poll(() => editor().textContent()).toBe(text);
      await expect.poll(kept).toContain(text);
      // What an undo takes back contains the text, too.
      await expect.poll(kept).not.toContain('Never mind.');
      await sendNow();
      await expect.poll(sent).toEqual([...before, { text }]);
      await expect.poll(kept).toBeNull();
      await expect.poll(() => editor().textContent()).toBe('');
    },
    120_000,
  );
});

const chips = () => page.getByRole('list', { name: 'Files of this reply' }).getByRole('listitem');

const filesOf = () =>
  query<{ name: string; internal: boolean; isSent: boolean; folder: string; organization: number }>(
    databaseUrl,
    `select p.name, p.internal, p.reply_id is not null as "isSent", f.name as folder, p.organization_id as organization
     from files p join folders f on f.id = p.folder_id where p.ticket_id = $1 order by p.id offset $2`,
    [ticket, former.files],
  );

const drop = (target: Locator, name: string) =>
  target.evaluate((box, fileName) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], fileName, { type: 'text/plain', lastModified: 1 }));
    box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, name);

describe('a file', () => {
  it.each([
    ['pasted', {}],
    ['copied from a page', { 'text/html': '<img src="https://example.com/a.png">' }],
  ])(
    'that is %s belongs to the reply that is written, and no form asks where it goes',
    async (_way, data) => {
      await goOn();
      await page.keyboard.type('See the picture.');
      await paste(data, 'image.png');
      await expect.poll(() => chips().count()).toBe(1);
      await expect.poll(() => chips().textContent()).toMatch(/^screenshot-\d{14}\.png \d+ bytes/);
      expect(await page.getByRole('dialog').count()).toBe(0);
      const place = { folder: 'Ticket files', organization: acme };
      // Until it is sent, clients do not see it.
      expect(await filesOf()).toEqual([expect.objectContaining({ ...place, internal: true, isSent: false })]);
      expect(await seriousFindings(page, '.portal-composer')).toEqual([]);
      await photograph(page, 'composer-picture');
      await sendNow();
      await expect.poll(sent).toEqual([{ text: 'See the picture.' }]);
      await expect.poll(() => chips().count()).toBe(0);
      const picture = page
        .getByRole('article', { name: /Reply by/ })
        .nth(former.replies)
        .getByRole('list')
        .locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
      expect(await filesOf()).toEqual([expect.objectContaining({ ...place, internal: false, isSent: true })]);
      await photograph(page, 'conversation-picture');
    },
    120_000,
  );

  it('chosen by the button is kept with the draft, and removed again; one that is refused says why', async () => {
    await goOn();
    const choose = page.getByLabel('Files for this message');
    await choose.setInputFiles([
      { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') },
      { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('wrong') },
    ]);
    await expect.poll(() => chips().count()).toBe(2);
    // There is no text yet: the files alone are a draft.
    await page.reload();
    await expect.poll(() => chips().count()).toBe(2);
    await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
    await expect.poll(() => chips().allTextContents()).toEqual([expect.stringContaining('plan.txt')]);
    await expect.poll(async () => (await filesOf()).map(({ name }) => name)).toEqual(['plan.txt']);
    await choose.setInputFiles([
      { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(2_000_000) },
    ]);
    await page.getByRole('alert').getByText('large.bin: ').waitFor();
    await expect.poll(() => chips().count()).toBe(1);
    await photograph(page, 'composer-refused');
    await page.setViewportSize({ width: 390, height: 844 });
    await photograph(page, 'composer-files-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Keep' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await chips().count()).toBe(1);
    await page.getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(filesOf).toEqual([]);
  }, 120_000);

  it('dropped into an internal note stays hidden from clients with it', async () => {
    await goOn();
    await page.getByRole('radio', { name: 'Internal note' }).check();
    const note = page.getByRole('textbox', { name: 'Internal note' });
    await note.click();
    await page.keyboard.type('For us.');
    await drop(note, 'secret.txt');
    await expect.poll(() => chips().count()).toBe(1);
    await page.getByRole('button', { name: 'Add internal note' }).click();
    const shown = page.getByRole('article', { name: /note/i }).getByRole('link', { name: /secret\.txt/ });
    await shown.waitFor();
    expect(await filesOf()).toEqual([expect.objectContaining({ internal: true, isSent: true })]);
  }, 120_000);

  it('is stored once if the response to it is lost, and it is chosen again', async () => {
    await openTicket();
    const address = '**/api/portal/v1/tickets/*/files';
    await page.route(address, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await drop(editor(), 'once.txt');
    await page.getByText('once.txt: The portal could not be reached.').waitFor();
    await page.unroute(address);
    await drop(editor(), 'once.txt');
    await expect.poll(() => chips().allTextContents()).toEqual([expect.stringContaining('once.txt')]);
    expect((await filesOf()).map(({ name }) => name)).toEqual(['once.txt']);
  }, 120_000);

  it('is left out of a text that is pasted with it', async () => {
    await openTicket();
    await paste({ 'text/html': '<p>Hello <img src="https://example.com/a.png"></p>' }, 'image.png');
    await expect.poll(async () => (await editor().textContent())?.trim()).toBe('Hello');
    expect(await filesOf()).toEqual([]);
  }, 120_000);
});

describe('while it is being sent', () => {
  afterEach(() => page.unrouteAll({ behavior: 'wait' }));

  it('a picture that is pasted goes with the reply that waits for another one', async () => {
    await openTicket();
    await page.keyboard.type('See the two pictures.');
    const upload = await holdBack('**/api/portal/v1/tickets/*/files');
    await paste({}, 'one.png');
    await upload.begun;
    await send();
    await page.getByText('Sending …').first().waitFor();
    await paste({}, 'two.png');
    upload.goOn();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(sent).toEqual([{ text: 'See the two pictures.' }]);
    const picture = (name: string) => expect.objectContaining({ name, internal: false, isSent: true });
    // Whichever upload ends first has the lower id.
    await expect.poll(filesOf).toEqual(expect.arrayContaining(['one.png', 'two.png'].map(picture)));
    await expect.poll(kept).toBeNull();
    await expect.poll(() => chips().count()).toBe(0);
  }, 120_000);

  it('a file that is refused while the reply waits for it keeps the reply back, under its own name', async () => {
    await goOn();
    await page.keyboard.type('See the attachment.');
    const choose = (name: string, size: number) =>
      page
        .getByLabel('Files for this message')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') });
    const upload = await holdBack('**/api/portal/v1/tickets/*/files');
    await choose('contract.txt', 1_500_000);
    await upload.begun;
    await choose('terms.txt', 20);
    await send();
    await page.getByText('Sending …').first().waitFor();
    upload.goOn();
    await page.getByText('A file or a saved reply could not be added.').waitFor();
    await page.getByText(/^contract\.txt: /).waitFor();
    await expect.poll(() => chips().allTextContents()).toEqual([expect.stringContaining('terms.txt')]);
    expect(await editor().textContent()).toBe('See the attachment.');
    expect(await sent()).toEqual([]);
    await sendNow();
    await expect.poll(sent).toEqual([{ text: 'See the attachment.' }]);
  }, 120_000);

  it('a picture that was on its way when the ticket was left and opened again goes with the reply', async () => {
    await goOn();
    await page.keyboard.type('First words. ');
    const upload = await holdBack('**/api/portal/v1/tickets/*/files');
    await paste({}, 'one.png');
    await upload.begun;
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL(/collections\/tickets(\?|$)/);
    await page.goBack();
    await expect.poll(() => editor().textContent()).toBe('First words. ');
    await editor().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Second words.');
    await send();
    await page.getByText('Sending …').first().waitFor();
    upload.goOn();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(sent).toEqual([{ text: 'First words. Second words.' }]);
    await expect.poll(filesOf).toEqual([expect.objectContaining({ internal: false, isSent: true })]);
    await expect.poll(kept).toBeNull();
  }, 120_000);

  it('a picture that was on its way when the ticket was merged goes with the reply on the other one', async () => {
    await openTicket();
    const target = await admin.create('tickets', { subject: 'Another', organization: acme, requester: zoe });
    await page.keyboard.type('See the picture.');
    const upload = await holdBack('**/api/portal/v1/tickets/*/files');
    await paste({}, 'one.png');
    await upload.begun;
    const merging = { data: { into: String(target) }, headers: { Origin: admin.base } };
    await page.request.post(`${admin.base}/api/portal/v1/tickets/${ticket}/merge`, merging);
    await page.getByRole('link', { name: `Merged into #${target}` }).click();
    await page.waitForURL(new RegExp(`tickets/${target}$`));
    ticket = target;
    await expect.poll(() => editor().textContent()).toBe('See the picture.');
    await send();
    await page.getByText('Sending …').first().waitFor();
    upload.goOn();
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(sent).toEqual([{ text: 'See the picture.' }]);
    await expect.poll(filesOf).toEqual([expect.objectContaining({ internal: false, isSent: true })]);
    await expect.poll(kept).toBeNull();
  }, 120_000);

  it('or before its editor is there, nothing is sent and no saved reply is lost', async () => {
    const inserting = page.getByRole('button', { name: 'Insert a saved reply' });
    const sending = page.getByRole('button', { name: 'Send reply' });
    ticket = await admin.create('tickets', { subject: 'A question', organization: acme, requester: zoe });
    const address = `${admin.base}/admin/collections/tickets/${ticket}`;
    const drawn = await holdBack(address);
    await page.goto(address);
    await drawn.begun;
    await inserting.waitFor();
    expect([await inserting.isDisabled(), await sending.isDisabled()]).toEqual([true, true]);
    drawn.goOn();
    await insertThanks('mouse');
    await expect.poll(kept).toContain('Thank you');
    await inserting.click();
    const option = page.getByRole('option').filter({ hasText: 'Thanks' });
    await option.waitFor();
    // The text of another tab has another editor. A second after the last letter a person no longer counts as writing.
    await page.waitForTimeout(1_500);
    const drawnAgain = await holdBack(address);
    await page.evaluate((id) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith(`:${id}`)) ?? '';
      localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace('Thank you', 'Many thanks'));
      dispatchEvent(new StorageEvent('storage', { key }));
    }, ticket);
    await drawnAgain.begun;
    await page.getByText('Many thanks for your patience.').waitFor();
    await option.click();
    await page.getByText('The text was not inserted').waitFor();
    drawnAgain.goOn();
    await expect.poll(() => editor().textContent()).toBe('Many thanks for your patience.');
    await sendNow();
    await expect.poll(sent).toEqual([{ text: 'Many thanks for your patience.' }]);
  }, 120_000);

  it('words of an input method, which cannot be refused, and a file stay for the next note', async () => {
    await openTicket();
    await page.getByRole('radio', { name: 'Internal note' }).check();
    const note = page.getByRole('textbox', { name: 'Internal note' });
    await note.click();
    await page.keyboard.type('For us.');
    const answer = await holdBack('**/answers');
    await page.getByRole('button', { name: 'Add internal note' }).click();
    await answer.begun;
    await note.focus();
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await session.send('Input.insertText', { text: 'にほん' });
    await expect.poll(() => note.textContent()).toContain('にほん');
    await drop(note, 'late.txt');
    await expect.poll(() => chips().count()).toBe(1);
    answer.goOn();
    await expect.poll(sent).toEqual([{ text: 'For us.' }]);
    await page.getByRole('article', { name: /note/i }).getByText('For us.').waitFor();
    expect(await note.textContent()).toContain('にほん');
    await expect.poll(kept).toContain('にほん');
    await page.reload();
    await expect.poll(() => note.textContent()).toContain('にほん');
    await expect.poll(() => chips().textContent()).toContain('late.txt');
  }, 120_000);
});

describe('a folder', () => {
  it('is offered with its organization', async () => {
    await page.goto(`${admin.base}/admin/collections/files`);
    const folders = page.getByRole('combobox', { name: 'Folder' }).locator('option');
    await expect.poll(() => folders.allTextContents()).toContain('Contracts, Globex');
    await page.goto(`${admin.base}/admin/collections/files/create`);
    await page.locator('#field-folder').fill('contracts acme');
    await page.getByText('Contracts, Acme', { exact: true }).click();
    await photograph(page, 'file-form');
  }, 120_000);
});

describe('a colleague', () => {
  it('is completed after an @ by keys alone, and meant by the id', async () => {
    const tom = await admin.create('users', {
      email: 'tom@agency.example',
      name: 'Tom Fixer',
      password: 'correct horse battery',
      role: 'technician',
    });
    await openTicket();
    await page.getByRole('radio', { name: 'Internal note' }).check();
    await page.getByRole('textbox', { name: 'Internal note' }).click();
    await page.keyboard.type('Please look, @zoe');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('fix');
    const options = page.getByRole('listbox', { name: 'Colleagues to mention' }).getByRole('option');
    const option = options.filter({ hasText: 'Tom Fixer' });
    await option.waitFor();
    await expect.poll(() => options.count()).toBe(1);
    const field = page.getByRole('textbox', { name: 'Internal note' });
    await expect
      .poll(() => field.getAttribute('aria-activedescendant'))
      .toBe(await option.getAttribute('id'));
    expect(await seriousFindings(page, '.portal-composer')).toEqual([]);
    await photograph(page, 'composer-mention');
    await page.keyboard.press('Enter');
    await page.keyboard.type('thanks.');
    await expect.poll(() => field.textContent()).toBe('Please look, @Tom Fixer thanks.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Mentions Tom Fixer').waitFor();
    const mentioned = await query(
      databaseUrl,
      `select m.user_id from ticket_replies_mentions m join ticket_replies r on r.id = m._parent_id where r.ticket_id = $1`,
      [ticket],
    );
    expect(mentioned).toEqual([{ user_id: tom }]);
  }, 120_000);
});

describe('a save that the server refuses', () => {
  const saveButton = () => page.getByRole('button', { name: 'Save', exact: true });

  const addTag = async (tag: string) => {
    const field = page.getByRole('combobox', { name: 'Tags' });
    await field.fill(tag);
    await field.press('Enter');
    await expect.poll(() => saveButton().isEnabled()).toBe(true);
  };

  it('can be repeated, and offers the login once the session has ended', async () => {
    await openTicket();
    await addTag('urgent');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await saveButton().click();
    await page.getByRole('link', { name: 'Log in' }).first().waitFor();
    await expect.poll(() => saveButton().isEnabled()).toBe(true);
    await photograph(page, 'ticket-logged-out');
    await page.context().addCookies(cookies);
    await saveButton().click();
    await expect.poll(() => page.getByRole('link', { name: 'Log in' }).count()).toBe(0);
    await expect.poll(() => saveButton().isEnabled()).toBe(false);
    // Save is disabled while the form is on its way, too.
    const stored = () => query(databaseUrl, 'select tags from tickets where id = $1', [ticket]);
    await expect.poll(stored).toEqual([{ tags: ['urgent'] }]);
  }, 120_000);
});

describe('a colleague whose name is being composed', () => {
  it('is not picked by the Enter of an input method, which is the next word', async () => {
    await admin.create('users', {
      email: 'hana@agency.example',
      name: 'はな',
      password: 'correct horse battery',
      role: 'technician',
    });
    await openTicket();
    await page.getByRole('radio', { name: 'Internal note' }).check();
    const field = page.getByRole('textbox', { name: 'Internal note' });
    await field.click();
    await page.keyboard.type('@');
    const options = page.getByRole('listbox', { name: 'Colleagues to mention' }).getByRole('option');
    await options.first().waitFor();
    await compose(page, 'は', { offered: () => options.filter({ hasText: 'はな' }).waitFor() });
    await expect.poll(() => field.textContent()).toBe('@は');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.textContent()).toBe('@はな ');
  }, 120_000);
});

describe('a reply that was sent', () => {
  const replyOfZoe = (on: number, text: string) =>
    query(
      databaseUrl,
      `insert into ticket_replies (ticket_id, organization_id, created_by_id, internal, text, body)
       values ($1, $2, $3, false, $4, $5)`,
      [on, acme, zoe, text, JSON.stringify({ root: { type: 'root', version: 1, children: [] } })],
    );

  /** Opens the ticket in another window of its author. */
  const openWindow = async (): Promise<Page> => {
    const other = await page.context().newPage();
    await other.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
    return other;
  };

  afterEach(async () => {
    await page.context().setOffline(false);
    for (const other of page.context().pages()) if (other !== page) await other.close();
  });

  it('waits for some seconds, in which an undo gives the text back', async () => {
    await openTicket();
    await page.keyboard.type('Too early.');
    await page.getByLabel('Set status to').selectOption('resolved');
    await send();
    const waits = page.getByRole('article', { name: 'Reply that is being sent' });
    await waits.getByText('Too early.').waitFor();
    expect(await editor().count()).toBe(0);
    expect(await kept()).toContain('Too early.');
    expect(await seriousFindings(page, '.portal-conversation')).toEqual([]);
    await photograph(page, 'composer-undo');
    await undo().click();
    await editor().getByText('Too early.').waitFor();
    await expect.poll(() => editor().evaluate((field) => field.contains(document.activeElement))).toBe(true);
    await expect.poll(() => page.getByLabel('Set status to').inputValue()).toBe('resolved');
    await page.keyboard.press('End');
    await page.keyboard.type(' Now.');
    await sendNow();
    await expect.poll(sent).toEqual([{ text: 'Too early. Now.' }]);
    await expect.poll(kept).toBeNull();
    await editor().waitFor();
    await expect.poll(() => editor().textContent()).toBe('');
  }, 120_000);

  it('is named above all pages, where it covers no button that sends the next one', async () => {
    await goOn();
    await page.keyboard.type('On its way.');
    await send();
    await undo().waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    const bar = page.getByText(`Your reply to #${ticket} is being sent.`);
    await bar.waitFor();
    await expect.poll(async () => (await bar.boundingBox())?.y).toBeLessThan(60);
    // A phone has the tabs of a page there.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await bar.boundingBox())?.y).toBeGreaterThan(700);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(sent).toEqual([{ text: 'On its way.' }]);
  }, 120_000);

  it('leaves at once if the page is closed, and is not offered again', async () => {
    await openTicket();
    await page.keyboard.type('Good bye.');
    await send();
    await undo().waitFor();
    await page.goto('about:blank');
    await expect.poll(sent).toEqual([{ text: 'Good bye.' }]);
    await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
    await page.getByRole('article', { name: /Reply by/ }).waitFor();
    await expect.poll(kept).toBeNull();
    await expect.poll(() => editor().textContent()).toBe('');
  }, 120_000);

  it('leaves with the session to which it belongs if its author logs out', async () => {
    // A page that shows the ticket would learn of this reply seconds later, and be refused the next one until then.
    const other = await admin.create('tickets', { subject: 'Another', organization: acme, requester: zoe });
    const writer = await admin.openAs({ email: 'writer@example.com', role: 'editor' });
    await writer.goto(`${admin.base}/admin/collections/tickets/${other}`);
    await writer.getByRole('textbox', { name: 'Reply to the client' }).click();
    await writer.keyboard.type('Before I go.');
    await writer.getByRole('button', { name: 'Send reply' }).click();
    await writer.getByRole('button', { name: 'Undo' }).waitFor();
    await writer.getByRole('button', { name: 'Open Menu' }).first().click();
    await writer.getByRole('link', { name: 'Log out' }).click();
    const stored = () => query(databaseUrl, 'select text from ticket_replies where ticket_id = $1', [other]);
    await expect.poll(stored).toEqual([{ text: 'Before I go.' }]);
    // The login page works, with the part of the UI that holds replies back.
    await writer.locator('#field-email').fill('writer@example.com');
    await writer.locator('#field-password').fill('correct horse battery');
    await writer.getByRole('button', { name: 'Login' }).click();
    await writer.waitForURL(`${admin.base}/admin`);
    expect(await writer.getByText('is being sent').count()).toBe(0);
    await writer.context().close();
  }, 120_000);

  it('asks before the page is closed if the browser would send no request of this size then', async () => {
    await goOn();
    // 66,000 bytes, though 22,000 characters.
    await page.keyboard.insertText('漢'.repeat(22_000));
    await send();
    await undo().waitFor();
    const asking = page.waitForEvent('dialog');
    const leaving = page.goto('about:blank').catch(() => null);
    const dialog = await asking;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(sent).toEqual([{ text: '漢'.repeat(22_000) }]);
  }, 120_000);

  it('is shown with the login if the session has ended, and can be written again after it', async () => {
    await goOn();
    await page.keyboard.type('Too late.');
    await expect.poll(kept).toContain('Too late.');
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await send();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('link', { name: 'Log in (in a new tab)' }).waitFor();
    await page.getByText('Too late.').waitFor();
    expect(await editor().count()).toBe(0);
    await page.context().addCookies(cookies);
    // The reader comes back from the other tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await editor().getByText('Too late.').waitFor();
    await sendNow();
    await expect.poll(sent).toEqual([{ text: 'Too late.' }]);
    await expect.poll(kept).toBeNull();
  }, 120_000);

  it('is shown if the portal was away, and can be written on by itself once it is back', async () => {
    const composer = page.getByRole('region', { name: 'Composer' });
    await goOn();
    await page.keyboard.type('A long answer.');
    await expect.poll(kept).toContain('A long answer.');
    await send();
    await undo().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send now' }).click();
    await composer.getByText('The portal could not be reached.').waitFor();
    await composer.getByText('A long answer.').waitFor();
    expect(await editor().count()).toBe(0);
    for (const name of ['Send reply', 'Insert a saved reply'])
      expect(await composer.getByRole('button', { name }).isDisabled()).toBe(true);
    await page.getByLabel('Set status to').press('Control+Enter');
    await composer.getByRole('button', { name: 'Try again' }).click();
    await composer.getByText('The editor could not be loaded.').waitFor();
    expect(await seriousFindings(page, '.portal-composer')).toEqual([]);
    await photograph(page, 'composer-away');
    expect(await page.getByRole('article', { name: 'Reply that is being sent' }).count()).toBe(0);
    await page.context().setOffline(false);
    await editor().getByText('A long answer.').waitFor();
    expect(await composer.getByText('The editor could not be loaded.').count()).toBe(0);
    await editor().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' The end.');
    await sendNow();
    await expect.poll(sent).toEqual([{ text: 'A long answer. The end.' }]);
  }, 120_000);

  it('is not sent if its ticket is merged meanwhile, and its pages say why', async () => {
    await openTicket();
    const target = await admin.create('tickets', { subject: 'Another', organization: acme, requester: zoe });
    await replyOfZoe(target, 'It is the router.');
    await page.keyboard.type('For this ticket alone.');
    await expect.poll(kept).toContain('For this ticket alone.');
    await send();
    await undo().waitFor();
    await page.evaluate(
      ([source, into]) =>
        fetch(`/api/portal/v1/tickets/${source}/merge`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ into: String(into) }),
        }),
      [ticket, target],
    );
    const banner = page.getByRole('link', { name: `Merged into #${target}` });
    await banner.waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByText('Your reply was not sent.').waitFor();
    await page.getByText(`#${ticket} was merged into #${target} meanwhile.`).waitFor();
    await banner.click();
    await page.waitForURL(new RegExp(`tickets/${target}$`));
    await editor().getByText('For this ticket alone.').waitFor();
    await page
      .getByText(`This reply was not sent: #${ticket} was merged into this ticket meanwhile.`)
      .waitFor();
    expect(await page.getByText('the page was closed too soon').count()).toBe(0);
    expect(await query(databaseUrl, `select text from ticket_replies where text like 'For this%'`)).toEqual(
      [],
    );
  }, 120_000);

  it('that never left says so', async () => {
    await openTicket();
    await page.keyboard.type('Lost.');
    await expect.poll(kept).toContain('Lost.');
    // As a page leaves it that was closed, and whose request did not arrive.
    await page.evaluate((id) => {
      const name = Object.keys(localStorage).find((key) => key.endsWith(`:${id}`)) ?? '';
      const { body } = JSON.parse(localStorage.getItem(name) ?? '{}');
      const sending = {
        ...{ key: 'a-key-of-no-reply', until: '2026-01-01T00:00:00.000Z' },
        ...{ internal: false, body, file_ids: [] },
      };
      localStorage.setItem(name.replace('draft', 'sending'), JSON.stringify(sending));
    }, ticket);
    // Whoever has answered a ticket does not visit it again by themselves.
    await page.goto(`${admin.base}/admin/collections/tickets`);
    const bar = page.getByText(`Your reply to #${ticket} was not sent.`);
    await bar.waitFor();
    await photograph(page, 'list-unsent');
    await page.getByRole('link', { name: 'Open the draft' }).click();
    await page
      .getByText('This reply was not sent: the portal refused it, or the page was closed too soon.')
      .waitFor();
    await bar.waitFor({ state: 'hidden' });
    await editor().getByText('Lost.').waitFor();
    expect(await sent()).toEqual([]);
  }, 120_000);

  it('that is refused while another page is open is named on all of them, until its draft is opened', async () => {
    await openTicket();
    await page.keyboard.type('Refused.');
    await send();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL(/collections\/tickets(\?|$)/);
    await replyOfZoe(ticket, 'It works again.');
    await page.getByText(`Your reply to #${ticket} is being sent.`).waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    // The test before has left its draft unsent.
    const draft = page
      .getByRole('link', { name: 'Open the draft' })
      .and(page.locator(`[href$="/tickets/${ticket}"]`));
    await draft.waitFor();
    await page.reload();
    await page.getByText(`Your reply to #${ticket} was not sent.`).waitFor();
    await draft.click();
    await page.getByText('This reply was not sent: the portal refused it').waitFor();
    await draft.waitFor({ state: 'hidden' });
    await editor().getByText('Refused.').waitFor();
    expect(await sent()).toEqual([{ text: 'It works again.' }]);
  }, 120_000);

  it('may hold a word without an end while it is written, and its addresses are links for its readers', async () => {
    await openTicket();
    // A search for addresses at each change would hold the browser up for minutes.
    await page.keyboard.insertText('漢'.repeat(100_000));
    await expect.poll(() => editor().textContent()).toHaveLength(100_000);
    // For one task after Control+a the editor drops an insertion that no key precedes.
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText('See https://a.example/x now.');
        return editor().textContent();
      })
      .toBe('See https://a.example/x now.');
    await sendNow();
    const link = page.getByRole('article', { name: /Reply by/ }).getByRole('link');
    await expect.poll(() => link.getAttribute('href')).toBe('https://a.example/x');
    expect(await sent()).toEqual([{ text: 'See https://a.example/x now.' }]);
  }, 120_000);

  it('with a link that leads nowhere is not even held back; one without a scheme is completed', async () => {
    await openTicket();
    await paste({ 'text/html': '<p>See <a href="/rel/path">our page</a></p>' });
    await editor().getByText('our page').waitFor();
    await send();
    await page.getByText('The link “our page (/rel/path)” cannot be sent.').waitFor();
    expect(await page.getByRole('button', { name: 'Send now' }).count()).toBe(0);
    await openTicket();
    await page.keyboard.type('See page');
    await expect.poll(() => editor().textContent()).toBe('See page');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.getByRole('button', { name: 'Link', exact: true }).last().click();
    const address = page.locator('#field-url');
    await address.fill('ftp://a.example/x');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The link “ftp://a.example/x” cannot be sent.').first().waitFor();
    await photograph(page, 'composer-link');
    await address.fill('a.example/page');
    // The form may still be busy with the refusal.
    const save = async () => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      await address.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => {});
      return address.isHidden();
    };
    await expect.poll(save).toBe(true);
    await sendNow();
    const link = page.getByRole('article', { name: /Reply by/ }).getByRole('link', { name: 'page' });
    await expect.poll(() => link.getAttribute('href')).toBe('https://a.example/page');
  }, 120_000);

  it('whose ticket is deleted meanwhile is shown with its words, until they are discarded', async () => {
    await openTicket();
    await page.keyboard.type('Where to now?');
    await send();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL(/collections\/tickets(\?|$)/);
    await page.getByText(`Your reply to #${ticket} is being sent.`).waitFor();
    const removed = await page.request.delete(`${admin.base}/api/tickets/${ticket}`, {
      headers: { Origin: admin.base },
    });
    expect(removed.status()).toBe(200);
    await page.getByRole('button', { name: 'Send now' }).click();
    const shown = page.getByRole('status').filter({ hasText: `Your reply to #${ticket} was not sent` });
    await shown.getByText('Where to now?').waitFor();
    await page.reload();
    await shown.getByText('Where to now?').waitFor();
    await photograph(page, 'list-gone');
    await shown.getByRole('button', { name: 'Discard' }).click();
    await shown.getByText('Where to now?').waitFor({ state: 'hidden' });
    expect(await kept()).toBeNull();
  }, 120_000);

  it.each([
    [
      'a file was attached',
      'Dear Zoe. Now and then it rains.',
      async () => {
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Attach files' }).click();
        const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
        await (await chooser).setFiles([note]);
        await expect.poll(() => chips().count()).toBe(1);
      },
    ],
    [
      'a file was removed',
      'Dear Zoe. Now and then it rains.',
      async () => {
        await drop(editor(), 'wrong.txt');
        await expect.poll(() => chips().count()).toBe(1);
        await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
        await expect.poll(() => chips().count()).toBe(0);
      },
    ],
    [
      'the draft was discarded',
      'Now and then it rains.',
      async () => {
        await expect.poll(kept).toContain('Dear Zoe.');
        await page.reload();
        await page.getByRole('button', { name: 'Discard' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
        await expect.poll(() => editor().textContent()).toBe('');
        await expect.poll(() => editor().evaluate((field) => field === document.activeElement)).toBe(true);
      },
    ],
    [
      'a button of the page was clicked, which is gone since',
      'Dear Zoe. Now and then it rains.',
      async () => {
        await page.getByRole('button', { name: 'Assign to me' }).click();
        await page.getByText('The ticket is assigned to you now.').first().waitFor();
        await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'hidden' });
      },
    ],
  ])(
    'has all its words, which act on no ticket, if they were typed on after %s',
    async (_after, text, click) => {
      await openTicket();
      await page.keyboard.type('Dear Zoe. ');
      await expect.poll(() => editor().textContent()).toContain('Dear Zoe.');
      await click();
      await page.keyboard.type('Now and then it rains.');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: 'Send now' }).click();
      const stored = () =>
        query(databaseUrl, 'select text, internal from ticket_replies where ticket_id = $1', [ticket]);
      await expect.poll(stored).toEqual([{ text, internal: false }]);
    },
    120_000,
  );

  it('has the words, too, that were typed on after a drawer for a link was left', async () => {
    await openTicket();
    await page.keyboard.type('Dear Zoe.');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.locator('.portal-composer .fixed-toolbar').getByRole('button', { name: 'Link' }).click();
    const drawer = page.locator('.drawer--is-open');
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await expect.poll(() => editor().evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.type(' Now and then it rains.');
    await expect.poll(() => editor().textContent()).toBe('Dear Zoe. Now and then it rains.');
    expect(await page.getByRole('radio', { name: 'Reply', exact: true }).isChecked()).toBe(true);
  }, 120_000);

  it('leaves the keys to the page after Escape', async () => {
    await openTicket();
    await page.keyboard.type('Dear Zoe.');
    await page.getByRole('radio', { name: 'Internal note' }).click();
    await page.keyboard.type('an');
    const note = page.getByRole('textbox', { name: 'Internal note' });
    await expect.poll(() => note.textContent()).toBe('Dear Zoe.an');
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page.keyboard.type('d');
    await expect.poll(() => editor().textContent()).toContain('Dear Zoe.and');
    const owner = 'select assignee_id as owner from tickets where id = $1';
    expect(await query(databaseUrl, owner, [ticket])).toEqual([{ owner: null }]);
  }, 120_000);

  it('has the words, too, that were typed before its editor was there', async () => {
    const subject = { subject: 'A question', organization: acme, requester: zoe };
    ticket = await admin.create('tickets', subject);
    former = { replies: 0, files: 0 };
    const address = `${admin.base}/admin/collections/tickets/${ticket}`;
    const drawn = await holdBack(address);
    await page.goto(address);
    await drawn.begun;
    const early = () => page.getByRole('textbox', { name: 'Your text, while the editor is loading' });
    await early().waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('Dear Zoe, no answer');
    await expect.poll(kept).toContain('Dear Zoe, no answer');
    drawn.goOn();
    await expect.poll(() => editor().textContent()).toBe('Dear Zoe, no answer');
    await page.keyboard.type(' yet.');
    await expect.poll(() => editor().textContent()).toBe('Dear Zoe, no answer yet.');
    await send();
    const drawnAgain = await holdBack(address);
    await undo().click();
    await early().waitFor();
    await page.keyboard.type('It is new.');
    drawnAgain.goOn();
    await editor().getByText('It is new.').waitFor();
    await page.keyboard.type(' Yours');
    await sendNow();
    const stored = `select text, internal, assignee_id as owner from ticket_replies as reply
      join tickets as ticket on ticket.id = reply.ticket_id where ticket.id = $1`;
    const text = expect.stringMatching(/^Dear Zoe, no answer yet\.\n+It is new\. Yours$/);
    await expect
      .poll(() => query(databaseUrl, stored, [ticket]))
      .toEqual([{ text, internal: false, owner: null }]);
  }, 120_000);

  it('is being sent in all windows of its author: none takes words for it, or offers it as a draft', async () => {
    await openTicket();
    await page.keyboard.type('Dear Zoe.');
    await expect.poll(kept).toContain('Dear Zoe.');
    const [other, third] = [await openWindow(), await openWindow()];
    const composerOf = (on: Page) => on.getByRole('region', { name: 'Composer' });
    for (const on of [other, third])
      await composerOf(on).getByRole('textbox').getByText('Dear Zoe.').waitFor();
    const end = await holdRequest(other, /api.*files/);
    await composerOf(other)
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') });
    await send();
    await undo().waitFor();
    for (const on of [other, third]) {
      const sending = on.getByRole('article', { name: 'Reply that is being sent' });
      await sending.getByText('Sending from another window. You can undo this there.').waitFor();
      await sending.getByText('Dear Zoe.').waitFor();
      expect(await composerOf(on).count()).toBe(0);
      expect(await on.getByText('Your draft from').count()).toBe(0);
    }
    const stored = () => page.evaluate(() => JSON.stringify(localStorage));
    end();
    // The upload goes on, and is not part of what is sent.
    await expect.poll(stored).toContain('plan.txt');
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(sent).toEqual([{ text: 'Dear Zoe.' }]);
    for (const on of [page, other, third]) {
      await composerOf(on).getByText('plan.txt').waitFor();
      await expect.poll(() => composerOf(on).getByRole('textbox').textContent()).toBe('');
    }
    expect(await kept()).not.toContain('Dear Zoe.');
  }, 120_000);

  it('and is undone is a draft again in all windows', async () => {
    await openTicket();
    await page.keyboard.type('Too early.');
    await expect.poll(kept).toContain('Too early.');
    const other = await openWindow();
    await send();
    await undo().waitFor();
    await other.getByText('Sending from another window.').waitFor();
    await undo().click();
    for (const on of [page, other])
      await on.getByRole('textbox', { name: 'Reply to the client' }).getByText('Too early.').waitFor();
    expect(await sent()).toEqual([]);
  }, 120_000);

  it('of another window is accessible, and its note is followed by another one', async () => {
    await openTicket();
    await page.getByRole('radio', { name: 'Internal note' }).check();
    await page.getByRole('textbox', { name: 'Internal note' }).click();
    await page.keyboard.type('For colleagues.');
    await expect.poll(kept).toContain('For colleagues.');
    const other = await openWindow();
    const note = other.getByRole('textbox', { name: 'Internal note' });
    await note.getByText('For colleagues.').waitFor();
    // As another window does that sends it.
    await page.evaluate((id) => {
      const name = Object.keys(localStorage).find((one) => one.endsWith(`:${id}`)) ?? '';
      const { body } = JSON.parse(localStorage.getItem(name) ?? '');
      const until = new Date(Date.now() + 30_000);
      const sending = { key: 'k', until, internal: true, body, file_ids: [] };
      localStorage.setItem(name.replace('draft', 'sending'), JSON.stringify(sending));
      localStorage.removeItem(name);
    }, ticket);
    await other.getByText('Sending from another window.').waitFor();
    expect(await seriousFindings(other, '.portal-conversation')).toEqual([]);
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage))
        if (name.startsWith('portal-sending:')) localStorage.removeItem(name);
    });
    await note.waitFor();
  }, 120_000);

  // Last: the clock of the browser stays.
  it('goes on waiting on other pages, from which it is undone, too', async () => {
    await page.clock.install();
    await openTicket();
    await page.keyboard.type('One moment.');
    await send();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.waitForURL(/collections\/tickets(\?|$)/);
    const bar = page.getByRole('status').filter({ hasText: `Your reply to #${ticket} is being sent.` });
    await bar.waitFor();
    await photograph(page, 'list-undo');
    await undo().click();
    await page.getByText(`Not sent. Ticket #${ticket} has your draft.`).waitFor();
    expect(await sent()).toEqual([]);
    await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
    await editor().getByText('One moment.').waitFor();
    await send();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await bar.waitFor();
    // It leaves by itself.
    await page.clock.fastForward(30_000);
    await page.getByText(`Your reply to #${ticket} was sent.`).waitFor();
    expect(await sent()).toEqual([{ text: 'One moment.' }]);
    // The times of a page that stays open go on.
    await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
    await editor().waitFor();
    await page.clock.fastForward(3_600_000);
    await page.locator('.portal-ticket-head').getByText('1 hour ago').waitFor();
  }, 120_000);
});

it('a paste logs nothing in the server', () => {
  expect(admin.portal.stdout() + admin.portal.stderr()).not.toContain('fieldSchemaMap');
});
