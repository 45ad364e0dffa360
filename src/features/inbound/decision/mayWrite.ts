import type { PayloadRequest } from 'payload';
import { type Principal, reaches } from '../../../core/access/roles.ts';
import { withholds } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { reachesTicket } from '../../../core/reach/reachSql.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { Sender } from '../senders/sender.ts';

/** True if the API would accept a ticket of this person, too. */
export const mayWrite = (principal: Principal, organization: RecordId | null): boolean =>
  !withholds(principal, 'tickets:write') && reaches(principal, organization);

/**
 * True if the API would accept a reply of this person, too. A client of an organization whose clients see only their own
 * tickets does not reply to those of others.
 */
export const mayReply = async (
  req: PayloadRequest,
  portal: PortalContext,
  { principal }: Sender,
  ticket: { readonly id: RecordId; readonly organization: RecordId | null },
): Promise<boolean> =>
  mayWrite(principal, ticket.organization) && (await reachesTicket(req, portal, principal, ticket));
