import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Field } from 'payload';
import { deepMerge } from 'payload/shared';
import type { SupportPortalOptions } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/api/api.ts';
import { clientOf } from '../support/api/api.ts';
import { type OwnApp, startOwnApp } from '../support/portal/ownApp.ts';
import { query } from '../support/portal/payload.ts';
import { errorsIn } from '../support/typeErrors.ts';

/** The examples of docs/integrators.md, all in one app. */

const calls = (): string[] =>
  [...readFileSync('docs/integrators.md', 'utf8').matchAll(/```ts\n(supportPortal\(.*?)```/gs)].map(
    ([, code = '']) => code.trim().replace(/;$/, ''),
  );

/** The options of each example, by running it with a function in the plugin's place. */
const readExamples = async (folder: string): Promise<SupportPortalOptions[]> => {
  const file = join(folder, 'examples.ts');
  const given = 'const supportPortal = (options: SupportPortalOptions) => options;';
  writeFileSync(
    file,
    `import type { SupportPortalOptions } from 'payload-support-portal';\n${given}\nexport default [\n${calls().join(',\n')}\n];\n`,
  );
  expect(errorsIn(file)).toEqual([]);
  const { default: examples } = await import(pathToFileURL(file).href);
  return examples;
};

/** Fields that examples add to a collection come together; any other list is that of the last example. */
const mergeFields = (some: Field[], more: Field[]): Field[] => {
  const names = more.map((field) => Reflect.get(Object(field), 'name'));
  if (names.includes(undefined)) return more;
  return [...some.filter((field) => !names.includes(Reflect.get(Object(field), 'name'))), ...more];
};

let folder: string;
let app: OwnApp;
let administrator: Client;
let staff: Client;

beforeAll(async () => {
  mkdirSync('test/package/.cache', { recursive: true });
  folder = mkdtempSync('test/package/.cache/examples-');
  const examples = await readExamples(join(process.cwd(), folder));
  expect(examples.length).toBeGreaterThan(12);
  const options = examples.reduce<SupportPortalOptions>(
    (all, example) => deepMerge<SupportPortalOptions>(all, example, { arrayMerge: mergeFields }),
    {},
  );
  app = await startOwnApp({ portal: { ...options, dataDir: join(folder, 'data') } });
  administrator = await app.sessionOf('it');
  const { body } = await administrator.post('/support/portal/v1/api-keys', { name: 'A key' });
  staff = clientOf(app, `Bearer ${body.key}`);
});

afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the examples of docs/integrators.md work as they stand there', () => {
  it('roles and access', async () => {
    expect((await administrator.get('/support/portal/v1/email-log')).status).toBe(200);
    expect((await (await app.sessionOf('press')).get('/support/portal/v1/email-log')).status).toBe(403);
    expect((await staff.get('/support/v1/users?role=client')).body.meta.total).toBe(1);
  });

  it('collections', async () => {
    expect((await administrator.get('/shared-folders')).status).toBe(200);
    const config = app.payload.collections.tickets?.config;
    expect(config?.admin.group).toBe('Help desk');
    expect(config?.flattenedFields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['product', 'department', 'due']),
    );
    const ticket = await staff.post('/support/v1/tickets', {
      subject: 'Slow',
      organization_id: String(app.company),
      product: 'VPN',
    });
    expect(ticket.body.product).toBe('VPN');
    expect((await staff.get('/support/v1/organizations')).body.meta.total).toBe(2);
  });

  it('addresses and limits', async () => {
    const { headers } = await staff.get('/support/v1/tickets', { Origin: 'https://app.example.com' });
    expect(headers.get('RateLimit-Policy')).toContain('q=1200');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('https://app.example.com');
  });

  it('mail and its log', async () => {
    const send = (to: string, type: string) =>
      app.payload.sendEmail({ to, subject: 'Hello', text: '…', portal: { type } }).catch(() => {});
    await send('ann@example.com', 'news');
    await send('ann@example.org', 'other');
    await send('ann@example.com', 'heartbeat');
    const rows = await query(
      app.databaseUrl,
      'select type, transport, status, error, campaign from email_log order by id',
    );
    expect(rows).toEqual([
      { type: 'news', transport: 'pigeon', status: 'sent', error: null, campaign: 'spring' },
      {
        type: 'other',
        transport: 'pigeon',
        status: 'failed',
        error: 'The pigeon does not know the way.',
        campaign: null,
      },
    ]);
    expect((await staff.get('/support/portal/v1/email-log/retention')).body.days).toBe(360);
  });

  it('files', async () => {
    const organization_id = String(app.company);
    const { body: made } = await staff.post('/support/v1/folders', { name: 'Plans', organization_id });
    const upload = async (name: string) => {
      const form = new FormData();
      form.append('file', new File(['bytes'], name));
      form.append('folder_id', made.id);
      const headers = { Authorization: String(staff.authorization) };
      const response = await app.fetch('/api/support/v1/files', { method: 'POST', headers, body: form });
      return response.json();
    };
    expect((await upload('plan.txt')).download_url).toMatch(
      /^https:\/\/files\.example\.com\/\d+\/download\?/,
    );
    expect(JSON.stringify(await upload('virus.exe'))).toContain('Programs are not taken here.');
  });
});
