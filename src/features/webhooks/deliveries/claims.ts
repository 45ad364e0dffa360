import type { Payload } from 'payload';
import { jobPool } from '../../../core/database/pool.ts';
import type { StoredSecrets } from '../secrets/secrets.ts';
import { bodyOf, type WebhookTables } from '../tables.ts';
import { endPendingSql } from './disable.ts';
import { disabledError } from './outbox.ts';

/** A delivery whose next try has begun. */
export interface ClaimedDelivery extends StoredSecrets {
  readonly id: string;
  readonly webhook: string;
  /** The number of this try. The outcome of an earlier one is no longer recorded. */
  readonly attempts: number;
  /** Attempts of this round that failed before. */
  readonly failures: number;
  readonly message_id: string;
  readonly body: string;
  /** Size of a long body in bytes; 0 for a short one. */
  readonly bytes: number;
  readonly url: string;
  /** Start of the attempt, by the database's clock. */
  readonly began: Date;
}

/** Attempts of one webhook that a process has under way. */
export interface UnderWay {
  readonly tries: number;
  /** Bytes of their long bodies. */
  readonly bytes: number;
}

/** Numbers of attempts that may start. */
interface Places {
  readonly all: number;
  /** The most tries of one webhook at once. */
  readonly ofOne: number;
  /** Attempts that this process has under way, by webhook. */
  readonly underWay: ReadonlyMap<string, UnderWay>;
  /** Bytes that are left for long bodies. The last one that begins within them may be larger. */
  readonly room: number;
}

/** Size in bytes up to which a body takes no room of the long ones. */
const longestShortBody = 64 * 1024;

/**
 * No organization has more than this part of the places, and of the room, that the others leave; no webhook has more than this part
 * of the places that the others of its organization leave. A claim takes half of what is free, so that many who ask at once leave
 * some, too.
 */
const share = { organization: 0.25, webhook: 0.1 } as const;

/** The organization of a webhook; one that sees all organizations stands for itself. */
const holderOf = (webhook: string): string =>
  `coalesce('o' || ${webhook}.organization_id, 'w' || ${webhook}.id)`;

/**
 * Begins the next try of deliveries that are due. Organizations take the places in turn, the one that has fewest first, and so do
 * the webhooks of each, whose deliveries begin in the order in which they became due. Some places are left for the next organization,
 * and for the next webhook. So one whose receiver is slow or down, and an organization with a hundred of them, delays no other. Long
 * bodies share a room in the same way, so that many fill no memory.
 *
 * While a try runs, its delivery is pending and has no next try. This time is its lease, see {@link takeUpDeliveries}.
 */
export const claimDeliveries = async (
  payload: Payload,
  { webhooks, deliveries, id }: WebhookTables,
  { all, ofOne, underWay, room }: Places,
): Promise<readonly ClaimedDelivery[]> => {
  const held = [...underWay.values()];
  const { rows } = await jobPool(payload).query<ClaimedDelivery>(
    `with busy as (
       select * from unnest($1::${id}[], $2::int[], $3::int[]) as busy(webhook, tries, bytes)
     ),
     holders as (
       select ${holderOf('w')} as holder, sum(tries) as tries, sum(bytes) as bytes
       from busy join ${webhooks} w on w.id = busy.webhook group by 1
     ),
     due as materialized (
       select oldest.id, oldest.next_attempt_at, case when size.bytes > $7 then size.bytes else 0 end as bytes,
         w.id as webhook, ${holderOf('w')} as holder, coalesce(busy.tries, 0) as own
       from ${webhooks} w
       left join busy on busy.webhook = w.id
       cross join lateral (
         select d.id, d.next_attempt_at, d.body, d.event_id from ${deliveries} d
         where d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
           and ($6 > 0 or octet_length(${bodyOf('d')}) <= $7)
         order by d.next_attempt_at
         limit $4
         for update skip locked
       ) as oldest
       cross join lateral (select octet_length(${bodyOf('oldest')}) as bytes) as size
       where w.status = 'enabled' and coalesce(busy.tries, 0) < $4
     ),
     queued as (
       select due.*, coalesce(holders.bytes, 0) as held, coalesce(holders.tries, 0) as tries,
         ceil(($5 + coalesce(holders.tries, 0)) * ${share.organization}) - coalesce(holders.tries, 0) as free,
         row_number() over (partition by webhook order by next_attempt_at, due.id) as turn
       from due left join holders using (holder)
     ),
     ranked as (
       select queued.*, row_number() over line as place, sum(bytes) over line - bytes as before
       from queued where turn <= least(ceil((free + own) * ${share.webhook}), $4) - own
       window line as (partition by holder order by own + turn, next_attempt_at, id)
     ),
     chosen as (
       select * from ranked
       where place <= ceil(free / 2) and (bytes = 0 or before < ($6 + held) * ${share.organization} - held)
       order by tries + place, next_attempt_at limit ceil($5::numeric / 2)
     ),
     fitting as (
       select id, bytes from (
         select id, bytes, sum(bytes) over (order by tries + place, next_attempt_at, id) as taken from chosen
       ) as summed
       where bytes = 0 or taken - bytes < $6
     )
     update ${deliveries} d
     set attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = null
     from fitting, ${webhooks} w
     where d.id = fitting.id and w.id = d.webhook_id
     returning d.id::text, w.id::text as webhook, d.attempts::int, d.failures::int, d.message_id, ${bodyOf('d')} as body,
       w.url, w.secret, w.former_secrets, fitting.bytes, now() as began`,
    [
      [...underWay.keys()],
      held.map(({ tries }) => tries),
      held.map(({ bytes }) => bytes),
      ofOne,
      all,
      room,
      longestShortBody,
    ],
  );
  return rows;
};

/** Duration in seconds: an attempt takes fifteen at most, and then has eight to record its outcome. */
const lease = 30;

/**
 * Makes deliveries due again whose process died while it tried them, and ends those that were published while their
 * webhook was being disabled.
 */
export const takeUpDeliveries = async (
  payload: Payload,
  { webhooks, deliveries }: WebhookTables,
): Promise<void> => {
  await jobPool(payload).query(
    `update ${deliveries} d set next_attempt_at = now()
     from ${webhooks} w
     where d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at is null
       and d.last_attempt_at <= now() - interval '${lease} seconds'`,
  );
  await jobPool(payload).query(
    endPendingSql({ deliveries }, `webhook_id in (select id from ${webhooks} where status = 'disabled')`),
    [disabledError],
  );
};

/** Makes deliveries due again that a process will not try, or not to the end, because it stops. */
export const giveBackDeliveries = async (
  payload: Payload,
  { deliveries, id }: WebhookTables,
  claimed: readonly ClaimedDelivery[],
): Promise<void> => {
  await jobPool(payload).query(
    `update ${deliveries} d set next_attempt_at = now()
     from unnest($1::${id}[], $2::int[]) as given(id, attempts)
     where d.id = given.id and d.attempts = given.attempts and d.status = 'pending' and d.next_attempt_at is null`,
    [claimed.map(({ id }) => id), claimed.map(({ attempts }) => attempts)],
  );
};
