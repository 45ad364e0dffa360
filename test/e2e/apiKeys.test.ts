import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminBrowser, openAdmin } from '../support/pages/adminBrowser.ts';
import { holdRequest, photograph } from '../support/pages/pageCheck.ts';
import { query } from '../support/portal/payload.ts';
import type { PortalProcess } from '../support/portal/portalProcess.ts';

let admin: AdminBrowser;
let portal: PortalProcess;
let base: string;
let page: Page;

beforeAll(async () => {
  admin = await openAdmin();
  ({ portal, base, page } = admin);
}, 600_000);

afterAll(() => admin?.close());

const ticketsWith = async (key: string): Promise<number> =>
  (await fetch(`${portal.url}/api/v1/tickets`, { headers: { Authorization: `Bearer ${key}` } })).status;

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

const openForm = async (): Promise<void> => {
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('checkbox', { name: 'use' }).waitFor();
};

/** Opens the list by its link on the dashboard. */
const comeFromDashboard = async () => {
  await page.goto(`${base}/admin`);
  await page
    .getByRole('link', { name: /API keys/ })
    .last()
    .click();
  await page.waitForURL(`${base}/admin/collections/api-keys`);
};

describe('Settings → API keys', () => {
  it('is reached from the dashboard, and is empty at first', async () => {
    await comeFromDashboard();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  }, 120_000);

  it('says at the field what is missing, and keeps what was filled in', async () => {
    await page.goto(`${base}/admin/collections/api-keys`);
    await openForm();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').getByText('Enter the purpose of the key.').waitFor();
    await page.locator('#field-name').fill('x'.repeat(256));
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').getByText('Enter at most 255 characters.').waitFor();
    await expect.poll(() => page.locator('#field-name').inputValue()).toBe('x'.repeat(256));
  }, 120_000);

  it.each([
    ['Close', () => page.locator('.drawer__header__close').click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', () => page.evaluate(() => history.back())],
  ])(
    'asks before typed words are discarded by %s',
    async (way, close) => {
      // The page before is one of the same document.
      if (way === 'Back') await comeFromDashboard();
      // The form of the test before has its words.
      if (way !== 'Close') await openForm();
      await page.locator('#field-name').fill('Nightly import');
      await close();
      const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
      await photograph(page, 'discard-key');
      await question.getByRole('button', { name: 'Keep it' }).click();
      await question.waitFor({ state: 'hidden' });
      expect(await page.locator('#field-name').inputValue()).toBe('Nightly import');
      await close();
      await question.getByRole('button', { name: 'Discard' }).click();
      await page.locator('#field-name').waitFor({ state: 'hidden' });
    },
    120_000,
  );

  it('makes a key, shows it once, lets it be copied and used, and revokes it', async () => {
    await openForm();
    await page.locator('#field-name').fill('Nightly import');
    await page.getByLabel('30 days').check();
    await page.getByRole('group', { name: 'Email log' }).getByLabel('purge').uncheck();
    const release = await holdRequest(page, '**/api/portal/v1/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    // Words that are typed now would not be sent.
    await page.locator('[inert] #field-name').waitFor();
    release();
    const secret = page.getByLabel('New key', { exact: true });
    await secret.waitFor();
    await expect.poll(() => secret.evaluate((input) => document.activeElement === input)).toBe(true);
    await page.getByText('not be shown again').waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('The key was copied.').waitFor();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    expect(key).toBe(await secret.inputValue());
    expect(key).toMatch(/^sp_live_/);

    await row('Nightly import').getByText('Active').waitFor();
    await row('Nightly import')
      .getByText(`${key.slice(0, 12)}…`)
      .waitFor();
    await row('Nightly import').getByText('Email log: read', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.locator('button:focus').getByText('New API key').waitFor();
    await page.reload();
    await row('Nightly import').waitFor();
    expect(await page.content()).not.toContain(key);

    expect(await ticketsWith(key)).toBe(200);
    const graphQL = await fetch(`${portal.url}/api/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify({ query: '{ Tickets { totalDocs } }' }),
    });
    expect(await graphQL.json()).toMatchObject({ errors: [expect.anything()] });

    await page.getByRole('button', { name: 'Revoke “Nightly import”' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await ticketsWith(key)).toBe(200);
    await page.getByRole('button', { name: 'Revoke “Nightly import”' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await row('Nightly import').getByText('Revoked').waitFor();
    expect(await ticketsWith(key)).toBe(401);
    expect(await page.getByRole('button', { name: /^Revoke “/ }).count()).toBe(0);
  }, 180_000);

  it('offers what the role of a client allows, in their own organization alone, by keyboard', async () => {
    const organization = await admin.create('organizations', { name: 'Acme' });
    await admin.create('organizations', { name: 'Globex' });
    const password = 'a long password';
    await admin.create('users', { email: 'ann@acme.example', password, role: 'client', organization });
    await page.goto(`${base}/admin/collections/api-keys`);
    await openForm();
    await page.locator('#field-name').fill('Ann’s import');
    const owner = page.locator('#field-owner_id input').first();
    await owner.fill('ann@');
    await page.getByRole('option', { name: 'ann@acme.example' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#field-organization_id').getByText('Acme').waitFor();
    await page.getByRole('group', { name: 'Webhooks' }).waitFor();
    expect(await page.getByRole('group', { name: 'Email log' }).count()).toBe(0);
    await page.locator('#field-name').focus();
    await page.keyboard.press('Enter');
    const key = await page.getByLabel('New key', { exact: true }).inputValue();
    expect(await ticketsWith(key)).toBe(200);
    const log = `${portal.url}/api/portal/v1/email-log`;
    expect((await fetch(log, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(403);
    await row('Ann’s import').getByText('ann@acme.example').waitFor();
  }, 180_000);

  it('shows a key’s own page in words, and lets no one edit it', async () => {
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: 'Ann’s import' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Tickets: read, write' }).waitFor();
    await page.getByText('Active').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await expect.poll(() => page.locator('#field-name').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Revoke “Ann’s import”' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
  }, 120_000);

  const organizationField = () => page.locator('#field-organization_id');

  const chooseGlobex = async (): Promise<void> => {
    await organizationField().locator('input').first().fill('Globex');
    await page.getByRole('option', { name: 'Globex' }).click();
    await organizationField().getByText('Globex', { exact: true }).waitFor();
  };

  const stored = (name: string) =>
    query(
      admin.databaseUrl,
      `select spans, organizations.name as organization from api_keys
       left join organizations on organizations.id = organization_id where api_keys.name = $1`,
      [name],
    );

  it('keeps an organization that was chosen before the options of the owner came', async () => {
    const release = await holdRequest(page, '**/portal/v1/api-keys/choices?*');
    await page.goto(`${base}/admin/collections/api-keys`);
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.locator('#field-name').fill('Of Globex');
    await chooseGlobex();
    release();
    await page.getByRole('checkbox', { name: 'use' }).waitFor();
    await organizationField().getByText('Globex', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('New key', { exact: true }).waitFor();
    expect(await stored('Of Globex')).toEqual([{ spans: false, organization: 'Globex' }]);
  }, 120_000);

  it('asks for another organization if the chosen one is not of the owner, and makes no key for all', async () => {
    await page.goto(`${base}/admin/collections/api-keys`);
    await openForm();
    await page.locator('#field-name').fill('Of no one');
    await chooseGlobex();
    await page.locator('#field-owner_id input').first().fill('ann@');
    await page.getByRole('option', { name: 'ann@acme.example' }).click();
    await page.getByRole('group', { name: 'Email log' }).waitFor({ state: 'detached' });
    await page.getByRole('group', { name: 'Webhooks' }).waitFor();
    await organizationField().getByText('Choose one').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').getByText('Choose an organization.').waitFor();
    await organizationField().locator('input').first().fill('Acme');
    await page.getByRole('option', { name: 'Acme' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('New key', { exact: true }).waitFor();
    expect(await stored('Of no one')).toEqual([{ spans: false, organization: 'Acme' }]);
  }, 120_000);

  it('makes one key if the response is lost and the form is sent again', async () => {
    await page.goto(`${base}/admin/collections/api-keys`);
    await openForm();
    await page.locator('#field-name').fill('Made once');
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route('**/portal/v1/api-keys', lose, { times: 1 });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The portal could not be reached.').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('An earlier try has created it, but its answer was lost').waitFor();
    expect(await stored('Made once')).toHaveLength(1);
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByLabel('New key', { exact: true }).inputValue();
    expect(await ticketsWith(key)).toBe(200);
    expect(await stored('Made once')).toHaveLength(2);
  }, 120_000);

  it('asks before a choice that took no typing is discarded, and for nothing if there was none', async () => {
    const form = page.locator('#field-name');
    await page.goto(`${base}/admin/collections/api-keys`);
    await openForm();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await openForm();
    await page.locator('#field-organization_id .rs__control').click();
    await page.getByRole('option', { name: 'Globex' }).click();
    await page.locator('#field-organization_id').getByText('Globex', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'hidden' });
  }, 120_000);
});
