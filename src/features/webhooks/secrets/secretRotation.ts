import { runStatement } from '../../../core/database/statement.ts';
import type { WebhookChange } from '../record/change.ts';
import { webhookTables } from '../tables.ts';
import { retire, type StoredSecrets, sealSecret } from './secrets.ts';
import { makeSecret } from './signature.ts';

/**
 * Replaces the secret of a webhook. The former one signs beside it for a while.
 *
 * @returns the new secret, which is shown this once
 */
export const rotateSecret = async ({ req, portal, webhook }: WebhookChange): Promise<string> => {
  const { webhooks } = webhookTables(req.payload, portal);
  const {
    rows: [stored],
  } = await runStatement<StoredSecrets & { now: Date | string }>(
    req,
    `select secret, former_secrets, now() as now from ${webhooks} where id = $1`,
    [webhook.id],
  );
  if (!stored) throw new Error('The webhook whose secret is to be replaced was not found.');
  const secret = makeSecret();
  await runStatement(req, `update ${webhooks} set secret = $2, former_secrets = $3::jsonb where id = $1`, [
    webhook.id,
    sealSecret(secret, req.payload.config.secret),
    JSON.stringify(retire(stored, new Date(stored.now))),
  ]);
  return secret;
};
