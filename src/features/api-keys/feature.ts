import { scopesIn } from '../../core/access/scopes.ts';
import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { createdKeyQueue, sendCreatedNotice } from './createKey.ts';
import { expiryWarningQueue, makeExpiryWarnings, sendExpiryWarning } from './expiryWarnings.ts';
import { findOwner } from './findOwner.ts';
import { looksLikeKey } from './format.ts';
import { createApiKey, revokeApiKey } from './operations/changeApiKeys.ts';
import { getApiKeyChoices, listApiKeys } from './operations/readApiKeys.ts';
import { revokeWithMaker, revokeWithRole } from './revokeWithMaker.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    apiKeys?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    apiKeys: typeof en;
  }
}

/** The API keys whose owners were warned that the key expires. */
const apiKeyTables = `
  create table if not exists support_portal.api_key_warnings (
    api_key_id text primary key, created_at timestamptz not null default now())`;

/** API keys: the credentials of REST clients. */
export const apiKeys: Feature = {
  name: 'api-keys',
  tables: apiKeyTables,
  collections: {
    apiKeys: {
      slug: 'api-keys',
      takes: 'fields',
      isWrittenByPortal: true,
      record: { type: 'api_key', word: 'apiKeys:collection:singular' },
    },
  },
  collectionHooks: (portal) => ({
    users: { afterChange: [revokeWithRole(portal)], beforeDelete: [revokeWithMaker(portal)] },
  }),
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    'api-keys': { name: 'API keys', description: 'Created, listed and revoked with a staff session.' },
  },
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key (`sp_live_…`). It is created in Settings → API keys, and shown once.',
    },
  },
  mailTypes: { api_key_created: 'apiKeys:mailType:created', api_key_expiring: 'apiKeys:mailType:expiring' },
  operations(features) {
    const scopes = scopesIn(features);
    return [listApiKeys(scopes), createApiKey(scopes), getApiKeyChoices(scopes), revokeApiKey];
  },
  bearer: { suits: looksLikeKey, findUser: findOwner },
  start(payload, { options }) {
    registerWorker(payload, createdKeyQueue, (job) => sendCreatedNotice(payload, options, job));
    registerWorker(payload, expiryWarningQueue, (job) => sendExpiryWarning(payload, options, job));
    return undefined;
  },
  dailyTasks: [
    {
      failure: 'Owners of API keys that expire soon could not be warned',
      run: (payload, { options }) => makeExpiryWarnings(payload, options.slugs.apiKeys),
    },
  ],
};
