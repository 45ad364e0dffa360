import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { postgresOf } from '../../../core/database/pool.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';

/** Time for which a process holds an upload after its last sign of life, in seconds. */
const leaseSeconds = 10;
/** Time between two signs of life, in milliseconds; then it also looks whether another request waits. */
const betweenSigns = 2_000;
/** Time between two tries to get a lock, and for all of them, in milliseconds. */
const betweenTries = 150;
const longestWait = 15_000;

/**
 * The lock of an upload: a row with a lease, so that it holds over processes, and ends with one that dies. The newest request
 * wins: an older one, whose connection may be dead, is asked to end.
 */
export const rowLock = (payload: Payload, id: string) => {
  const holder = randomUUID();
  let signs: NodeJS.Timeout | undefined;
  const run = async (sql: string, ...values: unknown[]) =>
    (await postgresOf(payload).pool.query<{ is_lock_wanted: boolean }>(sql, [id, ...values])).rows;

  const take = async (): Promise<boolean> => (await run(takeSql, holder, leaseSeconds)).length === 1;

  const showSign = async (onWanted: () => unknown): Promise<void> => {
    const [row] = await run(renewSql, holder, leaseSeconds);
    if (!row || row.is_lock_wanted) await onWanted();
  };

  return {
    /**
     * @param signal gives up
     * @param onWanted called when another request waits for the lock, or has it
     * @throws {ApiError} `conflict` if another request keeps it
     */
    async lock(signal: AbortSignal, onWanted: () => unknown, wait = longestWait): Promise<void> {
      const until = Date.now() + wait;
      while (!(await take())) {
        if (signal.aborted || Date.now() > until) throw new ApiError('conflict', say('uploads:errors:busy'));
        await run('update support_portal.uploads set is_lock_wanted = true where id = $1');
        await sleep(betweenTries);
      }
      // A database that is away for a moment does not end an upload; the lease may.
      signs = setInterval(() => void showSign(onWanted).catch(() => {}), betweenSigns);
      signs.unref();
    },
    async unlock(): Promise<void> {
      clearInterval(signs);
      await run(unlockSql, holder);
    },
  };
};

const takeSql = `
  update support_portal.uploads
  set lock_holder = $2, locked_until = now() + $3 * interval '1 second', is_lock_wanted = false
  where id = $1 and (locked_until is null or locked_until < now()) returning is_lock_wanted`;

const renewSql = `
  update support_portal.uploads set locked_until = now() + $3 * interval '1 second'
  where id = $1 and lock_holder = $2 returning is_lock_wanted`;

const unlockSql = `
  update support_portal.uploads set lock_holder = null, locked_until = null where id = $1 and lock_holder = $2`;
