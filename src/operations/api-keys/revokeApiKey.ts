import { z } from 'zod';
import { isStaff } from '../../access/roles.ts';
import { isId } from '../../database/ids.ts';
import { postgresOf } from '../../database/pool.ts';
import { tableOf } from '../../database/table.ts';
import { notFound } from '../../shared/errors.ts';
import { defineOperation } from '../operation.ts';

export const revokeApiKey = defineOperation({
  name: 'revoke_api_key',
  summary: 'Revokes an API key: it is refused from the next request on.',
  method: 'DELETE',
  path: '/portal/v1/api-keys/{id}',
  gate: isStaff,
  scope: null,
  input: z.strictObject({}),
  output: z.null(),
  status: 204,
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
