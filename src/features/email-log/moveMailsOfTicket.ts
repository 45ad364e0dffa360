import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import type { TicketMerge } from '../../core/ports/merge.ts';
import { idText } from '../../core/shared/values/ids.ts';

/** Relates the mails about a ticket to the one that it is merged into. */
export const moveMailsOfTicket = async (
  { req, from, into }: TicketMerge,
  { options }: PortalContext,
): Promise<void> => {
  await runStatement(
    req,
    `update ${tableOf(req.payload, options.slugs.emailLog)} set related_id = $2
     where related_type = 'ticket' and related_id = $1`,
    [idText(from), idText(into)],
  );
};
