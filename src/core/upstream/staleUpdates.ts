import {
  type AccessResult,
  type CollectionBeforeOperationHook,
  combineQueries,
  type PayloadRequest,
  type Where,
} from 'payload';
import { isId } from '../database/ids.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import type { RecordId } from '../shared/values/ids.ts';

/**
 * Upstream: an update reads the document, fills the fields that it leaves out from that reading, and writes all of it: a
 * change of the same document in between is undone, a demotion and an ended session among them. A password reset does the
 * same with the user whom its token names, and works on the password in between; its token serves two at the same moment.
 * No report is known.
 * Goes when: an update and a reset write only the fields that they are given, and a token is claimed by one statement.
 *
 * Locks what they are about to read, until their transaction ends. References to it are still possible meanwhile.
 */
export const lockBeforeUpdate: CollectionBeforeOperationHook = async ({
  args,
  collection: { access, slug },
  operation,
  overrideAccess,
  req,
}) => {
  if (operation !== 'update') return;
  const { id, where } = args as { readonly id?: RecordId; readonly where?: Where };
  // Locks only the records that the caller may change, if there are many: otherwise one filter would hold up the changes of
  // everyone.
  const mayChange = async () => overrideAccess || access.update({ req });
  const found = id === undefined ? await findIds(req, slug, where, await mayChange()) : [id];
  const ids = found.filter((one) => isId(req.payload, one, slug));
  if (ids.length === 0) return;
  const table = tableOf(req.payload, slug);
  await runStatement(req, `select 1 from ${table} where id = any($1) order by id for no key update`, [ids]);
};

/** Locks the account that a password reset is for, so that no change of it is undone. */
export const lockBeforeReset: CollectionBeforeOperationHook = async ({
  args,
  collection: { slug },
  operation,
  req,
}) => {
  if (operation !== 'resetPassword') return;
  const token: unknown = (args as { readonly data?: { readonly token?: unknown } }).data?.token;
  // The CMS refuses it.
  if (typeof token !== 'string') return;
  const table = tableOf(req.payload, slug);
  await runStatement(req, `select 1 from ${table} where reset_password_token = $1 for no key update`, [
    token,
  ]);
};

const findIds = async (
  req: PayloadRequest,
  collection: string,
  where: Where | undefined,
  allowed: AccessResult,
): Promise<RecordId[]> => {
  if (allowed === false) return [];
  const select = { updatedAt: true } as const;
  const { docs } = await req.payload.db.find<{ id: RecordId }>({
    collection,
    pagination: false,
    req,
    select,
    where: combineQueries(where ?? {}, allowed),
  });
  return docs.map(({ id }) => id);
};
