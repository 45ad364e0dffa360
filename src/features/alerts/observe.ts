import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { giveUpAfter } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { emailLogOf } from '../email-log/emailLog.ts';
import { logTables } from '../email-log/query.ts';
import { mailboxName, mailboxStatus } from '../inbound/mailboxes.ts';
import { carriersOf } from '../mail/connectedTransports.ts';
import { inboundOptions } from '../settings/inboundOptions.ts';
import type { AlertKind } from './vocabulary.ts';

/** What is wrong now. */
export interface Trouble {
  readonly count: number;
  readonly detail: string | null;
  /** When it began; now if that is not known. */
  readonly since: Date | null;
  /** Whether it is over already: it began and ended between two looks. */
  readonly isOver?: boolean;
}

interface Look {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** The last look at this kind. */
  readonly after: Date;
  /** Since when this kind is in trouble; null if it is not. */
  readonly since: Date | null;
}

/** Says of each kind what is wrong now; null if nothing is. */
export const observers: Readonly<Record<AlertKind, (look: Look) => Promise<Trouble | null>>> = {
  async mail_failing({ payload, portal, after, since }) {
    const log = tableOf(payload, portal.options.slugs.emailLog);
    const [row] = await ask<{
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
    // A purge may have left no row: that is no end.
    const isOver = row?.newest === 'sent';
    const began = row?.first ?? (isOver ? null : (row?.newest_at ?? since));
    if (!row || !began) return null;
    return { since: began, count: Math.max(Number(row.count), 1), detail: row.error, isOver };
  },

  async no_transport({ payload }) {
    const carriers = await carriersOf(payload);
    return carriers.length === 0 ? { since: null, count: 1, detail: 'Every mail fails.' } : null;
  },

  async spool_growing({ payload }) {
    const count = emailLogOf(payload)?.overdue() ?? 0;
    if (count === 0) return null;
    return { since: null, count, detail: 'The database does not take rows of the email log.' };
  },

  async mailbox_unreadable({ payload, portal }) {
    const { imap } = await inboundOptions(payload, portal.options.inbound);
    const status = imap && (await mailboxStatus(payload, mailboxName(imap)));
    if (!status?.error || !status.failedAt) return null;
    const isPassing = Date.now() - status.failedAt.getTime() < passing;
    return isPassing ? null : { since: status.failedAt, count: 1, detail: status.error };
  },

  async bounces({ payload, portal }) {
    const { log, deliveries } = logTables(payload, portal.options.slugs);
    const [row] = await ask<{ mails: string; bounced: string }>(
      payload,
      `select count(*) as mails, count(*) filter (where exists (
         select from ${deliveries} d where d.email = log.id::text and d.counts and d.state = 'bounced')) as bounced
       from ${log} log where created_at > now() - interval '1 hour'`,
    );
    const [mails, bounced] = [Number(row?.mails ?? 0), Number(row?.bounced ?? 0)];
    if (bounced < fewestBounces || bounced <= mails * largestShare) return null;
    return { since: null, count: bounced, detail: `${bounced} of the last hour’s ${mails} mails bounced.` };
  },

  async webhook_disabled({ payload, portal }) {
    const rows = await ask<{ url: string; updated_at: Date }>(
      payload,
      `select url, updated_at from ${tableOf(payload, portal.options.slugs.webhooks)}
       where status = 'disabled' and disabled_reason in ('gone', 'failing') order by updated_at`,
    );
    const [first] = rows;
    if (!first) return null;
    const hosts = [...new Set(rows.map(({ url }) => new URL(url).host))].slice(0, 10).join(', ');
    return { since: first.updated_at, count: rows.length, detail: hosts };
  },
};

/** In milliseconds, for the server. */
const longestLook = 5_000;

/** A locked table must neither hold up the looks at other kinds nor take one more connection with each look. */
const ask = async <Row>(payload: Payload, sql: string): Promise<readonly Row[]> => {
  // Two statements in one query, which has a result for each.
  const results: unknown = await postgresOf(payload).pool.query(`${giveUpAfter(longestLook)}; ${sql}`);
  return (results as { readonly rows: Row[] }[]).at(-1)?.rows ?? [];
};

/** A mailbox that could not be read for so short a time is not told of, in milliseconds: servers restart. */
const passing = 30_000;

const fewestBounces = 10;
const largestShare = 0.05;
