import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { askBriefly } from '../../core/database/askBriefly.ts';
import { tableOf } from '../../core/database/table.ts';
import type { AlertObserver, Warning } from '../../core/ports/attention.ts';
import { emailLogOf } from './emailLog.ts';
import { prepareEmailLog } from './prepare.ts';
import { logTables } from './reading/query.ts';
import { lastFailure, newestOutcomes } from './reading/statistics.ts';

/** The newest mail failed. */
export const mailFailing: AlertObserver = {
  title: 'Mails are failing',
  async observe({ payload, portal, after, since }) {
    const log = tableOf(payload, portal.options.slugs.emailLog);
    const [row] = await askBriefly<{
      newest: string | null;
      newest_at: Date | null;
      first: Date | null;
      count: string;
      error: string | null;
    }>(
      payload,
      `select newest.status as newest, newest.created_at as newest_at, failed.*,
         (select error from ${log} where status = 'failed' order by created_at desc limit 1) as error
       from (select min(created_at) as first, count(*) as count from ${log}
         where status = 'failed' and created_at >= '${(since ?? after).toISOString()}') failed
       left join lateral (select status, created_at from ${log} order by created_at desc, id desc limit 1) newest on true`,
    );
    // An empty log, such as after a purge, does not end the trouble.
    const isOver = row?.newest === 'sent';
    const began = row?.first ?? (isOver ? null : (row?.newest_at ?? since));
    if (!row || !began) return null;
    return { since: began, count: Math.max(Number(row.count), 1), detail: row.error, isOver };
  },
  page: ({ options: { slugs } }) => `/collections/${slugs.emailLog}?status=failed`,
};

/** The log's table takes no rows. */
export const spoolGrowing: AlertObserver = {
  title: 'Rows of the email log wait for the database',
  async observe({ payload }) {
    const count = emailLogOf(payload)?.overdue() ?? 0;
    if (count === 0) return null;
    return { since: null, count, detail: 'The database does not take rows of the email log.' };
  },
  page: ({ options: { slugs } }) => `/collections/${slugs.emailLog}`,
};

/** Many of the last hour's mails bounced. */
export const bounces: AlertObserver = {
  title: 'Many mails bounce',
  async observe({ payload, portal }) {
    const { log, deliveries } = logTables(payload, portal.options.slugs);
    const [row] = await askBriefly<{ mails: string; bounced: string }>(
      payload,
      `select count(*) as mails, count(*) filter (where exists (
         select from ${deliveries} d where d.email = log.id::text and d.counts and d.state = 'bounced')) as bounced
       from ${log} log where created_at > now() - interval '1 hour'`,
    );
    const [mails, bounced] = [Number(row?.mails ?? 0), Number(row?.bounced ?? 0)];
    if (bounced < fewestBounces || bounced <= mails * largestShare) return null;
    return { since: null, count: bounced, detail: `${bounced} of the last hour’s ${mails} mails bounced.` };
  },
  page: ({ options: { slugs } }) => `/collections/${slugs.emailLog}?delivery=bounced`,
};

const fewestBounces = 10;
const largestShare = 0.05;

/** The number of newest mails that tell whether mails fail. */
const watchedMails = 10;

type Outcomes = readonly ('sent' | 'failed')[];

/** Warns while most of the newest mails fail. */
export const findLogWarnings = async (
  payload: Payload,
  { options }: PortalContext,
): Promise<readonly Warning[]> => {
  const { emailLog } = options.slugs;
  await prepareEmailLog(payload, options);
  const [outcomes, failure] = await Promise.all([
    newestOutcomes(payload, emailLog, watchedMails),
    lastFailure(payload, emailLog),
  ]);
  if (!isFailing(outcomes)) return [];
  return [
    {
      name: 'mails fail',
      tone: 'error',
      lead: 'dashboard:alert:failing',
      words: 'dashboard:alert:howMany',
      values: { failed: countFailed(outcomes), total: outcomes.length, error: failure?.error ?? null },
      link: { path: `/collections/${emailLog}?status=failed`, label: 'dashboard:alert:seeFailed' },
    },
  ];
};

/** Mail is failing if the newest mail and at least half of all failed. */
export const isFailing = (outcomes: Outcomes): boolean =>
  outcomes[0] === 'failed' && 2 * countFailed(outcomes) >= outcomes.length;

const countFailed = (outcomes: Outcomes): number => outcomes.filter((status) => status === 'failed').length;
