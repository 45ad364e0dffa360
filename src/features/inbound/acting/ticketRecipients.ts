import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { relationColumnOf, relationsTableOf, tableOf } from '../../../core/database/table.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { notificationAddress } from '../../settings/feature.ts';

/**
 * The addresses to which mails about a ticket go or went, as far as its records tell: those of its people, of the authors of
 * its replies, and the notification address.
 */
export const recipientsOfTicket = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  ticketId: RecordId,
): Promise<readonly string[]> => {
  const { payload } = req;
  if (!isId(payload, ticketId)) return [];
  const { rows } = await runStatement<{ email: string }>(
    req,
    `with people (id) as (
       select unnest(array[requester_id, assignee_id, created_by_id]) from ${tableOf(payload, slugs.tickets)} where id = $1
       union select ${relationColumnOf(payload, slugs.users)} from ${relationsTableOf(payload, slugs.tickets)}
         where path = 'followers' and parent_id = $1
       union select created_by_id from ${tableOf(payload, slugs.ticketReplies)} where ticket_id = $1
     ) select email from ${tableOf(payload, slugs.users)} where id in (select id from people)`,
    [ticketId],
  );
  const team = await notificationAddress(payload);
  return [...rows.map(({ email }) => email), ...(team === null ? [] : [team])];
};
