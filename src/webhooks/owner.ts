import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { reaches } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { type RecordId, relationId } from '../shared/ids.ts';

/** Who registered a webhook, as they are by now. */
export interface WebhookOwner {
  readonly email: string;
  /** Whether what it is sent is still theirs to see. */
  readonly mayStillSee: boolean;
}

/** A webhook as the CMS has it. */
export interface OwnedWebhook {
  readonly owner?: unknown;
  readonly organization?: unknown;
}

/** Null if its owner is gone. */
export const findWebhookOwner = async (
  payload: Payload,
  portal: PortalContext,
  webhook: OwnedWebhook,
): Promise<WebhookOwner | null> => {
  const id = relationId(webhook.owner);
  if (id === null) return null;
  const collection = portal.options.slugs.users as CollectionSlug;
  // For the portal's own mails, and for staff, who read everybody.
  const user = await payload.findByID({
    collection,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
  });
  const email: unknown = user && Reflect.get(user, 'email');
  if (typeof email !== 'string') return null;
  const principal = portal.principalOf({ ...user, collection } as unknown as TypedUser);
  const organization: RecordId | null = relationId(webhook.organization);
  return { email, mayStillSee: principal !== null && reaches(principal, organization) };
};
