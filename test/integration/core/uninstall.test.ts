import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig, getPayload, type Payload, type Plugin } from 'payload';
import { supportPortal } from 'payload-support-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyMigrations, type Migration } from '../../../src/server/database/migrate.ts';
import { Companies } from '../../package/host/src/collections/Companies.ts';
import { Users } from '../../package/host/src/collections/Users.ts';
import { createDatabase, query } from '../../support/portal/payload.ts';

let folder: string;

beforeAll(() => {
  mkdirSync('test/package/.cache', { recursive: true });
  folder = resolve(mkdtempSync('test/package/.cache/uninstall-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface App {
  readonly databaseUrl: string;
  readonly migrationDir: string;
  readonly plugins: Plugin[];
}

/** An app after `payload migrate:create` and `payload migrate`, and what it did then. */
const migrated = async (
  app: App,
  name: string,
  act?: (payload: Payload) => Promise<unknown>,
): Promise<void> => {
  const { databaseUrl, migrationDir, plugins } = app;
  const config = await buildConfig({
    secret: 'a secret of at least thirty-two characters',
    collections: [Users, Companies].map((collection) => ({ ...collection })),
    db: postgresAdapter({ pool: { connectionString: databaseUrl }, push: false, migrationDir }),
    editor: lexicalEditor(),
    telemetry: false,
    typescript: { autoGenerate: false },
    admin: { importMap: { autoGenerate: false } },
    logger: { options: { level: 'silent' } },
    plugins,
  });
  const payload = await getPayload({ config, key: randomUUID(), disableOnInit: true });
  try {
    await payload.db.createMigration({ migrationName: name, payload, forceAcceptWarning: true });
    await applyMigrations(payload, await readMigrations(migrationDir));
    await config.onInit?.(payload);
    await act?.(payload);
  } finally {
    await payload.destroy();
  }
};

const readMigrations = (migrationDir: string): Promise<Migration[]> =>
  Promise.all(
    readdirSync(migrationDir)
      .filter((file) => /^\d.*\.ts$/.test(file))
      .sort()
      .map(async (file) => ({
        name: file,
        ...(await import(/* @vite-ignore */ pathToFileURL(join(migrationDir, file)).href)),
      })),
  );

/** Every relation, column, type, schema and extension of an app's database. */
const catalogOf = async (databaseUrl: string): Promise<unknown[]> =>
  query(
    databaseUrl,
    `select 'column' as kind, c.relname as name, a.attname as part
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname !~ '^pg_|^information_schema$'
     union all select 'type', t.typname, null from pg_type t join pg_namespace n on n.oid = t.typnamespace
       where n.nspname !~ '^pg_|^information_schema$'
     union all select 'schema', nspname, null from pg_namespace where nspname !~ '^pg_'
     union all select 'extension', extname, null from pg_extension
     order by 1, 2, 3`,
  );

/** The statements of docs/integrators.md under "Uninstall". */
const statements = (): string => {
  const [, section = ''] = readFileSync('docs/integrators.md', 'utf8').split('\n## Uninstall\n');
  return /```sql\n(.*?)```/s.exec(section)?.[1] ?? '';
};

it('the uninstall leaves an app’s database as if it had never had the portal', async () => {
  const portal = supportPortal({
    collections: { organizations: { slug: 'companies' } },
    dataDir: join(folder, 'data'),
  });
  const app = { databaseUrl: await createDatabase(), migrationDir: join(folder, 'app') };
  const other = { databaseUrl: await createDatabase(), migrationDir: join(folder, 'other') };
  await migrated({ ...other, plugins: [] }, 'initial');
  await migrated({ ...app, plugins: [portal] }, 'initial', async (payload) => {
    await payload.sendEmail({ to: 'ann@example.com', subject: 'Hello', text: '…' }).catch(() => {});
    await expect.poll(() => query(app.databaseUrl, 'select subject from email_log')).toHaveLength(1);
  });
  const expected = await catalogOf(other.databaseUrl);
  expect((await catalogOf(app.databaseUrl)).length).toBeGreaterThan(expected.length);

  await migrated({ ...app, plugins: [] }, 'remove-support-portal');
  await query(app.databaseUrl, statements());
  expect(await catalogOf(app.databaseUrl)).toEqual(expected);
});
