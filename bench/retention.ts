import { setTimeout as sleep } from 'node:timers/promises';
import { postgresOf } from '../src/core/database/pool.ts';
import { pruneEmails } from '../src/features/email-log/retention/coverage.ts';
import type { Bench } from './bench.ts';
import { type GrownLog, openLog, type Record, slug, startGrownLog } from './support/emailLog.ts';
import { compare, percentile } from './support/rounds.ts';

const rounds = 7;
/** A tenth of the rows that the log has in the middle round. */
const pruned = 100_000;
const rows = 1_000_000 + Math.floor(rounds / 2) * pruned;

/** Effect of a running retention on the time to record a mail. */
export const retention: Bench = {
  about: 'p99 of recording one mail at a time while the oldest tenth of 1,000,000 rows is pruned ÷ without',
  async run(scope) {
    const log = await startGrownLog(rows, scope);
    const record = openLog(log.payload, scope);
    await recordDuring(log, record, sleep(2_000));
    /** Duration of the last pruning, so that both sides record about as many mails. */
    let duration = 1_500;
    const { measured, baseline, ratio, spread } = await compare({
      rounds,
      measured: async () => {
        const begun = performance.now();
        const p99 = await recordDuring(log, record, pruneOldest(log));
        duration = performance.now() - begun;
        return p99;
      },
      baseline: () => recordDuring(log, record, sleep(duration)),
    });
    return [
      {
        figures: [
          { label: 'p99 while pruning, median', value: measured, unit: 'ms' },
          { label: 'p99 without, median', value: baseline, unit: 'ms' },
          { label: 'a pruning, the last one', value: duration, unit: 'ms' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atMost: 2 },
      },
    ];
  },
};

/** Records mails one after the other until `work` is done. */
const recordDuring = async ({ next }: GrownLog, record: Record, work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const [attempt] = next(1);
    if (!attempt) break;
    const begun = performance.now();
    await record(attempt);
    times.push(performance.now() - begun);
  }
  await done;
  return percentile(times, 0.99);
};

const pruneOldest = async ({ payload, table }: GrownLog): Promise<void> => {
  const { rows: found } = await postgresOf(payload).pool.query<{ before: Date }>(
    `select created_at as before from ${table} order by created_at offset ${pruned} limit 1`,
  );
  const before = found[0]?.before;
  if (!before) throw new Error('There is nothing left to prune.');
  await pruneEmails(payload, { emailLog: slug, mailDeliveries: 'mail-deliveries' }, { before });
};
