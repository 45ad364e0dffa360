import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/adminBrowser.ts';
import { photograph, seriousFindings } from '../support/pageCheck.ts';
import { createDatabase, query } from '../support/payload.ts';

let admin: AdminBrowser;
let databaseUrl: string;
let page: Page;
let acme: number;
let zoe: number;
let ticket: number;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  admin = await openAdmin({ env: { DATABASE_URL: databaseUrl } });
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

const openTicket = async () => {
  ticket = await admin.create('tickets', { subject: 'A question', organization: acme, requester: zoe });
  await page.goto(`${admin.base}/admin/collections/tickets/${ticket}`);
  await editor().click();
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
  query<{ text: string }>(databaseUrl, 'select text from ticket_replies where ticket_id = $1', [ticket]);

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
  it.each(ways)(
    'is kept and sent if it was %s',
    async (_way, text, write) => {
      await openTicket();
      await write();
      await expect.poll(() => editor().textContent()).toBe(text);
      await expect.poll(kept).toContain(text);
      expect(await kept()).not.toContain('Never mind.');
      await page.getByRole('button', { name: 'Send reply' }).click();
      await expect.poll(sent).toEqual([{ text }]);
    },
    120_000,
  );
});

describe('a picture', () => {
  it.each([
    ['pasted', {}],
    ['copied from a page', { 'text/html': '<img src="https://example.com/a.png">' }],
  ])(
    'that is %s becomes a file of the ticket and its organization, and no form asks for either',
    async (_way, data) => {
      await openTicket();
      await page.keyboard.type('Picture: ');
      await paste(data, 'image.png');
      await page.getByText(/is a file of this ticket now/).waitFor();
      await expect.poll(() => editor().textContent()).toMatch(/^Picture: screenshot-\d{14}\.png$/);
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await seriousFindings(page, '.portal-answer')).toEqual([]);
      await photograph(page, 'composer-picture');
      const shown = await editor().textContent();
      await page.getByRole('button', { name: 'Send reply' }).click();
      await expect.poll(sent).toEqual([{ text: shown }]);
      expect(
        await query(
          databaseUrl,
          `select f.name as folder, f.organization_id as "ofFolder", p.organization_id as "ofFile"
           from files p join folders f on f.id = p.folder_id where p.ticket_id = $1`,
          [ticket],
        ),
      ).toEqual([{ folder: 'Ticket files', ofFolder: acme, ofFile: acme }]);
    },
    120_000,
  );

  it('is left out of a text that is pasted with it, and refused in an internal note', async () => {
    await openTicket();
    await paste({ 'text/html': '<p>Hello <img src="https://example.com/a.png"></p>' }, 'image.png');
    await expect.poll(async () => (await editor().textContent())?.trim()).toBe('Hello');
    await page.getByRole('radio', { name: 'Internal note' }).check();
    await page.getByRole('textbox', { name: 'Internal note' }).evaluate((target) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole('alert').getByText('An internal note cannot have files').waitFor();
    expect(await query(databaseUrl, 'select 1 from files where ticket_id = $1', [ticket])).toEqual([]);
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
