import type { Payload, PayloadRequest } from 'payload';
import { portalPool } from '../../database/pool.ts';
import { runStatement } from '../../database/statement.ts';
import { decrypt, encrypt } from '../../shared/secrets/encryption.ts';
import type { PlainResponse } from '../response.ts';

/** One request that a client may send again: by which API key, to which path, under which name, with which body. */
export interface IdempotentRequest {
  readonly apiKeyId: string;
  readonly path: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** The response to an earlier request. */
interface StoredResponse {
  readonly fingerprint: string;
  readonly response: PlainResponse;
}

/** Time for which a response is kept, in hours. */
const keptHours = 24;

export const idempotencyPurpose = 'idempotency';

/** Takes the name for the transaction's life, so that it is free again at once if this process dies. */
export const tryLock = async (req: PayloadRequest, request: IdempotentRequest): Promise<boolean> => {
  const { rows } = await runStatement<{ locked: boolean }>(
    req,
    'select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as locked',
    [JSON.stringify([request.apiKeyId, request.path, request.key])],
  );
  return rows[0]?.locked === true;
};

const placeOf = ({ apiKeyId, path, key }: IdempotentRequest): string[] => [apiKeyId, path, key];

export const findResponse = async (
  req: PayloadRequest,
  request: IdempotentRequest,
): Promise<StoredResponse | null> => {
  const { rows } = await runStatement<{ fingerprint: string; answer: string }>(
    req,
    `select fingerprint, answer from support_portal.idempotency_keys
     where api_key_id = $1 and path = $2 and key = $3 and created_at > now() - interval '${keptHours} hours'`,
    placeOf(request),
  );
  const [row] = rows;
  if (!row) return null;
  const response = decrypt(row.answer, req.payload.config.secret, idempotencyPurpose);
  return { fingerprint: row.fingerprint, response: JSON.parse(response) as PlainResponse };
};

const storeSql = `
  insert into support_portal.idempotency_keys as stored (api_key_id, path, key, fingerprint, answer)
  values ($1, $2, $3, $4, $5)
  on conflict (api_key_id, path, key) do update
    set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = now()
    where stored.created_at <= now() - interval '${keptHours} hours'`;

const valuesOf = (payload: Payload, request: IdempotentRequest, response: PlainResponse): string[] => [
  ...placeOf(request),
  request.fingerprint,
  encrypt(JSON.stringify(response), payload.config.secret, idempotencyPurpose),
];

/** Stores a response in the transaction of its change. */
export const storeResponse = async (
  req: PayloadRequest,
  request: IdempotentRequest,
  response: PlainResponse,
): Promise<void> => {
  await runStatement(req, storeSql, valuesOf(req.payload, request, response));
};

/** Stores an error, whose change was rolled back. */
export const storeError = async (
  payload: Payload,
  request: IdempotentRequest,
  response: PlainResponse,
): Promise<void> => {
  await portalPool(payload).query(storeSql, valuesOf(payload, request, response));
};

export const pruneResponsesSql = `delete from support_portal.idempotency_keys where created_at <= now() - interval '${keptHours} hours'`;

/** Deletes responses that are too old to be sent again. */
export const pruneResponses = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query(pruneResponsesSql);
};
