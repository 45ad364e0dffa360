import { z } from 'zod';
import { isStaff } from '../../../core/access/roles.ts';
import type { Scope } from '../../../core/access/scopes.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import { idField } from '../../../core/http/input/fields.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { allowedScopes, findPrincipal, mayOwnKeyOf } from '../keyUsers.ts';

export const apiKeyFields = (scopes: readonly Scope[]) => ({
  id: z.string(),
  prefix: z
    .string()
    .describe('The beginning of the key.')
    .meta({ examples: ['sp_live_4Fz9'] }),
  name: z.string().meta({ examples: ['Import of old tickets'] }),
  owner_id: z.string().nullable().describe('The user whose rights the key has; null once they are deleted.'),
  organization_id: z
    .string()
    .nullable()
    .describe('The only organization that the key can reach; null for all.'),
  scopes: z.array(z.enum(scopes)),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
});

const apiKeyRow = (scopes: readonly Scope[]) =>
  z
    .strictObject({
      ...apiKeyFields(scopes),
      revoked_at: z.iso.datetime().nullable(),
      last_used_at: z.iso.datetime().nullable().describe('Written at most once a minute.'),
    })
    .meta({ id: 'ApiKey' });

interface StoredApiKey {
  id: RecordId;
  prefix: string;
  name: string;
  owner_id: RecordId | null;
  organization_id: RecordId | null;
  scopes: Scope[];
  expires_at: Date;
  created_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

const apiKeyColumns =
  'id, prefix, name, owner_id, organization_id, scopes, expires_at, created_at, revoked_at, last_used_at';

type ApiKeyRow = z.input<ReturnType<typeof apiKeyRow>>;

const toApiKeyRow = (key: StoredApiKey): ApiKeyRow => ({
  id: idText(key.id),
  prefix: key.prefix,
  name: key.name,
  owner_id: idTextOrNull(key.owner_id),
  organization_id: idTextOrNull(key.organization_id),
  scopes: key.scopes,
  expires_at: iso(key.expires_at),
  created_at: iso(key.created_at),
  revoked_at: isoOrNull(key.revoked_at),
  last_used_at: isoOrNull(key.last_used_at),
});

export const listApiKeys = (scopes: readonly Scope[]) =>
  defineOperation({
    name: 'list_api_keys',
    summary: 'Lists the API keys, newest first; the keys themselves are never shown again.',
    method: 'GET',
    path: '/portal/v1/api-keys',
    who: { gate: isStaff, scope: null },
    input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
    response: { output: listOf(apiKeyRow(scopes)), status: 200 },
    run: (query, { payload, portal }) =>
      respondWithList<StoredApiKey, ApiKeyRow>({
        payload,
        query,
        listing: {
          columns: apiKeyColumns,
          from: tableOf(payload, portal.options.slugs.apiKeys),
          order: { column: 'created_at', direction: 'desc', ties: 'desc' },
          restrict: (conditions) => conditions,
        },
        toItem: toApiKeyRow,
        positionOf: ({ created_at, id }) => ({
          order: byCreation.name,
          value: iso(created_at),
          id: idText(id),
        }),
      }),
  });

const input = z.strictObject({
  owner_id: idField.optional().describe('The owner of the key. Default: the caller.'),
});

const output = (scopes: readonly Scope[]) =>
  z.strictObject({
    owner_id: z.string(),
    spans: z.boolean().describe('True if a key of this owner may be bound to any organization, or to none.'),
    organization_ids: z.array(z.string()).describe('Otherwise the organizations that it may be bound to.'),
    scopes: z
      .array(z.enum(scopes))
      .describe('The scopes that the roles of the owner and of the caller both allow.'),
  });

export const getApiKeyChoices = (scopes: readonly Scope[]) =>
  defineOperation({
    name: 'get_api_key_choices',
    summary: 'Lists the scopes and organizations that a new API key may have.',
    method: 'GET',
    path: '/portal/v1/api-keys/choices',
    who: { gate: isStaff, scope: null },
    input,
    response: { output: output(scopes), status: 200 },
    async run({ owner_id }, { caller, payload, portal }) {
      const owner = owner_id === undefined ? caller : await findPrincipal(payload, portal, owner_id);
      if (!owner) throw validationFailed([{ path: 'owner_id', message: say('errors:apiKey:owner') }]);
      if (!mayOwnKeyOf(owner, caller))
        throw validationFailed([{ path: 'owner_id', message: say('errors:apiKey:otherStaff') }]);
      return {
        output: {
          owner_id: idText(owner.id),
          spans: owner.spans,
          organization_ids: owner.organizations.map(idText),
          scopes: allowedScopes(owner, caller),
        },
      };
    },
  });
