import type { CollectionBeforeChangeHook } from 'payload';
import { isClient } from '../src/access/roles.ts';
import type { PortalContext } from '../src/context.ts';
import { ApiError } from '../src/shared/errors.ts';
import { withOwnMoments } from '../src/shared/moments.ts';
import { assertPlain } from '../src/tickets/assertPlain.ts';
import { assertTransition } from '../src/tickets/assertTransition.ts';
import { beginTicket } from '../src/tickets/beginTicket.ts';
import { changesOf, ticketOfDocument } from '../src/tickets/changes.ts';
import { lockTicket } from '../src/tickets/lockTicket.ts';
import { mergeChange, openedWithKey } from '../src/tickets/mergeChange.ts';
import { assertAssignee, assertRequester } from '../src/tickets/people.ts';

/** Holds the rules of tickets, whichever door a change comes by. */
export const buildKeepTicketRules =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async (change) => {
    assertPlain(change.data);
    return change.operation === 'create' ? beginTicket({ portal, ...change }) : hold(portal, change);
  };

type Change = Parameters<CollectionBeforeChangeHook>[0];

const hold = async (portal: PortalContext, { data: sent, originalDoc, req }: Change): Promise<unknown> => {
  const stored = await lockTicket(req, portal, originalDoc.id);
  if (!stored) return sent;
  if (stored.updated_at.getTime() !== new Date(originalDoc.updatedAt).getTime()) {
    throw new ApiError('conflict', 'The ticket was changed at the same moment. Try again.');
  }
  const data = merged(sent, originalDoc);
  const organization = stored.organization_id;
  if (isAnother(data.requester, stored.requester_id)) {
    if (data.requester === null) throw new ApiError('validation_failed', 'A ticket needs a requester.');
    await assertRequester({ req, portal, id: data.requester, organization });
  }
  if (isAnother(data.assignee, stored.assignee_id)) {
    await assertAssignee({ req, portal, id: data.assignee, organization });
  }
  const principal = portal.principalOf(req.user);
  if (data.status !== undefined) assertTransition(stored.status, data.status, isClient(principal));
  const changes = changesOf(stored, ticketOfDocument({ ...originalDoc, ...data }));
  const sequence = stored.sequence + (Object.keys(changes).length > 0 ? 1 : 0);
  return { ...(principal ? withOwnMoments(data, originalDoc) : data), sequence };
};

/** Forms of the admin UI say what the ticket was when they were opened. */
const merged = (sent: Change['data'], stored: Change['data']): Change['data'] => {
  const { [openedWithKey]: openedWith, ...wanted } = sent;
  const { fields, conflicts } = mergeChange({ wanted, openedWith, stored });
  if (conflicts.length === 0) return fields;
  const what = `the ${conflicts.join(' and the ')}`;
  throw new ApiError(
    'conflict',
    `Someone else has changed ${what} of this ticket meanwhile. Nothing was saved: reload the page, then make your change again.`,
  );
};

const isAnother = (wanted: unknown, stored: unknown): boolean =>
  wanted !== undefined && String(wanted) !== String(stored);
