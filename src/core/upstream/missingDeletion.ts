import type { BaseDatabaseAdapter } from 'payload';

/**
 * Upstream: if nothing matches a condition on a relationship, `deleteOne` of the database reads the table again without the
 * tables that the condition names, which PostgreSQL rejects: `DELETE /api/payload-preferences/{key}` of a key that is not there
 * is 500. No report is known.
 * Goes when: that request is 404.
 *
 * Looks for the row first, and deletes it by its id.
 */
export const findBeforeDeletion = (adapter: BaseDatabaseAdapter): void => {
  const { deleteOne } = adapter;
  adapter.deleteOne = async (args) => {
    const { collection, req, where } = args;
    if (Object.keys(where).join() === 'id') return deleteOne.call(adapter, args);
    const found = await adapter.findOne<{ id: number | string }>({
      ...{ collection, where, select: {} },
      ...(req && { req }),
    });
    // The CMS takes null for “nothing matched”, which its types do not say.
    if (!found) return null as never;
    return deleteOne.call(adapter, { ...args, where: { id: { equals: found.id } } });
  };
};
