import type { EmailAttempt } from '../src/features/email-log/row.ts';
import type { Bench, Measurement } from './bench.ts';
import { bareInsert } from './support/bareInsert.ts';
import { type GrownLog, openLog, type Record, startGrownLog } from './support/emailLog.ts';
import { compare } from './support/rounds.ts';
import type { Scope } from './support/scope.ts';
import { timeAll } from './support/timing.ts';

const rows = 1_000_000;
const rounds = 11;

const about = (mails: string) =>
  `the cost of recording ${mails} by the hook, spool and all indexes included, at ${rows.toLocaleString('en')} rows ÷ a bare INSERT of the same rows into a table with a primary key alone`;

export const recordOne: Bench = {
  about: about('one mail at a time'),
  run: async (scope) => [await measure(await prepare(scope), { atOnce: 1, mails: 600, goal: 2 })],
};

export const recordMany: Bench = {
  about: about('8 and 32 mails at once'),
  run: async (scope) => {
    const log = await prepare(scope);
    return [
      await measure(log, { atOnce: 8, mails: 2_000, goal: 1.6 }),
      await measure(log, { atOnce: 32, mails: 4_000, goal: 1.2 }),
    ];
  },
};

type PreparedLog = GrownLog & { readonly record: Record; readonly scope: Scope };

const prepare = async (scope: Scope): Promise<PreparedLog> => {
  const log = await startGrownLog(rows, scope);
  return { ...log, record: openLog(log.payload, scope), scope };
};

interface Load {
  readonly atOnce: number;
  /** Mails in each round. */
  readonly mails: number;
  readonly goal: number;
}

const measure = async (
  { payload, next, record, scope }: PreparedLog,
  { atOnce, mails, goal }: Load,
): Promise<Measurement> => {
  const insert = await bareInsert(payload, atOnce, scope);
  const eachOf = async (call: (attempt: EmailAttempt) => Promise<unknown>): Promise<number> =>
    (await timeAll(next(mails), atOnce, call)) / mails;
  await eachOf(record);
  await eachOf(insert);
  const { measured, baseline, ratio, spread } = await compare({
    rounds,
    measured: () => eachOf(record),
    baseline: () => eachOf(insert),
  });
  return {
    figures: [
      { label: `recorded, ${atOnce} at once, median`, value: measured, unit: 'ms a mail' },
      { label: `bare INSERT, ${atOnce} at once, median`, value: baseline, unit: 'ms a row' },
    ],
    label: 'ratio, median',
    value: ratio,
    unit: '×',
    spread,
    goal: { atMost: goal },
  };
};
