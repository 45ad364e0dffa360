import { z } from 'zod';
import { isStaff } from '../../../core/access/roles.ts';
import type { Scope } from '../../../core/access/scopes.ts';
import { isId } from '../../../core/database/ids.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idField, nameField, timestampField } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import { createKey } from '../createKey.ts';
import { apiKeyFields } from './readApiKeys.ts';

const input = (scopes: readonly Scope[]) =>
  z.strictObject({
    name: nameField.describe('The purpose of the key.'),
    owner_id: idField.optional().describe('The user whose rights the key has. Default: the caller.'),
    organization_id: idField
      .nullable()
      .optional()
      .describe(
        'The only organization that the key can reach. Required unless the owner is full-access staff.',
      ),
    scopes: z
      .array(z.enum(scopes))
      .min(1, 'Choose at least one scope.')
      .optional()
      .describe('Default: all that the roles of the owner and of the caller allow.'),
    expires_at: timestampField.optional().describe('In the future. Default: in a year.'),
  });

export const createApiKey = (scopes: readonly Scope[]) =>
  defineOperation({
    name: 'create_api_key',
    summary: 'Creates an API key. Only this response shows it.',
    description:
      'A second request with the same `Idempotency-Key` creates no second key, and is 409: the key itself is not kept.',
    method: 'POST',
    path: '/portal/v1/api-keys',
    who: { gate: isStaff, scope: null },
    input: input(scopes),
    response: {
      output: z.strictObject({
        ...apiKeyFields(scopes),
        key: z
          .string()
          .describe('The key itself.')
          .meta({ examples: [`sp_live_${'x'.repeat(49)}`] }),
      }),
      status: 201,
      isShownOnce: true,
    },
    errors: ['conflict'],
    examples: {
      input: {
        name: 'Import of old tickets',
        organization_id: '17',
        scopes: ['tickets:read', 'tickets:write'],
      },
    },
    async run(
      { name, owner_id, organization_id, scopes: wantedScopes, expires_at },
      { caller, payload, portal, req },
    ) {
      const wanted = {
        name,
        ownerId: owner_id,
        organizationId: organization_id,
        scopes: wantedScopes,
        expiresAt: expires_at,
      };
      const { key, ...made } = await createKey({ payload, portal, req, maker: caller }, wanted);
      const output = {
        id: idText(made.id),
        key,
        prefix: made.prefix,
        name: made.name,
        owner_id: idText(made.ownerId),
        organization_id: idTextOrNull(made.organizationId),
        scopes: [...made.scopes],
        expires_at: made.expiresAt.toISOString(),
        created_at: made.createdAt,
      };
      return { output };
    },
  });

export const revokeApiKey = defineOperation({
  name: 'revoke_api_key',
  summary: 'Revokes an API key: it is refused from the next request on.',
  method: 'DELETE',
  path: '/portal/v1/api-keys/{id}',
  who: { gate: isStaff, scope: null },
  input: z.strictObject({}),
  response: { output: z.null(), status: 204 },
  async load({ params: { id = '' }, payload, portal }) {
    if (!isId(payload, id)) throw notFound();
    const { rowCount } = await postgresOf(payload).pool.query(
      `select 1 from ${tableOf(payload, portal.options.slugs.apiKeys)} where id = $1`,
      [id],
    );
    if (rowCount === 0) throw notFound();
    return id;
  },
  async run(_input, { payload, portal }, id) {
    await postgresOf(payload).pool.query(
      `update ${tableOf(payload, portal.options.slugs.apiKeys)}
       set revoked_at = coalesce(revoked_at, now()), updated_at = now() where id = $1`,
      [id],
    );
    return { output: null };
  },
});
