import type { Payload, Where } from 'payload';
import { hasField } from '../shared/values/hasField.ts';
import { isClient, type Principal } from './roles.ts';

/** The tickets that an organization's clients see: all of the organization, or those that they created, follow or are requester of. */
export const clientViews = ['organization', 'own'] as const;

/** An app's own organizations may lack the field; their clients see all tickets of the organization. */
export const limitsClients = (payload: Payload, organizationsSlug: string): boolean =>
  hasField(payload, organizationsSlug, 'clientsSee');

interface Reader {
  readonly payload: Payload;
  readonly organizationsSlug: string;
  readonly principal: Principal;
}

/**
 * Records in the reach of a caller who does not span organizations, as a filter of the CMS. Clients never see an internal
 * file, which belongs to an internal note or to a reply that is not sent yet.
 */
export const whereInReach = (
  { payload, organizationsSlug, principal }: Reader,
  records: 'tickets' | 'replies' | 'files',
): Where => {
  const within: Where = { organization: { in: [...principal.organizations] } };
  if (!isClient(principal)) return within;
  const shown: Where[] = records === 'files' ? [within, { internal: { not_equals: true } }] : [within];
  if (!limitsClients(payload, organizationsSlug)) return { and: shown };
  const ticket = records === 'tickets' ? '' : 'ticket.';
  const open: Where[] = [
    { 'organization.clientsSee': { not_equals: 'own' } },
    { [`${ticket}requester`]: { equals: principal.id } },
    { [`${ticket}createdBy`]: { equals: principal.id } },
    { [`${ticket}followers`]: { in: [principal.id] } },
    // A file without a ticket is in reach of its whole organization.
    ...(records === 'files' ? [{ ticket: { exists: false } }] : []),
  ];
  return { and: [...shown, { or: open }] };
};
