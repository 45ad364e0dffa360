import type { CollectionBeforeOperationHook, CollectionSlug, PayloadRequest, Sort, Where } from 'payload';
import { type CountedWords, problemOfPage, problemOfSort, problemOfWhere } from '../database/queryBounds.ts';
import { pathFrom, type QueriedCollections } from '../database/queryPath.ts';
import { factOf, setFact } from '../request/facts.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { type Sentence, say } from '../texts/say.ts';

/** The collections and callers for which queries are bounded. */
interface QueryRules {
  /** True for a collection whose relations count, wherever a path begins. */
  isBounded(slug: string): boolean;
  /** True for a collection whose pages are bounded. */
  hasPages(slug: string): boolean;
  /** The most records of one page over HTTP. */
  mostRecords(req: PayloadRequest): number;
  /** The most records of all pages of one GraphQL document together. */
  mostRecordsInAll(req: PayloadRequest): number;
  /** The most records of one page of a list of the admin UI. */
  readonly mostListed: number;
  /** The most records that one request over HTTP may change; null for any number. */
  mostChanges(req: PayloadRequest): number | null;
}

/**
 * Upstream: the CMS filters and sorts through as many relations as a caller names, each of which is a join, and takes any
 * number of conditions: one request can keep PostgreSQL busy for minutes. It returns and changes as many records as a caller
 * asks for: 25,000 tickets on one page block the event loop for most of a minute. It sorts by fields of related records that
 * the caller may not read, password hashes among them, unless their whole collection is closed to the caller. The order
 * reveals values that the response withholds. No report is known.
 * Goes when: the CMS bounds filters and pages, and rejects, or leaves out, a sort by a field or a record that the caller may
 * not read.
 *
 * Rejects every such filter, and every sort by a field of a related record, on each API but the app's own code; such a page,
 * and a change of so many records, over HTTP. A list of the admin UI has a smaller page instead.
 */
export const rejectHeavyQueries = (rules: QueryRules): CollectionBeforeOperationHook => {
  const { isBounded } = rules;
  return async ({ args, collection: { slug }, operation, overrideAccess, req }) => {
    if (overrideAccess) return args;
    const { payload } = req;
    const fieldsOf = (name: string) =>
      payload.collections[name as CollectionSlug]?.config.flattenedFields ?? [];
    const query = args as Query;
    const asked: Asked = { req, rules, collections: { fieldsOf, isBounded } };
    const problem =
      problemOf(query, slug, asked) ??
      // A field whose different values are asked for is a path, too.
      problemOfWhere(query.field === undefined ? {} : { [query.field]: {} }, slug, asked.collections) ??
      (isList(query, operation) && isSent(query, ['limit', 'pagination'], req)
        ? (problemOfRecords(query, slug, asked) ?? problemOfAllRecords(query, slug, asked))
        : null) ??
      problemOfJoins(query, slug, asked) ??
      (await problemOfChanges(query, { slug, operation }, asked));
    if (problem !== null) throw new ApiError('bad_request', problem);
    // The admin UI's lists take the size of a page from their address, and remember it.
    const most = rules.mostListed;
    const isTooLong = query.includeLockStatus && rules.hasPages(slug) && problemOfPage(query, most) !== null;
    return isTooLong ? { ...args, limit: most } : args;
  };
};

/** A list that the caller asks for. At some depth the CMS reads the records that others name, without pages. */
const isList = ({ id, currentDepth }: Query, operation: string): boolean =>
  operation === 'read' && id === undefined && currentDepth === undefined;

interface Query {
  readonly id?: unknown;
  readonly currentDepth?: number;
  readonly where?: Where;
  readonly sort?: Sort;
  readonly field?: string;
  readonly joins?: unknown;
  readonly limit?: unknown;
  readonly pagination?: unknown;
  /** True for the lists of the admin UI. */
  readonly includeLockStatus?: boolean;
}

interface Asked {
  readonly req: PayloadRequest;
  readonly rules: QueryRules;
  readonly collections: QueriedCollections;
}

const problemOf = ({ where, sort }: Query, slug: string, { req, collections }: Asked) =>
  problemOfWhere(where, slug, collections, wordsOf(req)) ?? problemOfSort(sort, slug, collections);

/** A document of GraphQL holds many lists in one request: their words count together. */
const wordsOf = (req: PayloadRequest): CountedWords => {
  if (req.payloadAPI !== 'GraphQL') return { words: 0, characters: 0 };
  const counted = factOf(req, 'filterWords') ?? { words: 0, characters: 0 };
  setFact(req, 'filterWords', counted);
  return counted;
};

/**
 * True if the caller has sent these parts of the query, as far as it can be told: the app's own code, such as an endpoint
 * that it adds, may ask for more.
 */
const isSent = (query: Query, parts: readonly (keyof Query)[], { payloadAPI, query: sent }: PayloadRequest) =>
  payloadAPI === 'GraphQL' ||
  (payloadAPI === 'REST' && parts.every((part) => Object(sent)[part] === query[part]));

const problemOfRecords = (query: Query, slug: string, { req, rules }: Asked): Sentence | null =>
  rules.hasPages(slug) ? problemOfPage(query, rules.mostRecords(req)) : null;

/** The CMS's own size of a page. */
const usualRecords = 10;

/** A document of GraphQL holds many pages in one request: their records count together. */
const problemOfAllRecords = ({ limit }: Query, slug: string, { req, rules }: Asked): Sentence | null => {
  if (req.payloadAPI !== 'GraphQL' || !rules.hasPages(slug)) return null;
  const records = (factOf(req, 'pagedRecords') ?? 0) + Number(limit ?? usualRecords);
  setFact(req, 'pagedRecords', records);
  const most = rules.mostRecordsInAll(req);
  return records > most ? say('errors:query:recordsInAll', { most }) : null;
};

/** Each list of joined records has a filter, an order and a page of its own. */
const problemOfJoins = (query: Query, slug: string, asked: Asked) => {
  const areSent = isSent(query, ['joins'], asked.req);
  for (const [path, given] of Object.entries(Object(query.joins))) {
    const { target } = pathFrom(slug, path, asked.collections);
    if (target === null) continue;
    const list = Object(given) as Query;
    const problem =
      problemOf(list, target, asked) ?? (areSent ? problemOfRecords(list, target, asked) : null);
    if (problem !== null) return problem;
  }
  return null;
};

interface Change {
  readonly slug: string;
  readonly operation: string;
}

/** The records are changed one by one: for each the request keeps its connection to the database a while longer. */
const problemOfChanges = async (
  query: Query,
  { slug, operation }: Change,
  { req, rules }: Asked,
): Promise<Sentence | null> => {
  const { id, limit, where } = query;
  const isOfMany = (operation === 'update' || operation === 'delete') && id === undefined;
  const isBounded = isOfMany && rules.hasPages(slug) && isSent(query, ['where'], req);
  const most = isBounded ? rules.mostChanges(req) : null;
  if (most === null) return null;
  if (typeof limit === 'number' && limit >= 1 && limit <= most) return null;
  const collection = slug as CollectionSlug;
  const { totalDocs } = await req.payload.count({
    collection,
    ...(where && { where }),
    overrideAccess: false,
    req,
  });
  return totalDocs > most ? say('errors:query:changes', { most }) : null;
};
