import type { ClientBase } from 'pg';
import { decrypt, encrypt } from '../shared/encryption.ts';
import { storedSecrets } from './storedSecrets.ts';

interface Rotation {
  /** Inside the transaction that changes the secret. */
  readonly client: ClientBase;
  readonly previous: string;
  readonly current: string;
}

/**
 * Encrypts the secrets of Settings anew, for another `PAYLOAD_SECRET`.
 *
 * @throws if one was not encrypted under the previous secret
 */
export const reencryptSettings = async ({ client, previous, current }: Rotation): Promise<void> => {
  for (const { group, name, purpose } of storedSecrets) {
    const column = `notifications_${group}_${name}_encrypted`;
    const { rows } = await client.query<{ id: unknown; encrypted: string }>(
      `select id, ${column} as encrypted from portal_settings where ${column} is not null`,
    );
    for (const { id, encrypted } of rows) {
      const anew = encrypt(decrypt(encrypted, previous, purpose), current, purpose);
      await client.query(`update portal_settings set ${column} = $1 where id = $2`, [anew, id]);
    }
  }
};
