import { z } from 'zod';
import { type Scope, scopes } from '../../access/scopes.ts';
import { iso, isoOrNull } from '../../database/time.ts';
import type { RecordId } from '../../shared/ids.ts';
import { idText, idTextOrNull } from '../../shared/ids.ts';

export const apiKeyFields = {
  id: z.string(),
  prefix: z
    .string()
    .describe('How the key begins.')
    .meta({ examples: ['sp_live_4Fz9'] }),
  name: z.string().meta({ examples: ['Import of old tickets'] }),
  owner_id: z.string().nullable().describe('The user whose rights the key has; null once they are deleted.'),
  organization_id: z.string().nullable().describe('The one organization in its reach; null for all.'),
  scopes: z.array(z.enum(scopes)),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
};

export const apiKeyRow = z
  .strictObject({
    ...apiKeyFields,
    revoked_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable().describe('Written at most once a minute.'),
  })
  .meta({ id: 'ApiKey' });

export interface StoredApiKey {
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

export const apiKeyColumns =
  'id, prefix, name, owner_id, organization_id, scopes, expires_at, created_at, revoked_at, last_used_at';

export const toApiKeyRow = (key: StoredApiKey): z.input<typeof apiKeyRow> => ({
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
