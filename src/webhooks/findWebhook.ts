import type { PayloadRequest } from 'payload';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { isId } from '../database/ids.ts';
import { runStatement } from '../database/statement.ts';
import { ApiError, notFound } from '../shared/errors.ts';
import type { RecordId } from '../shared/ids.ts';
import type { Subscription } from './events.ts';
import { webhookTables } from './tables.ts';

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
 * The webhook of an id, in the request's transaction where it has one.
 *
 * @throws {ApiError} `not_found` for one that is not there, or not in reach
 */
export const findWebhook = async (
  { req, portal, caller, id }: Search,
  lock: '' | 'for update' | 'for share' = '',
): Promise<StoredWebhook> => {
  if (!isId(req.payload, id)) throw notFound();
  const reach = caller.spans ? '' : 'and organization_id = any($2)';
  const {
    rows: [webhook],
  } = await runStatement<StoredWebhook>(
    req,
    `select ${webhookColumns} from ${webhookTables(req.payload, portal).webhooks} where id = $1 ${reach} ${lock}`,
    caller.spans ? [id] : [id, [...caller.organizations]],
  );
  if (!webhook) throw notFound();
  return webhook;
};

/** @throws {ApiError} `conflict` */
export const assertEnabled = ({ status }: StoredWebhook): void => {
  if (status === 'enabled') return;
  throw new ApiError('conflict', 'The webhook is disabled. Enable it first: PATCH it with status enabled.');
};
