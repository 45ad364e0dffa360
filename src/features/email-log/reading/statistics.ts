import type { Payload } from 'payload';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';

/** The mails of one day, by outcome. */
export interface DayOfMail {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Accepted by the first transport. */
  readonly sent: number;
  /** Accepted by another one. */
  readonly fallback: number;
  readonly failed: number;
}

const milliseconds = 24 * 60 * 60 * 1000;

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The mails of so many days up to today, oldest first, days without mail too. */
export const mailByDay = async (
  payload: Payload,
  slug: string,
  { days, now }: { days: number; now: Date },
): Promise<readonly DayOfMail[]> => {
  const wanted = Array.from({ length: days }, (_, index) =>
    dayOf(new Date(now.getTime() - (days - 1 - index) * milliseconds)),
  );
  const [first] = wanted;
  const { rows } = await postgresOf(payload).pool.query<Record<keyof DayOfMail, string>>(
    `select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day,
       count(*) filter (where status = 'sent' and fallback is null) as sent,
       count(*) filter (where status = 'sent' and fallback is not null) as fallback,
       count(*) filter (where status = 'failed') as failed
     from ${tableOf(payload, slug)} where created_at >= $1 group by 1`,
    [`${first}T00:00:00Z`],
  );
  const found = new Map(rows.map((row) => [row.day, row]));
  return wanted.map((day) => ({
    day,
    sent: Number(found.get(day)?.sent ?? 0),
    fallback: Number(found.get(day)?.fallback ?? 0),
    failed: Number(found.get(day)?.failed ?? 0),
  }));
};

export interface Failure {
  readonly id: number | string;
  readonly error: string | null;
  readonly transport: string | null;
  readonly created_at: Date;
}

/** The newest mail that failed; null if none did. */
export const lastFailure = async (payload: Payload, slug: string): Promise<Failure | null> => {
  const { rows } = await postgresOf(payload).pool.query<Failure>(
    `select id, error, transport, created_at from ${tableOf(payload, slug)}
     where status = 'failed' order by created_at desc limit 1`,
  );
  return rows[0] ?? null;
};

/** Time of the log's oldest mail; null if the log is empty. */
export const oldestEmail = async (payload: Payload, slug: string): Promise<Date | null> => {
  const { rows } = await postgresOf(payload).pool.query<{ oldest: Date | null }>(
    `select min(created_at) as oldest from ${tableOf(payload, slug)}`,
  );
  return rows[0]?.oldest ?? null;
};

/** The outcomes of the newest mails of the last 24 hours, newest first. */
export const newestOutcomes = async (
  payload: Payload,
  slug: string,
  most: number,
): Promise<readonly ('sent' | 'failed')[]> => {
  const { rows } = await postgresOf(payload).pool.query<{ status: 'sent' | 'failed' }>(
    `select status from ${tableOf(payload, slug)} where created_at > now() - interval '24 hours'
     order by created_at desc, id desc limit ${most}`,
  );
  return rows.map(({ status }) => status);
};
