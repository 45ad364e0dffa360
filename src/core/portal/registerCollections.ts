import type { AfterErrorHook, CollectionConfig, Config, GlobalConfig } from 'payload';
import type { PortalContext } from '../context.ts';
import { withTurns } from '../http/cms/turns.ts';
import { addTo } from '../options/addedFields.ts';
import type { CollectionName } from '../options/collections.ts';
import { withCollectionHooks, withPeopleHooks } from '../ports/hooks.ts';
import { isApiError, isDiskFull, toApiError } from '../shared/errors/errors.ts';
import { languagesOf } from '../texts/register.ts';
import { inWords } from '../texts/say.ts';
import { textsBy } from '../texts/text.ts';
import { type AdminCustom, portalCustom } from '../ui/portalCustom.ts';
import { respondToAccessQuery } from '../upstream/accessQuery.ts';
import { guardAccessQueries, guardDocumentAccess } from '../upstream/documentAccess.ts';
import { hideFailedResetMutations } from '../upstream/failedReset.ts';
import { type Languages, labelInEachLanguage } from '../upstream/fieldLanguage.ts';
import { respondToFullPool } from '../upstream/fullPool.ts';
import { rejectImpossibleElsewhere } from '../upstream/impossibleValues.ts';
import { skipReplacedList } from '../upstream/replacedList.ts';
import { guardQueries } from './guardQueries.ts';

/** The builders of the CMS's collections and globals, which stand in `collections/`. */
export interface CollectionBuilders {
  /** The builder of each collection that a feature declares, in the order of the navigation. */
  readonly collections: Readonly<
    Record<CollectionName, (portal: PortalContext, app: Config) => CollectionConfig>
  >;
  readonly globals: readonly ((portal: PortalContext) => GlobalConfig)[];
  /** Changes every collection, the app's included. */
  readonly ofAll: readonly ((collection: CollectionConfig, portal: PortalContext) => CollectionConfig)[];
}

/** Adds the collections that the features declare and the globals, and guards the app's users and organizations. */
export const registerCollections = (
  config: Config,
  portal: PortalContext,
  builders: CollectionBuilders,
): Config => {
  const { options } = portal;
  const languages = languagesOf(config) as unknown as Languages;
  const existing: Readonly<Partial<Record<CollectionName, boolean>>> = options.existing;
  const names = (Object.keys(builders.collections) as CollectionName[]).filter((name) => !existing[name]);
  const added = names.map((name) => {
    const built = builders.collections[name](portal, config);
    return addTo(withCollectionHooks(built, name, portal), name, options);
  });
  const { guardCollection, guardDatabase } = guardQueries(added, portal);
  const own = added
    .map(guardDocumentAccess)
    .map(guardCollection)
    .map(skipReplacedList)
    .map(nameFieldsOfErrors)
    .map((collection) => ({ ...collection, fields: labelInEachLanguage(collection.fields, languages) }))
    .map(watchSaves);
  const users = own.find(({ slug }) => slug === options.slugs.users);
  return {
    ...respondToFullPool(rejectImpossibleElsewhere(config)),
    db: guardDatabase(config.db),
    collections: [...(config.collections ?? []), ...own].map((collection) =>
      builders.ofAll.reduce((built, change) => change(built, portal), withPeopleHooks(collection, portal)),
    ),
    globals: [
      ...(config.globals ?? []),
      ...builders.globals
        .map((build) => build(portal))
        .map((global) => ({ ...global, fields: labelInEachLanguage(global.fields, languages) }))
        .map(watchSavesOfGlobal),
    ],
    admin: {
      ...config.admin,
      custom: {
        ...config.admin?.custom,
        [portalCustom]: {
          prefix: options.prefix,
          slugs: options.slugs,
        } satisfies AdminCustom[typeof portalCustom],
      },
    },
    graphQL: {
      ...config.graphQL,
      queries: respondToAccessQuery(guardAccessQueries(own, config.graphQL?.queries)),
      mutations: withTurns(portal, hideFailedResetMutations(users, config.graphQL?.mutations)),
    },
  };
};

const refusedSave = 'payload-support-portal/client#RefusedSave';

/** Adds to a collection's form what it does after a save that was refused. */
const watchSaves = (collection: CollectionConfig): CollectionConfig => {
  const { components } = collection.admin ?? {};
  const { beforeDocumentControls = [] } = components?.edit ?? {};
  return {
    ...collection,
    admin: {
      ...collection.admin,
      components: {
        ...components,
        edit: { ...components?.edit, beforeDocumentControls: [...beforeDocumentControls, refusedSave] },
      },
    },
  };
};

const watchSavesOfGlobal = (global: GlobalConfig): GlobalConfig => {
  const { components } = global.admin ?? {};
  const { beforeDocumentControls = [] } = components?.elements ?? {};
  return {
    ...global,
    admin: {
      ...global.admin,
      components: {
        ...components,
        elements: {
          ...components?.elements,
          beforeDocumentControls: [...beforeDocumentControls, refusedSave],
        },
      },
    },
  };
};

/**
 * The CMS's own REST, and so its admin UI, shows an error in the language of the request, and names an invalid input by the
 * CMS's field: `organization`.
 */
export const nameFieldsOfErrors = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  hooks: { ...collection.hooks, afterError: [nameFields, ...(collection.hooks?.afterError ?? [])] },
});

const nameFields: AfterErrorHook = ({ error: thrown, req, result }) => {
  const error = isDiskFull(thrown) ? toApiError(thrown) : thrown;
  if (!isApiError(error)) return;
  const { status } = error;
  const t = textsBy(req.t);
  if (!error.details)
    return { status, response: { ...result, errors: [{ message: inWords(error.sentence, t) }] } };
  const errors = error.details.map(({ path, message }) => ({
    path: path.replace(/_id$/, ''),
    message: inWords(message, t),
  }));
  const message = errors.map((detail) => detail.message).join(' ');
  return { response: { ...result, errors: [{ name: error.name, data: { errors }, message }] } };
};
