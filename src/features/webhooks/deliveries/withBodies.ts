import type { CollectionAfterOperationHook } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { bodyOf, webhookTables } from '../tables.ts';

/** A delivery as the CMS reads it. The body is missing if the query did not select it. */
interface ReadDelivery {
  readonly id: RecordId;
  body?: string | null;
}

/** Gives the deliveries that the CMS has read the bodies of their events, by one query. */
export const withBodies =
  (portal: PortalContext): CollectionAfterOperationHook =>
  async ({ operation, req, result }) => {
    if (operation !== 'find' && operation !== 'findByID') return result;
    const read = (operation === 'find' ? result.docs : [result]) as unknown as readonly ReadDelivery[];
    const bare = new Map(read.filter(({ body }) => body === null).map((delivery) => [delivery.id, delivery]));
    if (bare.size === 0) return result;
    const { rows } = await runStatement<{ id: RecordId; body: string }>(
      req,
      `select id, ${bodyOf('d')} as body from ${webhookTables(req.payload, portal).deliveries} d where id = any($1)`,
      [[...bare.keys()]],
    );
    for (const { id, body } of rows) Object.assign(bare.get(id) ?? {}, { body });
    return result;
  };
