import { afterEach, expect, it, vi } from 'vitest';
import { createDatabase, query, startPortal, stopAfterTest } from '../support/payload.ts';

const tablesOf = (databaseUrl: string): Promise<object[]> =>
  query(
    databaseUrl,
    `select table_name from information_schema.tables where table_schema = 'public' and table_name = 'email_log'`,
  );

afterEach(() => vi.unstubAllEnvs());

it.each([
  [undefined, []],
  ['test', [{ table_name: 'email_log' }]],
])(
  'with NODE_ENV %s the CMS pushes its schema only if the environment is named',
  async (environment, tables) => {
    vi.stubEnv('NODE_ENV', environment);
    vi.stubEnv('PAYLOAD_FORCE_DRIZZLE_PUSH', 'true');
    const databaseUrl = await createDatabase();
    stopAfterTest(await startPortal({ databaseUrl, push: true }));
    expect(await tablesOf(databaseUrl)).toEqual(tables);
  },
);
