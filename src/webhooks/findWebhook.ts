import type { PayloadRequest } from 'payload';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { findOwn } from '../database/findOwn.ts';
import { ApiError } from '../shared/errors.ts';
import type { RecordId } from '../shared/ids.ts';
import type { Subscription } from './events.ts';

/** A webhook, without its secrets. */
export interface StoredWebhook {
  readonly id: RecordId;
  readonly url: string;
  readonly events: readonly Subscription[];
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: 'owner' | 'gone' | 'failing' | null;
  readonly organization_id: RecordId | null;
  readonly created_at: Date;
}

export const webhookColumns = 'id, url, events, status, disabled_reason, organization_id, created_at';

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
  throw new ApiError('conflict', 'The webhook is disabled. Enable it first: PATCH it with status enabled.');
};
