import type { Payload } from 'payload';
import { postgresOf } from '../src/core/database/pool.ts';
import type { EmailLogFilter } from '../src/features/email-log/reading/filter.ts';
import {
  countEmails,
  findEmails,
  logTables,
  pageStatement,
} from '../src/features/email-log/reading/query.ts';
import type { EmailAttempt } from '../src/features/email-log/row.ts';
import type { Bench, Figure } from './bench.ts';
import { type Random, seededRandom } from './data/random.ts';
import { slug, startGrownLog } from './support/emailLog.ts';
import { type Comparison, compareEach, percentile } from './support/rounds.ts';
import type { Scope } from './support/scope.ts';
import { timeEach } from './support/timing.ts';

const rows = 1_000_000;
const terms = 200;
const rounds = 5;
/** All searches together take a second, which a noisy neighbour fills easily; the scans take a minute. */
const turns = 5;

const firstPage = { start: { offset: 0 }, perPage: 25 };

/** Speed of a search for part of a recipient or of a subject, with the indexes and without. */
export const search: Bench = {
  about: `the first page of ${terms} substring searches at ${rows.toLocaleString('en')} rows, terms of 3 to 7 characters ÷ the same forced to scan`,
  async run(scope) {
    const { payload, next } = await startGrownLog(rows, scope);
    const filters = drawFilters(next(terms * 10));
    const scan = forcedToScan(payload, scope);
    const eachOf = async (
      asked: readonly EmailLogFilter[],
      search: (filter: EmailLogFilter) => Promise<unknown>,
    ) => {
      const times = await timeEach(asked, (filter) => {
        scope.signal.throwIfAborted();
        return search(filter);
      });
      return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
    };
    const searched = (asked: readonly EmailLogFilter[]) =>
      eachOf(asked, (filter) => findEmails(payload, slugs, filter, firstPage));
    const measured = async () => {
      // After a minute of scans the app's pool has closed its connection, and a new one has to read the catalog of the
      // tables.
      await searched(filters);
      return searched(Array.from({ length: turns }, () => filters).flat());
    };
    const { p50, p95 } = await compareEach({ rounds, measured, baseline: () => eachOf(filters, scan) });
    const totals = await timeEach(filters, (filter) => countEmails(payload, slugs, filter));
    const explained: readonly Figure[] = [
      { label: 'the exact total beside it, p50', value: percentile(totals, 0.5), unit: 'ms' },
      { label: 'the exact total beside it, p95', value: percentile(totals, 0.95), unit: 'ms' },
    ];
    return [
      { ...measurementOf('p50', p50), goal: { atMost: 1 / 60 } },
      { ...measurementOf('p95', p95, explained), goal: { atMost: 1 / 6 } },
    ];
  },
};

const measurementOf = (name: string, comparison: Comparison, explained: readonly Figure[] = []) => ({
  figures: [
    { label: `searched, ${name}, median`, value: comparison.measured, unit: 'ms' },
    { label: `scanned, ${name}, median`, value: comparison.baseline, unit: 'ms' },
    ...explained,
  ],
  label: `ratio of the ${name}, median`,
  value: comparison.ratio,
  unit: '×',
  spread: comparison.spread,
});

const slugs = { emailLog: slug, mailDeliveries: 'mail-deliveries' };

/** Alternates parts of recipients and of subjects. A quarter of them are reversed, which mostly occur in no row at all. */
const drawFilters = (mails: readonly EmailAttempt[]): EmailLogFilter[] => {
  const random = seededRandom(7);
  return Array.from({ length: terms }, (_, index) => {
    const { to, subject } = mails[random.below(mails.length)] ?? { to: '', subject: null };
    const part = partOf(random, index % 2 === 0 ? to : (subject ?? ''));
    const term = random.chance(0.25) ? [...part].toReversed().join('') : part;
    return index % 2 === 0 ? { to: term } : { search: term };
  });
};

const partOf = (random: Random, text: string): string => {
  const length = 3 + random.below(5);
  const start = random.below(text.length - length);
  return text.slice(start, start + length);
};

/** Looks for the same in one statement, on connections whose planner may use no index. */
const forcedToScan = (payload: Payload, { onEnd }: Scope) => {
  const { pg, poolOptions } = postgresOf(payload);
  const off = ['indexscan', 'indexonlyscan', 'bitmapscan'].map((way) => `-c enable_${way}=off`);
  const pool = new pg.Pool({ ...poolOptions, options: off.join(' ') });
  onEnd(() => pool.end());
  return (filter: EmailLogFilter) => {
    const { sql, parameters } = pageStatement(logTables(payload, slugs), filter, firstPage);
    return pool.query(sql, [...parameters]);
  };
};
