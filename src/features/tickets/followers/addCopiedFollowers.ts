import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { withOrigin } from '../history/origin.ts';
import { lockTicket } from '../record/locks.ts';
import { mostFollowers } from './followerRules.ts';
import { followersOfTicket } from './followersOf.ts';

interface CopiedPeople {
  /** The client's who copied them, in a transaction. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  /** People of the ticket's organization. */
  readonly people: readonly RecordId[];
}

/**
 * Makes the people whom a client's mail copied followers of its ticket. The requester needs not to follow it.
 *
 * @returns those for whom there was no room
 */
export const addCopiedFollowers = async ({
  req,
  portal,
  ticketId,
  people,
}: CopiedPeople): Promise<readonly RecordId[]> => {
  const ticket = people.length > 0 && (await lockTicket(req, portal, ticketId));
  if (!ticket) return [];
  const present = await followersOfTicket(req, portal, ticketId);
  const known = new Set([...present, ticket.requester_id ?? ''].map(idText));
  const wanted = people.filter((id) => !known.has(idText(id)));
  const room = Math.max(0, mostFollowers - present.length);
  const added = wanted.slice(0, room);
  if (added.length > 0)
    await withOrigin(req, { source: 'email' }, () =>
      req.payload.update({
        collection: portal.options.slugs.tickets as CollectionSlug,
        id: ticketId,
        data: { followers: [...present, ...added] },
        depth: 0,
        overrideAccess: false,
        req,
      }),
    );
  return wanted.slice(room);
};
