import type { CollectionBeforeChangeHook, CollectionBeforeDeleteHook, PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { lockName } from '../../core/database/lock.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { ApiError } from '../../core/shared/errors/errors.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { say } from '../../core/texts/say.ts';

const administrator = 'administrator';

/**
 * Keeps an administrator from losing the role, or their account, by the hand of a person if no other one is left. No one does it to
 * themselves, but two can do it to each other at once.
 *
 * @throws {ApiError} `conflict`
 */
const assertOtherStays = async (
  req: PayloadRequest,
  { options: { roles, slugs } }: PortalContext,
  id: RecordId,
): Promise<void> => {
  // The app's own code may do as it likes, and may know administrators by something else than this field.
  if (!req.user || roles.resolve) return;
  await lockName(req, 'administrators');
  const { rows } = await runStatement(
    req,
    `select 1 from ${tableOf(req.payload, slugs.users)} where role = $1 and id <> $2 limit 1`,
    [administrator, id],
  );
  if (rows.length === 0) throw new ApiError('conflict', say('errors:users:lastAdministrator'));
};

export const keepAdministratorRole =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ data, operation, originalDoc, req }) => {
    const losesRole =
      operation === 'update' &&
      originalDoc?.role === administrator &&
      data.role !== undefined &&
      data.role !== administrator;
    if (losesRole) await assertOtherStays(req, portal, originalDoc.id);
    return data;
  };

export const keepAdministratorAccount =
  (portal: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const { rows } = await runStatement<{ role: string }>(
      req,
      `select role from ${tableOf(req.payload, portal.options.slugs.users)} where id = $1`,
      [id],
    );
    if (rows[0]?.role === administrator) await assertOtherStays(req, portal, id);
  };
