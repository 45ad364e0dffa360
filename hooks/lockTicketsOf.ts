import type { CollectionBeforeDeleteHook, CollectionConfig } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { isId } from '../src/database/ids.ts';
import { runStatement } from '../src/database/statement.ts';
import { tableOf } from '../src/database/table.ts';

/**
 * People and organizations, the app's own too: before one of them is deleted, the tickets that name it are locked.
 * A change of a ticket locks the ticket first, and the users that it names after that. In another order each would wait for the other.
 */
export const lockTicketsOf = (collection: CollectionConfig, portal: PortalContext): CollectionConfig => {
  const columns = columnsThatName(collection.slug, portal);
  if (columns.length === 0) return collection;
  const { hooks } = collection;
  const lock = buildLockTickets(columns, portal);
  return { ...collection, hooks: { ...hooks, beforeDelete: [lock, ...(hooks?.beforeDelete ?? [])] } };
};

const columnsThatName = (slug: string, { options: { slugs } }: PortalContext): readonly string[] => {
  if (slug === slugs.users) return ['created_by_id', 'requester_id', 'assignee_id'];
  return slug === slugs.organizations ? ['organization_id'] : [];
};

const buildLockTickets =
  (columns: readonly string[], { options }: PortalContext): CollectionBeforeDeleteHook =>
  async ({ id, req }) => {
    if (!isId(req.payload, id)) return;
    const named = columns.map((column) => `${column} = $1`).join(' or ');
    const tickets = tableOf(req.payload, options.slugs.tickets);
    await runStatement(req, `select 1 from ${tickets} where ${named} order by id for update`, [id]);
  };
