import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withDatabaseLock } from '../../src/database/lock.ts';
import { createDatabase, query, startPortal, stopAfterTest } from '../support/payload.ts';

it('holds a lock through long work, whatever the server allows an idle transaction', async () => {
  const databaseUrl = await createDatabase();
  const { pathname } = new URL(databaseUrl);
  await query(
    databaseUrl,
    `alter database "${pathname.slice(1)}" set idle_in_transaction_session_timeout = '200ms'`,
  );
  const { payload } = stopAfterTest(await startPortal({ databaseUrl }));
  const work = withDatabaseLock(payload, 'test', async () => {
    await sleep(1_000);
    return 'done';
  });
  await expect(work).resolves.toBe('done');
});
