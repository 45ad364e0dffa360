import { createHash } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../core/database/pool.ts';
import { runStatement } from '../../core/database/statement.ts';
import { type RequestToken, wrongCredential } from './providers/provider.ts';

interface Use {
  readonly provider: string;
  readonly token: RequestToken;
  /** The body that the token came with. */
  readonly body: Uint8Array;
}

/**
 * Remembers a token in the request's transaction, so that a request that is rolled back may be sent again. If two requests
 * come at the same moment, one waits for the other.
 *
 * @returns false if the same request was processed before, because the provider did not receive the response
 * @throws {ApiError} `unauthorized` if the token was used for another body
 */
export const spendToken = async (
  req: PayloadRequest,
  { provider, token: { signed, expiresAt }, body }: Use,
): Promise<boolean> => {
  const [token, digest] = [digestOf(`${provider}\n${signed}`), digestOf(body)];
  const { rowCount } = await runStatement(
    req,
    `insert into support_portal.used_tokens (token, body, expires_at) values ($1, $2, $3::timestamptz)
     on conflict do nothing`,
    [token, digest, expiresAt.toISOString()],
  );
  if (rowCount === 1) return true;
  const { rows } = await runStatement<{ body: string }>(
    req,
    'select body from support_portal.used_tokens where token = $1',
    [token],
  );
  if (rows[0]?.body === digest) return false;
  throw wrongCredential('The token of the signature was used for another event.');
};

const digestOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** Forgets tokens whose signatures are accepted no more. */
export const pruneTokens = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query('delete from support_portal.used_tokens where expires_at < now()');
};
