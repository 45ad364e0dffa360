import { randomUUID } from 'node:crypto';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig, getPayload } from 'payload';
import { supportPortal } from 'payload-support-portal';
import { afterEach, expect, it, vi } from 'vitest';
import { createDatabase, query } from '../../../support/portal/payload.ts';

const tablesOf = (databaseUrl: string): Promise<object[]> =>
  query(
    databaseUrl,
    `select table_name from information_schema.tables where table_schema = 'public' and table_name = 'email_log'`,
  );

afterEach(() => vi.unstubAllEnvs());

it.each([
  [undefined, {}, []],
  [undefined, { disabled: true }, []],
  ['test', {}, [{ table_name: 'email_log' }]],
])(
  'with NODE_ENV %s and the options %o the CMS pushes its schema only if the environment is named',
  async (environment, options, tables) => {
    vi.stubEnv('NODE_ENV', environment);
    vi.stubEnv('PAYLOAD_FORCE_DRIZZLE_PUSH', 'true');
    const databaseUrl = await createDatabase();
    const config = await buildConfig({
      secret: 'a secret of at least thirty-two characters',
      db: postgresAdapter({ pool: { connectionString: databaseUrl } }),
      editor: lexicalEditor(),
      telemetry: false,
      typescript: { autoGenerate: false },
      logger: { options: { level: 'silent' } },
      plugins: [supportPortal({ workers: 'external', ...options })],
    });
    const payload = await getPayload({ config, key: randomUUID(), disableOnInit: true });
    await payload.destroy();
    expect(await tablesOf(databaseUrl)).toEqual(tables);
  },
);
