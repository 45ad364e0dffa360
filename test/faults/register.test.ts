import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig, getPayload } from 'payload';
import { register, type SupportPortalOptions, supportPortal } from 'payload-support-portal';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { query } from '../support/portal/payload.ts';
import { makePostgresServer, type PostgresServer } from '../support/servers/postgresServer.ts';
import { makeDataDir, recovers } from './observe.ts';
import { prepareDatabase } from './programs/app.ts';

vi.setConfig({ testTimeout: 240_000 });

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await makePostgresServer();
  await prepareDatabase({ databaseUrl: postgres.url, dataDir: '.' });
});

afterAll(() => postgres.remove());

/** An app's own config, with the pool that the CMS's adapter makes. */
const configOf = (portal: SupportPortalOptions = {}) =>
  buildConfig({
    secret: 'a secret of at least thirty-two characters',
    db: postgresAdapter({ pool: { connectionString: postgres.url }, push: false }),
    editor: lexicalEditor(),
    telemetry: false,
    typescript: { autoGenerate: false },
    admin: { importMap: { autoGenerate: false } },
    logger: { options: { level: 'silent' } },
    plugins: [supportPortal({ dataDir: makeDataDir(), ...portal })],
  });

it('register() waits for a database that is away while the process starts, and begins once it is back', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  await postgres.stop();
  const config = await configOf();
  await register({ config });
  await expect
    .poll(() => said.mock.calls)
    .toEqual([[expect.stringMatching(/^The support portal cannot start: .*connect/)]]);
  await postgres.start();
  const lastWorked = `select 1 from support_portal.meta where key = 'background.last_worked_at'`;
  await recovers(async () => expect(await query(postgres.url, lastWorked)).toHaveLength(1));
  const payload = await getPayload({ config });
  onTestFinished(() => payload.destroy());
  // PostgreSQL may have been found while it was starting, which is another reason.
  const reasons = said.mock.calls.map(String);
  expect(reasons).toEqual([...new Set(reasons)]);
});

it('a start of Payload fails if PostgreSQL accepts connections and does not answer, and the next one serves', async () => {
  const config = await configOf();
  const start = () => getPayload({ config, key: 'silent' });
  postgres.freeze();
  await expect(start()).rejects.toThrow('PostgreSQL does not respond within 10 s.');
  postgres.thaw();
  const payload = await start();
  await payload.destroy();
});
