import type { CollectionBeforeOperationHook, CollectionConfig, Config, Payload } from 'payload';
import { isRepresentative, isStaff, type Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { preferencesSlug } from '../http/cms/preferences.ts';
import { rejectLongResults } from '../http/cms/responseSize.ts';
import { listInTurns } from '../http/cms/turns.ts';
import { withOwnMoments } from '../shared/values/moments.ts';
import { rejectGivenRecords } from '../upstream/givenRecords.ts';
import { rejectHeavyQueries } from '../upstream/heavyQueries.ts';
import { blameForValues, rejectImpossibleIds, rejectImpossibleValues } from '../upstream/impossibleValues.ts';
import { rejectMisplacedValues } from '../upstream/misplacedValues.ts';
import { ignoreSelectOfWrites } from '../upstream/selectedWrites.ts';
import { lockBeforeReset, lockBeforeUpdate } from '../upstream/staleUpdates.ts';
import { rejectUnaskableQueries } from '../upstream/unaskableQueries.ts';

/** A caller sets no moment of a record; the app's own code may. */
const ignoreMoments: CollectionBeforeOperationHook = ({ args, operation, overrideAccess }) => {
  if (overrideAccess || !['create', 'update'].includes(operation) || !('data' in args)) return args;
  return { ...args, data: withOwnMoments(Object(args.data)) };
};

interface MostRecords {
  /** The most of one page. */
  readonly page: number;
  /** Limit for the records of all lists in one GraphQL document. */
  readonly inAll: number;
}

/**
 * Clients get as many records on a page as over the portal's own API; the admin UI asks for 500. A thousand with long texts take
 * a second.
 */
const mostRecords = {
  client: { page: 100, inAll: 300 },
  representative: { page: 500, inAll: 500 },
  staff: { page: 1_000, inAll: 1_000 },
} as const;

/** Records of a list of the admin UI, which has no choice of more: it is made as HTML and as data. */
const mostListed = 100;

const mostOf = (principal: Principal | null): MostRecords => {
  if (isStaff(principal)) return mostRecords.staff;
  return isRepresentative(principal) ? mostRecords.representative : mostRecords.client;
};

/** Records that a client or representative changes by one filter. */
const mostChanges = 100;

/** The admin UI changes preferences at an endpoint of their own, where they are bounded. */
const nobody = () => false;

/** The prefix of the slugs of the CMS's own collections. */
const cmsPrefix = 'payload-';

/** The hooks that the CMS's own collections, and the app's, get beside the limit of queries. */
const ofCms = {
  beforeOperation: [rejectGivenRecords, rejectImpossibleIds],
  afterOperation: [rejectLongResults],
  afterError: [blameForValues],
};
const ofApp = { beforeOperation: [lockBeforeReset], afterOperation: [], afterError: [] };

/**
 * Limits the queries of every collection: all parts of a query on the portal's and the CMS's own collections, and the parts
 * of a query on the app's collections that lead through these. A query that cannot be asked is a mistake of the client's.
 *
 * @param own the portal's collections
 */
export const guardQueries = (own: readonly CollectionConfig[], { principalOf }: PortalContext) => {
  const slugs = new Set(own.map(({ slug }) => slug));
  const isGuarded = (slug: string) => slugs.has(slug) || slug.startsWith(cmsPrefix);
  const reject = rejectHeavyQueries({
    isBounded: isGuarded,
    hasPages: isGuarded,
    mostRecords: ({ user }) => mostOf(principalOf(user)).page,
    mostRecordsInAll: ({ user }) => mostOf(principalOf(user)).inAll,
    mostListed,
    // For each of them the change takes its time in one transaction.
    mostChanges: ({ user }) => (isStaff(principalOf(user)) ? null : mostChanges),
  });

  /** The CMS adds its own collections after the plugins, and takes them anew when the config is reloaded. */
  const guardOthers = ({ config }: Payload): void => {
    for (const collection of config.collections) {
      const { slug, hooks, access } = collection;
      if (slugs.has(slug) || hooks.beforeOperation?.includes(reject)) continue;
      const added = slug.startsWith(cmsPrefix) ? ofCms : ofApp;
      if (slug === preferencesSlug) collection.access = { ...access, create: nobody, update: nobody };
      collection.hooks = {
        ...hooks,
        beforeOperation: [reject, ...added.beforeOperation, ...(hooks.beforeOperation ?? [])],
        afterOperation: [...(hooks.afterOperation ?? []), ...added.afterOperation],
        afterError: [...added.afterError, ...(hooks.afterError ?? [])],
      };
    }
  };

  return {
    guardCollection: (collection: CollectionConfig): CollectionConfig =>
      rejectImpossibleValues({
        ...collection,
        hooks: {
          ...collection.hooks,
          // The locks of a collection's own hooks come first: a ticket is locked before the users that it names.
          beforeOperation: [
            reject,
            rejectGivenRecords,
            rejectImpossibleIds,
            rejectMisplacedValues,
            ignoreSelectOfWrites,
            ignoreMoments,
            ...(collection.hooks?.beforeOperation ?? []),
            lockBeforeUpdate,
            lockBeforeReset,
          ],
          afterOperation: [...(collection.hooks?.afterOperation ?? []), rejectLongResults],
        },
      }),

    guardDatabase: (db: Config['db']): Config['db'] => ({
      ...db,
      init: ({ payload }) => {
        const adapter = db.init({ payload });
        const { init } = adapter;
        rejectUnaskableQueries(adapter);
        listInTurns(adapter, { principalOf });
        return Object.assign(adapter, {
          init: async () => {
            guardOthers(payload);
            await init?.call(adapter);
          },
        });
      },
    }),
  };
};
