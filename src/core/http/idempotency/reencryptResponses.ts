import type { SecretRotation } from '../../ports/rotation.ts';
import { decrypt, encrypt } from '../../shared/secrets/encryption.ts';
import { idempotencyPurpose, pruneResponsesSql } from './respondOnce.ts';

interface StoredRow {
  readonly place: string;
  readonly answer: string;
}

/** Number of responses that are in memory at once. */
const batch = 500;

/**
 * Re-encrypts the stored responses for another `PAYLOAD_SECRET`: a client that repeats its request after the change still
 * gets the first response, and nothing is done twice.
 *
 * @throws if one was not encrypted under the previous secret
 */
export const reencryptResponses = async ({
  client,
  previous,
  current,
}: Omit<SecretRotation, 'payload'>): Promise<void> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('support_portal.idempotency_keys') is not null as exists`,
  );
  if (!rows[0]?.exists) return;
  await client.query(pruneResponsesSql);
  await client.query(`declare stored_answers cursor for
    select ctid::text as place, answer from support_portal.idempotency_keys for update`);
  for (;;) {
    const { rows: stored } = await client.query<StoredRow>(`fetch ${batch} from stored_answers`);
    if (stored.length === 0) break;
    await client.query(
      `update support_portal.idempotency_keys k set answer = anew.answer
       from unnest($1::tid[], $2::text[]) as anew (place, answer) where k.ctid = anew.place`,
      [
        stored.map(({ place }) => place),
        stored.map(({ answer }) =>
          encrypt(decrypt(answer, previous, idempotencyPurpose), current, idempotencyPurpose),
        ),
      ],
    );
  }
  await client.query('close stored_answers');
};
