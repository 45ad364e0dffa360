import type { Access, FieldAccess } from 'payload';
import { accessInReach } from '../../core/access/accessInReach.ts';
import { isClient } from '../../core/access/roles.ts';
import { whereInReach } from '../../core/access/whereInReach.ts';
import type { PortalContext } from '../../core/context.ts';
import { relationId } from '../../core/shared/values/ids.ts';

/** Tickets in reach. */
export const ownTickets = (portal: PortalContext): Access => accessInReach(portal, 'tickets');

/** Replies to the tickets in reach. Clients never see internal notes. */
export const readReplies =
  ({ options, principalOf }: PortalContext): Access =>
  ({ req: { payload, user } }) => {
    const principal = principalOf(user);
    if (!principal) return false;
    if (principal.spans) return true;
    const organizationsSlug = options.slugs.organizations;
    const own = whereInReach({ payload, organizationsSlug, principal }, 'replies');
    return isClient(principal) ? { and: [own, { internal: { not_equals: true } }] } : own;
  };

/** History of the tickets in reach. Clients cannot read it; they read tickets in their present state. */
export const readHistory =
  ({ principalOf }: PortalContext): Access =>
  ({ req }) => {
    const principal = principalOf(req.user);
    if (!principal || isClient(principal)) return false;
    return principal.spans || { 'ticket.organization': { in: [...principal.organizations] } };
  };

/**
 * The gate of the text of a mail: clients read only what they wrote themselves, because a mail of staff may quote internal
 * notes.
 */
export const ownWords =
  ({ principalOf }: PortalContext): FieldAccess =>
  ({ doc, req }) => {
    const principal = principalOf(req.user);
    if (!isClient(principal)) return principal !== null;
    return doc !== undefined && String(relationId(doc.createdBy)) === String(principal?.id);
  };
