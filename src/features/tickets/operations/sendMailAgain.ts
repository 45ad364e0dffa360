import { z } from 'zod';
import { isSpanningStaff } from '../../../core/access/roles.ts';
import { isId } from '../../../core/database/ids.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { enqueue } from '../../../core/jobs/jobs.ts';
import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { type EmailAttempt, logTables, prepareEmailLog } from '../../email-log/feature.ts';
import { findAddressee } from '../notices/addressee.ts';
import { keptDays, takeFailedNotice } from '../notices/failedNotices.ts';
import { ticketNoticeQueue } from '../notices/notices.ts';

type FailedRow = Pick<EmailAttempt, 'to' | 'type' | 'status' | 'related_type' | 'related_id' | 'created_at'>;

/** @throws {ApiError} `not_found` */
const findRow = async ({ payload, portal, params }: OperationContext): Promise<FailedRow> => {
  const { slugs } = portal.options;
  const { email_id: id } = params;
  await prepareEmailLog(payload, portal.options);
  if (!isId(payload, id, slugs.emailLog)) throw notFound();
  const { rows } = await postgresOf(payload).pool.query<Omit<FailedRow, 'created_at'> & { created_at: Date }>(
    `select "to", type, status, related_type, related_id, created_at from ${logTables(payload, slugs).log} where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw notFound();
  return { ...row, created_at: row.created_at.toISOString() };
};

export const sendMailAgain = defineOperation({
  name: 'send_mail_again',
  summary: 'Sends a failed mail of a ticket again.',
  description:
    'The mail is written anew from the ticket or the reply that it was about, and has a row of its own; the failed row stays. Once for each failed mail, for 30 days.',
  method: 'POST',
  path: '/portal/v1/email-log/{email_id}/send-again',
  who: { gate: isSpanningStaff, scope: 'tickets:write' },
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output: z.strictObject({ ticket_id: z.string() }), status: 202 },
  errors: ['conflict'],
  load: findRow,
  async run(_input, { payload, portal, req }, row: FailedRow) {
    const ticketId = assertRepeatable(row);
    await preparePortalSchema(payload);
    await inTransaction(req, async () => {
      const notice = await takeFailedNotice(req, row);
      if (!notice) throw new ApiError('conflict', say('errors:sendAgain:gone', { days: keptDays }));
      const addressee = await findAddressee({ payload, portal }, notice);
      if (!addressee || !isSameAddress(addressee.recipient.to, row.to))
        throw new ApiError('conflict', say('errors:sendAgain:noRecipient'));
      await enqueue(req, ticketNoticeQueue, { ...notice, isSeldom: false });
    });
    return { output: { ticket_id: ticketId } };
  },
});

/**
 * @returns the id of the mail's ticket
 * @throws {ApiError} `conflict`
 */
const assertRepeatable = ({ status, related_type, related_id }: FailedRow): string => {
  if (status !== 'failed') throw new ApiError('conflict', say('errors:sendAgain:sent'));
  if (related_type !== 'ticket' || related_id === null)
    throw new ApiError('conflict', say('errors:sendAgain:noTicket'));
  return related_id;
};
