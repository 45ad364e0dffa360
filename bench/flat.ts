import type { Payload } from 'payload';
import { postgresOf } from '../src/core/database/pool.ts';
import { tableOf } from '../src/core/database/table.ts';
import type { EmailLogFilter } from '../src/features/email-log/reading/filter.ts';
import { findEmails } from '../src/features/email-log/reading/query.ts';
import type { Bench } from './bench.ts';
import { seededRandom } from './data/random.ts';
import { settle, slug, startGrownLog } from './support/emailLog.ts';
import { compareEach, median } from './support/rounds.ts';
import { timeEach } from './support/timing.ts';

const smallRows = 100_000;
const copies = 50;
const rounds = 7;
/** Pages of each kind in a round. */
const pages = 40;

/** Target of the copies of the small log. */
const grownSlug = 'email-log-grown';

const firstPage = { start: { offset: 0 }, perPage: 25 };

/** Speed of the pages that people open when the log has grown for years. */
export const flat: Bench = {
  about: `first pages of the log at ${(smallRows * copies).toLocaleString('en')} rows ÷ at ${smallRows.toLocaleString('en')}`,
  async run(scope) {
    const { payload } = await startGrownLog(smallRows, scope);
    await growCopy(payload, scope.signal);
    const sides = { small: await drawFilters(payload, slug), grown: await drawFilters(payload, grownSlug) };
    const open = async (pagesOf: Pages, of: string) => {
      const figures: Record<string, number> = {};
      for (const [kind, filters] of Object.entries(pagesOf)) {
        figures[kind] = median(
          await timeEach(filters, (filter) =>
            findEmails(payload, { emailLog: of, mailDeliveries: 'mail-deliveries' }, filter, firstPage),
          ),
        );
      }
      return figures as Record<Kind, number>;
    };
    const measured = () => open(sides.grown, grownSlug);
    const baseline = () => open(sides.small, slug);
    await measured();
    await baseline();
    const found = await compareEach({ rounds, measured, baseline });
    return Object.entries(found).map(([kind, comparison]) => ({
      figures: [
        { label: `${kind}, grown, median`, value: comparison.measured, unit: 'ms' },
        { label: `${kind}, small, median`, value: comparison.baseline, unit: 'ms' },
      ],
      label: `ratio for ${kind}, median`,
      value: comparison.ratio,
      unit: '×',
      spread: comparison.spread,
      goal: { atMost: 4 },
    }));
  },
};

const types = ['ticket_reply', 'ticket_created', 'transfer_ready', 'invoice_reminder', 'password_reset'];

type Kind = 'the newest' | 'failed' | 'a record' | 'a type';

type Pages = Readonly<Record<Kind, readonly EmailLogFilter[]>>;

/** The records are drawn from the whole log: old ones are requested as often as new ones. */
const drawFilters = async (payload: Payload, of: string): Promise<Pages> => {
  const { rows } = await postgresOf(payload).pool.query<{ relatedType: string; relatedId: string }>(
    `select related_type as "relatedType", related_id as "relatedId"
     from ${tableOf(payload, of)} tablesample bernoulli (1) repeatable (1)
     where related_id is not null order by md5(id::text) limit ${pages}`,
  );
  const random = seededRandom(1);
  const several = (filter: () => EmailLogFilter) => Array.from({ length: pages }, filter);
  return {
    'the newest': several(() => ({})),
    failed: several(() => ({ status: 'failed' })),
    'a record': rows,
    'a type': several(() => ({ type: types[random.below(types.length)] })),
  };
};

/** Copies the small log, each copy later than the last and about records of its own. */
const growCopy = async (payload: Payload, signal: AbortSignal): Promise<void> => {
  const { pool } = postgresOf(payload);
  const [small, grown] = [tableOf(payload, slug), tableOf(payload, grownSlug)];
  await pool.query(`create table ${grown} (like ${small} including defaults)`);
  for (let copy = 0; copy < copies; copy += 1) {
    signal.throwIfAborted();
    await pool.query(copySql(small, grown), [copy]);
  }
  const { rows } = await pool.query<{ definition: string }>(
    'select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass',
    [small],
  );
  for (const { definition } of rows) {
    signal.throwIfAborted();
    await pool.query(definition.replace(/ INDEX \S+ ON \S+ /, ` INDEX ON ${grown} `));
  }
  await settle(payload);
};

const copySql = (small: string, grown: string): string =>
  `insert into ${grown} ("to", subject, type, related_type, related_id, transport, status, error, created_at,
     user_id, message_id, fallback)
   select "to", subject, type, related_type, (related_id::bigint + $1::bigint * ${smallRows})::text, transport,
     status, error, created_at + $1 * (newest - oldest), user_id, md5(message_id || $1), fallback
   from ${small}, (select min(created_at) as oldest, max(created_at) as newest from ${small}) as span
   order by created_at`;
