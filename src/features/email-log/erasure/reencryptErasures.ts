import type { SecretRotation } from '../../../core/ports/rotation.ts';
import { decrypt, encrypt } from '../../../core/shared/secrets/encryption.ts';
import { erasurePurpose, erasureQueue } from './erase.ts';

/**
 * Encrypts the addresses of erasures that are repeated, for another `PAYLOAD_SECRET`.
 *
 * @throws if one was not encrypted under the previous secret
 */
export const reencryptErasures = async ({
  client,
  previous,
  current,
}: Omit<SecretRotation, 'payload'>): Promise<void> => {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('support_portal.jobs') is not null as exists`,
  );
  if (!tables[0]?.exists) return;
  const { rows } = await client.query<{ id: string; address: string }>(
    `select id, data->>'address' as address from support_portal.jobs where queue = $1 for update`,
    [erasureQueue.name],
  );
  for (const { id, address } of rows)
    await client.query(
      `update support_portal.jobs set data = jsonb_set(data, '{address}', to_jsonb($2::text)) where id = $1`,
      [id, encrypt(decrypt(address, previous, erasurePurpose), current, erasurePurpose)],
    );
};
