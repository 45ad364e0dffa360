import type { CollectionBeforeOperationHook, CollectionSlug, Sort, Where } from 'payload';
import { pathFrom, problemOfSort, problemOfWhere, type QueriedCollections } from '../database/queryBounds.ts';
import { ApiError } from '../shared/errors.ts';

/**
 * Upstream: the CMS filters and sorts through as many relations as a caller names, each of which is a join, and takes any
 * number of conditions: one request can keep PostgreSQL busy for minutes. It sorts by fields of related records that the
 * caller may not read, password hashes among them, unless their whole collection is closed to the caller. The order reveals
 * values that the response withholds. No report is known.
 * Goes when: the CMS bounds filters, and rejects, or leaves out, a sort by a field or a record that the caller may not read.
 *
 * Rejects every such filter, and every sort by a field of a related record, on each API but the app's own code.
 *
 * @param isBounded the collections whose relations count, wherever a path begins
 */
export const rejectHeavyQueries = (isBounded: (slug: string) => boolean): CollectionBeforeOperationHook => {
  return ({ args, collection: { slug }, overrideAccess, req }) => {
    if (overrideAccess) return;
    const { payload } = req;
    const fieldsOf = (name: string) =>
      payload.collections[name as CollectionSlug]?.config.flattenedFields ?? [];
    const collections: QueriedCollections = { fieldsOf, isBounded };
    const query = args as Query;
    const problem =
      problemOf(query, slug, collections) ??
      // A field whose different values are asked for is a path, too.
      problemOfWhere(query.field === undefined ? {} : { [query.field]: {} }, slug, collections) ??
      problemOfJoins(query.joins, slug, collections);
    if (problem !== null) throw new ApiError('bad_request', problem);
  };
};

interface Query {
  readonly where?: Where;
  readonly sort?: Sort;
  readonly field?: string;
  readonly joins?: unknown;
}

const problemOf = ({ where, sort }: Query, slug: string, collections: QueriedCollections) =>
  problemOfWhere(where, slug, collections) ?? problemOfSort(sort, slug, collections);

/** Each list of joined records has a filter and an order of its own. */
const problemOfJoins = (joins: unknown, slug: string, collections: QueriedCollections) => {
  for (const [path, query] of Object.entries(Object(joins))) {
    const { target } = pathFrom(slug, path, collections);
    const problem = target === null ? null : problemOf(Object(query) as Query, target, collections);
    if (problem !== null) return problem;
  }
  return null;
};
