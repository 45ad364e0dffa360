import type { Payload, PayloadRequest } from 'payload';
import { keyOf } from '../../access/apiKey.ts';
import type { Principal } from '../../access/roles.ts';
import { portalPool } from '../../database/pool.ts';
import { runStatement } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ApiError, type ApiErrorCode, errorTable, isApiError } from '../../shared/errors/errors.ts';
import { decrypt, encrypt } from '../../shared/secrets/encryption.ts';
import type { PlainResponse } from '../response.ts';

interface Once {
  readonly req: PayloadRequest;
  readonly request: IdempotentRequest;
  /** Carries out the request. */
  perform(): Promise<PlainResponse>;
  renderError(error: ApiError): PlainResponse;
  /** The response to another request with this key, in place of one that holds a secret. */
  readonly kept?: PlainResponse | undefined;
}

/**
 * Performs a request, or returns the response that the same request got before. The response is stored in the transaction of
 * the change.
 *
 * @throws {ApiError} `idempotency_in_flight` while the first one runs, `idempotency_mismatch` for another body
 */
export const respondOnce = async ({
  req,
  request,
  perform,
  renderError,
  kept,
}: Once): Promise<PlainResponse> => {
  try {
    return await inTransaction(req, async () => {
      if (!(await tryLock(req, request))) throw inFlight();
      const replayed = await replay(req, request);
      if (replayed) return replayed;
      const response = await perform();
      await storeResponse(req, request, kept ?? response);
      return response;
    });
  } catch (error) {
    if (isApiError(error) && isKept(error)) {
      await storeError(req.payload, request, renderError(error));
    }
    throw error;
  }
};

/** @throws {ApiError} `idempotency_mismatch` for another body */
export const replay = async (
  req: PayloadRequest,
  request: IdempotentRequest,
): Promise<PlainResponse | null> => {
  const stored = await findResponse(req, request);
  if (!stored) return null;
  if (stored.fingerprint !== request.fingerprint) throw mismatch();
  const { status, headers, body } = stored.response;
  return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body };
};

const notKept: readonly ApiErrorCode[] = [
  'validation_failed',
  'idempotency_mismatch',
  'idempotency_in_flight',
  'rate_limited',
];

/**
 * Errors of the client are kept, except a failed validation, a key of another request, and those that pass.
 * After a fault the request may be sent again.
 */
const isKept = ({ code }: ApiError): boolean => errorTable[code].status < 500 && !notKept.includes(code);

const inFlight = (): ApiError =>
  new ApiError(
    'idempotency_in_flight',
    'A request with this Idempotency-Key is still running. Send it again in a moment.',
    { headers: { 'Retry-After': '1' } },
  );

const mismatch = (): ApiError =>
  new ApiError(
    'idempotency_mismatch',
    'This Idempotency-Key was used for another request. Use a new one for a new request.',
  );

const printable = /^[\x20-\x7e]{1,255}$/;

/** The subject of a caller's idempotency keys: the API key, or the person of a session. */
export const idempotentSubject = (req: PayloadRequest, caller: Principal): string => {
  const apiKey = keyOf(req.user);
  return apiKey ? String(apiKey.id) : `user:${caller.id}`;
};

/** The longest path in UTF-16 units. A longer one names no record, so that nothing is done twice, and an index has no room for it. */
const longestPath = 500;

/**
 * The request's `Idempotency-Key`; null if it has none, no subject, or a path that leads to nothing.
 *
 * @throws {ApiError} `bad_request` for one that is empty, longer than 255 characters or not printable ASCII
 */
export const readIdempotencyKey = (
  req: PayloadRequest,
  path: string,
  subject: string | null,
): Omit<IdempotentRequest, 'fingerprint'> | null => {
  const key = req.headers.get('Idempotency-Key');
  if (key === null || subject === null || path.length > longestPath) return null;
  if (!printable.test(key) || key.trim() === '') {
    throw new ApiError('bad_request', 'Idempotency-Key: give 1 to 255 printable ASCII characters.');
  }
  return { apiKeyId: subject, path, key };
};

/** One request that a client may send again: by which API key, to which path, under which name, with which body. */
interface IdempotentRequest {
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
const tryLock = async (req: PayloadRequest, request: IdempotentRequest): Promise<boolean> => {
  const { rows } = await runStatement<{ locked: boolean }>(
    req,
    'select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as locked',
    [JSON.stringify([request.apiKeyId, request.path, request.key])],
  );
  return rows[0]?.locked === true;
};

const placeOf = ({ apiKeyId, path, key }: IdempotentRequest): string[] => [apiKeyId, path, key];

const findResponse = async (
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
const storeResponse = async (
  req: PayloadRequest,
  request: IdempotentRequest,
  response: PlainResponse,
): Promise<void> => {
  await runStatement(req, storeSql, valuesOf(req.payload, request, response));
};

interface SentForm {
  readonly caller: Principal;
  /** The route that takes it. */
  readonly path: string;
  readonly key: string;
}

/**
 * Notes that a form has been sent, in the transaction of its change: for routes of the CMS, which answer for themselves. One that is
 * sent at the same moment waits for the end of the first.
 *
 * @returns false if the same form was taken within a day
 */
export const noteForm = async (req: PayloadRequest, { caller, path, key }: SentForm): Promise<boolean> => {
  const request = { apiKeyId: idempotentSubject(req, caller), path, key, fingerprint: '' };
  const taken: PlainResponse = { status: 204, headers: {}, body: null };
  const { rows } = await runStatement(
    req,
    `${storeSql} returning key`,
    valuesOf(req.payload, request, taken),
  );
  return rows.length > 0;
};

/** Stores an error, whose change was rolled back. */
const storeError = async (
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
