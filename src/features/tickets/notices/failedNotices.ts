import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../../core/database/pool.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import type { AddressErasure } from '../../../core/ports/erasure.ts';
import type { EmailAttempt } from '../../email-log/feature.ts';
import type { TicketNotice } from './notices.ts';

/** Days for which a failed mail of a ticket can be sent again. */
export const keptDays = 30;

/** The values of a row of the email log by which its notice is found. */
type FailedMail = Pick<EmailAttempt, 'created_at' | 'to' | 'type' | 'related_id'>;

/** Keeps the notice of a mail that failed: ids alone, from which its text is made anew. */
export const keepFailedNotice = async (
  payload: Payload,
  { created_at, to, type, related_id }: FailedMail,
  notice: TicketNotice,
): Promise<void> => {
  await preparePortalSchema(payload);
  await portalPool(payload).query(
    'insert into support_portal.failed_notices (at, recipient, type, ticket_id, notice) values ($1, $2, $3, $4, $5)',
    [created_at, to, type, related_id, JSON.stringify(notice)],
  );
};

/**
 * Takes the notice of a failed mail in the request's transaction, so that it is sent again once. Two mails of one moment are
 * not told apart: each call takes one of their notices.
 *
 * @returns null if it is not kept, or was sent again before
 */
export const takeFailedNotice = async (
  req: PayloadRequest,
  { created_at, to, type, related_id }: FailedMail,
): Promise<TicketNotice | null> => {
  const { rows } = await runStatement<{ notice: TicketNotice }>(
    req,
    `update support_portal.failed_notices set again_at = now()
     where ctid = (
       select ctid from support_portal.failed_notices
       where at = $1 and recipient = $2 and type = $3 and ticket_id = $4 and again_at is null limit 1 for update)
     returning notice`,
    [created_at, to, type, related_id],
  );
  return rows[0]?.notice ?? null;
};

/** The state of a failed mail: it can be sent again, it was, or its notice is not kept. */
export type Repeatability = 'possible' | 'done' | 'gone';

/** The states of failed mails of a ticket. */
export const repeatabilityOf = async (
  payload: Payload,
  ticketId: string,
): Promise<(mail: FailedMail) => Repeatability> => {
  await preparePortalSchema(payload);
  const { rows } = await portalPool(payload).query<{
    at: Date;
    recipient: string;
    type: string;
    again_at: Date | null;
  }>(
    'select at, recipient, type, again_at from support_portal.failed_notices where ticket_id = $1 order by at desc limit 1000',
    [ticketId],
  );
  return ({ created_at, to, type }) => {
    const kept = rows.filter(
      (row) => row.recipient === to && row.type === type && row.at.getTime() === Date.parse(created_at),
    );
    if (kept.length === 0) return 'gone';
    return kept.some(({ again_at }) => again_at === null) ? 'possible' : 'done';
  };
};

/** A daily task. */
export const pruneFailedNotices = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query(
    `delete from support_portal.failed_notices where at <= now() - interval '${keptDays} days'`,
  );
};

/** A mail to an address that is erased cannot be sent again. */
export const eraseFailedNotices = async ({ payload, notations, before }: AddressErasure): Promise<void> => {
  await portalPool(payload).query(
    'delete from support_portal.failed_notices where lower(recipient) = any($1::text[]) and at <= $2',
    [notations, before],
  );
};
