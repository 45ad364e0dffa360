import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../support/api.ts';
import { createDatabase, query } from '../support/payload.ts';
import { type HostApp, type HostProcess, makeHostApp } from './hostApp.ts';
import { pack, removePacked } from './pack.ts';

/** The packed portal in an app made from nothing: its own users, mailer and media, and another plugin that mails. */

let databaseUrl: string;
let app: HostApp;
let server: HostProcess;
let nobody: Client;
let staff: Client;

const fetchOf = (path: string, init?: RequestInit) => fetch(`${app.url}${path}`, init);

const password = 'a password of theirs';

const login = async (email: string): Promise<Client> => {
  const { body } = await nobody.post('/users/login', { email, password });
  return clientOf({ fetch: fetchOf }, `JWT ${body.token}`);
};

const mailed = (): { to: string; subject: string }[] =>
  readFileSync(join(app.folder, 'mails.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const packed = await pack();
  app = await makeHostApp(packed, databaseUrl);
  removePacked(packed);
  await app.payload('generate:types');
  await app.payload('generate:importmap');
  await app.payload('migrate:create', 'initial');
  await app.payload('migrate');
  await app.build();
  server = await app.start();
  nobody = clientOf({ fetch: fetchOf }, null);
}, 900_000);

afterAll(async () => {
  await server?.stop();
  if (app) rmSync(app.folder, { recursive: true, force: true });
});

describe('the packed portal in somebody else’s app', () => {
  it('has begun its work before the first request, and says that nobody administers it', async () => {
    await expect.poll(() => server.output()).toMatch(/"level":"warn".*no user resolves to administrator/);
    const beats = `select 1 as found from support_portal.meta where key = 'background.last_worked_at'`;
    await expect.poll(() => query(databaseUrl, beats)).toEqual([{ found: 1 }]);
  });

  it('leaves the registration of the first user to the app', async () => {
    const { status } = await nobody.post('/users/first-register', {
      email: 'it@example.com',
      password,
      fullName: 'Ida',
      department: 'it',
    });
    expect(status).toBe(200);
    const { body: company } = await (await login('it@example.com')).post('/companies', { title: 'Acme' });
    const it = await login('it@example.com');
    for (const department of ['press', 'customer']) {
      const data = { email: `${department}@example.com`, password, fullName: department, department };
      const { status } = await it.post('/users', {
        ...data,
        ...(department === 'customer' && { company: company.doc.id }),
      });
      expect(status).toBe(201);
    }
  });

  it('gives the app’s users the rights that the app says, and keeps the app’s own gates', async () => {
    const it = await login('it@example.com');
    const press = await login('press@example.com');
    const customer = await login('customer@example.com');
    expect((await it.get('/portal/v1/email-log')).status).toBe(200);
    expect((await press.get('/portal/v1/email-log')).status).toBe(200);
    expect((await press.post('/portal/v1/email-log/purge', { all: true })).status).toBe(403);
    expect((await customer.get('/portal/v1/email-log')).status).toBe(403);
    // What the app's own access says of its users still holds.
    expect((await press.post('/users', {})).status).toBe(403);
    expect((await customer.get('/users')).body.totalDocs).toBe(3);
  });

  it('makes keys for the app’s users, and serves tickets with them', async () => {
    const it = await login('it@example.com');
    const { body: made } = await it.post('/portal/v1/api-keys', { name: 'The console’s' });
    staff = clientOf({ fetch: fetchOf }, `Bearer ${made.key}`);
    const { body: organizations } = await staff.get('/v1/organizations');
    expect(organizations.data.map(({ name }: { name: string }) => name)).toEqual(['Acme']);
    const [{ id: organization_id }] = organizations.data;
    const created = await staff.post('/v1/tickets', { subject: 'The VPN is slow', organization_id });
    expect(created.status).toBe(201);
    expect((await staff.get('/v1/users?role=client')).body.data[0].organization_id).toBe(organization_id);
    const folder = await staff.post('/v1/folders', { name: 'Plans', organization_id });
    const form = new FormData();
    form.append('file', new File(['bytes'], 'plan.txt', { type: 'text/plain' }));
    form.append('folder_id', folder.body.id);
    const uploaded = await fetch(`${app.url}/api/v1/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${made.key}` },
      body: form,
    });
    expect(uploaded.status).toBe(201);
    const { download_url } = (await uploaded.json()) as { download_url: string };
    expect(await (await fetch(download_url)).text()).toBe('bytes');
  });

  it('logs the mail of another plugin, carried by the app’s own adapter under its name', async () => {
    await nobody.post('/newsletter?to=ann@example.com');
    await nobody.post('/newsletter?to=nobody@example.com');
    expect(mailed()).toContainEqual({ to: 'ann@example.com', subject: 'News' });
    const { body } = await staff.get('/portal/v1/email-log?search=News');
    expect(body.data).toMatchObject([
      {
        to: 'nobody@example.com',
        status: 'failed',
        transport: 'file-mailer',
        error: 'The file mailer knows nobody.',
      },
      { to: 'ann@example.com', status: 'sent', transport: 'file-mailer', error: null },
    ]);
  });

  it('fills the field that the app added to the log, and asks the app for the retention', async () => {
    const it = await login('it@example.com');
    const { body } = await it.get('/email-log?where[campaign][equals]=spring');
    expect(body.totalDocs).toBe(2);
    expect((await staff.get('/portal/v1/email-log/retention')).body.days).toBe(30);
  });

  it('answers under the slugs that the app chose, with the fields it added', async () => {
    const it = await login('it@example.com');
    expect((await it.get('/shared-folders')).body.totalDocs).toBe(1);
    const { body } = await it.get('/tickets');
    expect(body.docs[0]).toHaveProperty('product');
  });

  it('shows its pages in the app’s admin UI', async () => {
    const { body } = await nobody.post('/users/login', { email: 'it@example.com', password });
    for (const path of ['/admin', '/admin/collections/email-log', '/admin/collections/api-keys']) {
      const page = await fetch(`${app.url}${path}`, { headers: { Authorization: `JWT ${body.token}` } });
      expect(page.status, path).toBe(200);
      // Of a page of 100 kB a failure need not tell more.
      expect((await page.text()).includes('Email log'), path).toBe(true);
    }
  });

  it('typed the app’s collections for the app', () => {
    const types = readFileSync(join(app.folder, 'payload-types.ts'), 'utf8');
    expect(types).toContain("'email-log': EmailLog");
    expect(types).toContain('product?: string | null');
  });

  it('works in a process of its own, and ends when it is told to', async () => {
    const worker = await app.startWorker();
    expect(worker.output()).toContain('The worker of the support portal runs.');
    expect(await worker.stop()).toBe(0);
  }, 300_000);
});
