import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type PostgresAdapter, postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import {
  buildConfig,
  type Config,
  getPayload,
  type Payload,
  type Plugin,
  type SanitizedConfig,
} from 'payload';
import { type SupportPortalOptions, supportPortal } from 'payload-support-portal';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { withDatabaseLock } from '../../../src/core/database/lock.ts';
import { metricsOf } from '../../../src/core/metrics/metrics.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { applyMigrations } from '../../../src/server/database/migrate.ts';
import { handlerOf } from './handler.ts';
import { pushSchema } from './pushSchema.ts';
import { templateDatabase } from './templateDatabase.ts';

export interface TestPortal {
  payload: Payload;
  config: SanitizedConfig;
  databaseUrl: string;
  dataDir: string;
  /** Sends a request through the CMS's whole REST stack, as the portal's server does. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The same for a request to any address. */
  handle(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

interface TestPortalOptions {
  portal?: SupportPortalOptions;
  /** Changes the app around the plugin; `plugins` given here run after the portal. */
  app?: Partial<Config>;
  /** Plugins that run before the portal. */
  pluginsBefore?: Plugin[];
  /** Makes the schema from the options, if they change it, as the CMS does in development. */
  push?: boolean;
  /** Database of another running portal, or an empty one. Default: a new one */
  databaseUrl?: string;
}

/** The origin that the tests' portals believe to be reached at. */
export const serverUrl = 'http://portal.test';

/** Starts a real Payload with the plugin, on a new database of its own unless told otherwise. */
export const startPortal = async ({
  portal,
  app = {},
  pluginsBefore = [],
  push = false,
  databaseUrl: givenUrl,
}: TestPortalOptions = {}): Promise<TestPortal> => {
  const isPlain = !givenUrl && !push && !app.db;
  const databaseUrl = givenUrl ?? (isPlain ? await createMigratedDatabase() : await createDatabase());
  // Rows that one test leaves waiting are nothing to the next one's log.
  const dataDir = join(inject('dataFolders'), new URL(databaseUrl).pathname);
  const { plugins = [], ...rest } = app;
  const key = randomUUID();
  const config = await buildConfig({
    secret: 'a secret of at least thirty-two characters',
    serverURL: serverUrl,
    db: postgresAdapter({
      pool: { connectionString: databaseUrl, max: 10, application_name: key },
      push: false,
    }),
    editor: lexicalEditor(),
    telemetry: false,
    typescript: { autoGenerate: false },
    admin: { importMap: { autoGenerate: false } },
    logger: { options: { level: 'silent' } },
    ...rest,
    plugins: [...pluginsBefore, supportPortal({ dataDir, ...portal }), ...plugins],
  });
  if (!isPlain) await prepareSchema(config, push ? pushSchema : migrate);
  const payload = await getPayload({ config, key });
  const handle = handlerOf({ config, payloadInstanceCacheKey: key });
  return {
    payload,
    config,
    databaseUrl,
    dataDir,
    handle,
    fetch: (path, init) => handle(new Request(`${serverUrl}${path}`, init)),
    stop: () => stopPayload(payload),
  };
};

/** A pooler before the database keeps connections, and PostgreSQL copies no database that has some. */
const canCopy = !process.env.TEST_DATABASE_URL;

/** Makes a database that has the portal's tables, and no row. */
export const createMigratedDatabase = (): Promise<string> =>
  createFilledDatabase('migrated', async (connectionString) => {
    const config = await buildConfig({
      secret: 'a secret of at least thirty-two characters',
      db: postgresAdapter({ pool: { connectionString, application_name: randomUUID() }, push: false }),
      editor: lexicalEditor(),
      telemetry: false,
      typescript: { autoGenerate: false },
      admin: { importMap: { autoGenerate: false } },
      logger: { options: { level: 'silent' } },
      plugins: [supportPortal()],
    });
    await prepareSchema(config, migrate);
  });

/**
 * Makes a database that `fill` has filled: a copy of the first one of the run, for the filling may take seconds.
 */
export const createFilledDatabase = async (
  what: string,
  fill: (databaseUrl: string) => Promise<void>,
): Promise<string> => {
  if (canCopy) return createDatabase(await templateDatabase(what, fill));
  const databaseUrl = await createDatabase();
  await fill(databaseUrl);
  return databaseUrl;
};

const migrate = (payload: Payload): Promise<void> => applyMigrations(payload, migrations);

const prepareSchema = async (
  config: SanitizedConfig,
  prepare: (payload: Payload) => Promise<void>,
): Promise<void> => {
  const payload = await getPayload({ config, key: randomUUID(), disableOnInit: true });
  await prepare(payload);
  // It has no listener while the portal has not opened.
  (payload.db as unknown as PostgresAdapter).pool.on('error', () => {});
  await stopPayload(payload);
};

/**
 * Ends the connections of the CMS, which it would keep forever: test files that share a process would use up all that
 * PostgreSQL admits.
 */
export const stopPayload = async (payload: Payload): Promise<void> => {
  const { application_name: name } = (payload.db as unknown as PostgresAdapter).poolOptions;
  await payload.destroy();
  if (name)
    await query(
      inject('databaseUrl'),
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [name],
    );
};

/** Makes an empty database, or a copy of another one, and returns its URL. */
export const createDatabase = async (template?: string): Promise<string> => {
  const url = new URL(inject('databaseUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}${template ? ` template ${template}` : ''}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
};

/** Runs SQL on a database, apart from every pool of the portal. */
export const query = async <Row extends object>(
  databaseUrl: string,
  sql: string,
  parameters: unknown[] = [],
) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql, parameters);
    return rows;
  } finally {
    await client.end();
  }
};

/**
 * Waits until the start has made its indexes, which it does beside everything else: PostgreSQL ends one of two transactions
 * that change a table at the same time.
 */
export const indexesMade = ({ payload }: TestPortal): Promise<void> =>
  withDatabaseLock(payload, 'indexes', async () => {});

/**
 * Waits until the jobs of a queue, and the mails that they cause, are done and on record. A job whose mail is under way is
 * gone already.
 */
export const mailsSettled = (portal: TestPortal, queue: string): Promise<void> =>
  expect
    .poll(async () => {
      const jobs = await query(
        portal.databaseUrl,
        'select 1 from support_portal.jobs where queue in ($1, $2)',
        // Staff get a mail about the keys that a test makes for them.
        [queue, 'api-key-notices'],
      );
      return [jobs.length, await mailsUnderWay(portal)];
    })
    .toEqual([0, 0]);

/** Number of mails of this portal that have begun and are not on record. */
export const mailsUnderWay = async ({ payload }: TestPortal): Promise<number> => {
  const { text } = await metricsOf(payload).read();
  const depths = text.matchAll(/^support_portal_mail_spool_rows\{.*\} (\d+)$/gm);
  return [...depths].reduce((sum, [, depth]) => sum + Number(depth), 0);
};

/** True if a statement waits for another transaction's lock. */
export const isWaitingForLock = async (databaseUrl: string): Promise<boolean> => {
  const waiting = await query(
    databaseUrl,
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
};

export const stopAfterTest = (portal: TestPortal): TestPortal => {
  onTestFinished(() => portal.stop());
  return portal;
};
