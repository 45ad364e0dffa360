import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withDatabaseLock } from '../../../../src/core/database/lock.ts';
import { closePools } from '../../../../src/core/database/pool.ts';
import { indexesMade, query, startPortal, stopAfterTest } from '../../../support/portal/payload.ts';

it('holds a lock through long work, despite the server’s idle-in-transaction timeout', async () => {
  const portal = stopAfterTest(await startPortal());
  const { databaseUrl, payload } = portal;
  const { pathname } = new URL(databaseUrl);
  // The start itself may exceed the timeout between two statements.
  await indexesMade(portal);
  await query(
    databaseUrl,
    `alter database "${pathname.slice(1)}" set idle_in_transaction_session_timeout = '200ms'`,
  );
  await closePools(payload);
  const work = withDatabaseLock(payload, 'test', async () => {
    await sleep(1_000);
    return 'done';
  });
  await expect(work).resolves.toBe('done');
});

it('a lock that is held for long, and callers who wait for it, keep no caller of another name waiting', async () => {
  const portal = stopAfterTest(await startPortal());
  const { payload } = portal;
  await indexesMade(portal);
  const order: string[] = [];
  let end = (): void => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin = (): void => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const long = withDatabaseLock(payload, 'long', () => {
    begin();
    return isOver;
  });
  await hasBegun;
  const waiting = [1, 2, 3].map(() => withDatabaseLock(payload, 'long', async () => void order.push('long')));
  await withDatabaseLock(payload, 'other', async () => void order.push('other'));
  end();
  await Promise.all([long, ...waiting]);
  expect(order).toEqual(['other', 'long', 'long', 'long']);
});
