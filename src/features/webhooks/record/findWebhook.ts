import type { CollectionSlug, Payload, PayloadRequest, TypedUser } from 'payload';
import { type Principal, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { findOwn } from '../../../core/database/findOwn.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import type { Subscription } from '../events.ts';
import { webhookTables } from '../tables.ts';

/** A webhook, without its secrets. */
export interface StoredWebhook {
  readonly id: RecordId;
  readonly url: string;
  readonly events: readonly Subscription[];
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: 'owner' | 'gone' | 'failing' | null;
  readonly organization_id: RecordId | null;
  /** The user who registered it, or leads it since; null once they are deleted. */
  readonly owner_id: RecordId | null;
  readonly created_at: Date;
}

export const webhookColumns =
  'id, url, events, status, disabled_reason, organization_id, owner_id, created_at';

interface Search {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly id: string;
}

/**
 * The webhook of an id, in the request's transaction if it has one.
 *
 * @throws {ApiError} `not_found` for one that is not there, or not in reach
 */
export const findWebhook = (
  { req, portal, caller, id }: Search,
  lock: '' | 'for update' | 'for share' = '',
): Promise<StoredWebhook> =>
  findOwn<StoredWebhook & Record<string, unknown>>({
    req,
    slug: portal.options.slugs.webhooks,
    columns: webhookColumns,
    caller,
    id,
    lock,
  });

/** @throws {ApiError} `conflict` */
export const assertEnabled = ({ status }: StoredWebhook): void => {
  if (status === 'enabled') return;
  throw new ApiError('conflict', say('errors:webhook:disabled'));
};

/** The user who registered a webhook, with their present rights. */
export interface WebhookOwner {
  readonly email: string;
  /** True if they may still see the events that it receives. */
  readonly mayStillSee: boolean;
}

/** A webhook as the CMS has it. */
export interface OwnedWebhook {
  readonly owner?: unknown;
  readonly organization?: unknown;
}

/** Returns null if its owner is gone. */
export const findWebhookOwner = async (
  payload: Payload,
  portal: PortalContext,
  webhook: OwnedWebhook,
): Promise<WebhookOwner | null> => {
  const id = relationId(webhook.owner);
  if (id === null) return null;
  const collection = portal.options.slugs.users as CollectionSlug;
  // For the portal's own mails, and for staff, who may read all users.
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

interface FailingWebhook extends Pick<StoredWebhook, 'id' | 'url' | 'status'> {
  readonly failing_since: Date | null;
  /** The number of all that fail. */
  readonly total: string;
}

/** Some webhooks that fail or were disabled for failing, not by their owner. */
export const findFailing = async (
  payload: Payload,
  portal: PortalContext,
): Promise<readonly FailingWebhook[]> => {
  const { rows } = await postgresOf(payload).pool.query<FailingWebhook>(
    `select id, url, status, failing_since, count(*) over () as total
     from ${webhookTables(payload, portal).webhooks}
     where (status = 'enabled' and failing_since is not null)
       or (status = 'disabled' and disabled_reason is distinct from 'owner')
     order by failing_since nulls last, id limit 5`,
  );
  return rows;
};
