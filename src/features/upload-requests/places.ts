import type { CollectionBeforeDeleteHook } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { ApiError } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';

/** @throws {ApiError} `conflict` if an open request puts its files into a folder that is to be deleted */
export const assertNotAwaited =
  ({ options: { slugs } }: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    const { rows } = await runStatement<{ title: string }>(
      req,
      `select title from ${tableOf(req.payload, slugs.uploadRequests)} where folder_id = $1 and status = 'open' limit 1`,
      [id],
    );
    const [request] = rows;
    if (request)
      throw new ApiError('conflict', say('uploadRequests:errors:folderAwaited', { title: request.title }));
  };

/** Closes the open requests of an organization that is to be deleted: their files would have no place. */
export const closeRequestsOf =
  ({ options: { slugs } }: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    await runStatement(
      req,
      `update ${tableOf(req.payload, slugs.uploadRequests)} set status = 'closed', updated_at = now()
       where organization_id = $1 and status = 'open'`,
      [id],
    );
  };
