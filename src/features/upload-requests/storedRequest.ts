import type { PayloadRequest } from 'payload';
import { isClient, type Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { findOwn, inReach } from '../../core/database/findOwn.ts';
import { isId } from '../../core/database/ids.ts';
import type { Conditions } from '../../core/database/listRows.ts';
import { preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import type { RecordId } from '../../core/shared/ids.ts';
import { foldAddress } from '../../core/shared/text.ts';
import { addressedToSql, type LinkAccess } from '../links/feature.ts';
import type { Item } from './items.ts';
import { type RequestStatus, requestKind } from './vocabulary.ts';

/** An upload request as SQL reads it. */
export interface StoredRequest {
  readonly id: RecordId;
  readonly title: string;
  readonly message: string | null;
  readonly status: RequestStatus;
  readonly access: LinkAccess;
  readonly password_hash: string | null;
  readonly organization_id: RecordId | null;
  readonly folder_id: RecordId | null;
  readonly ticket_id: RecordId | null;
  readonly created_by_id: RecordId | null;
  readonly items: readonly Item[];
  readonly accept: readonly string[];
  readonly max_files: number | null;
  readonly max_bytes: number | null;
  readonly reminders: boolean;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly expires_at: Date;
  readonly completed_at: Date | null;
}

/** A request ends at its moment, whenever the row says so. */
export const statusSql =
  "case when status = 'open' and expires_at <= now() then 'expired' else status::text end";

export const requestColumns = `id, title, message, ${statusSql} as status, access, password_hash, organization_id, folder_id,
  ticket_id, created_by_id, items, accept, max_files::int as max_files, max_bytes::float8 as max_bytes, reminders, created_at,
  due_at, expires_at, completed_at`;

/** In a transaction of the CMS, PostgreSQL's timestamps come as text. */
export const requestOfRow = (row: StoredRequest): StoredRequest => {
  const date = (value: Date | null) => value && new Date(value);
  return {
    ...row,
    items: row.items ?? [],
    accept: row.accept ?? [],
    created_at: new Date(row.created_at),
    due_at: date(row.due_at),
    expires_at: new Date(row.expires_at),
    completed_at: date(row.completed_at),
  };
};

interface Reader {
  readonly req: Pick<PayloadRequest, 'payload' | 'user'>;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

/** Restricts a statement over the requests' table to those in the caller's reach: a client's are addressed to them. */
export const requestsInReach = (conditions: Conditions, { caller, req, portal }: Reader): Conditions =>
  isClient(caller)
    ? conditions.add(askedOfSql(req, portal), foldAddress(String(req.user?.email ?? '')))
    : inReach(conditions, caller);

/** The condition that someone with an address is asked, which is its value. */
export const askedOfSql = (
  { payload }: Pick<PayloadRequest, 'payload'>,
  { options }: PortalContext,
): string => addressedToSql(payload, options.slugs.uploadRequests, requestKind);

interface Wanted {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly id: string;
  readonly lock?: 'for update';
}

/** @throws {ApiError} `not_found` for a request that is not there, or not in reach */
export const findRequest = async ({ req, portal, caller, id, lock }: Wanted): Promise<StoredRequest> => {
  await preparePortalSchema(req.payload);
  return requestOfRow(
    await findOwn<StoredRequest & Record<string, unknown>>({
      req,
      slug: portal.options.slugs.uploadRequests,
      columns: requestColumns,
      caller,
      id,
      restrict: (conditions) => requestsInReach(conditions, { caller, req, portal }),
      ...(lock && { lock }),
    }),
  );
};

/**
 * A request by its id, for the portal itself; null if it is gone.
 *
 * @param lock keeps it as it is until the transaction ends
 */
export const readRequest = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: RecordId,
  lock: '' | 'for update' = '',
): Promise<StoredRequest | null> => {
  if (!isId(req.payload, id)) return null;
  const { rows } = await runStatement<StoredRequest & Record<string, unknown>>(
    req,
    `select ${requestColumns} from ${tableOf(req.payload, portal.options.slugs.uploadRequests)} where id = $1 ${lock}`,
    [id],
  );
  return rows[0] ? requestOfRow(rows[0]) : null;
};

/** Columns that a change can set, with their types. */
const changeable = {
  title: 'varchar',
  message: 'varchar',
  status: '',
  password_hash: 'varchar',
  items: 'jsonb',
  accept: 'jsonb',
  max_files: 'numeric',
  max_bytes: 'numeric',
  reminders: 'boolean',
  due_at: 'timestamptz',
  expires_at: 'timestamptz',
  completed_at: 'timestamptz',
  reminded_at: 'timestamptz',
} as const;

export type RequestChange = Partial<Omit<StoredRequest, 'id'>> & { readonly reminded_at?: Date };

const inSql = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};

/** Changes a request that the request's transaction has locked. */
export const changeStored = async (
  req: PayloadRequest,
  portal: PortalContext,
  id: RecordId,
  change: RequestChange,
): Promise<StoredRequest> => {
  const table = tableOf(req.payload, portal.options.slugs.uploadRequests);
  const columns = Object.entries(changeable).filter(([column]) => Reflect.has(change, column));
  const sets = columns.map(
    ([column, type], index) => `${column} = $${index + 2}${type === '' ? '' : `::${type}`}`,
  );
  const values = columns.map(([column]) => inSql(Reflect.get(change, column)));
  const { rows } = await runStatement<StoredRequest & Record<string, unknown>>(
    req,
    `update ${table} set ${[...sets, 'updated_at = now()'].join(', ')} where id = $1 returning ${requestColumns}`,
    [id, ...values],
  );
  const [row] = rows;
  if (!row) throw new Error('The upload request to change was not found.');
  return requestOfRow(row);
};
