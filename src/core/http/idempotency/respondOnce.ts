import type { PayloadRequest } from 'payload';
import { keyOf } from '../../access/apiKey.ts';
import { isClient, type Principal } from '../../access/roles.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ApiError, type ApiErrorCode, errorTable, isApiError } from '../../shared/errors/errors.ts';
import type { PlainResponse } from '../response.ts';
import { findResponse, type IdempotentRequest, storeError, storeResponse, tryLock } from './store.ts';

interface Once {
  readonly req: PayloadRequest;
  readonly request: IdempotentRequest;
  /** Carries out the request. */
  perform(): Promise<PlainResponse>;
  renderError(error: ApiError): PlainResponse;
}

/**
 * Performs a request, or returns the response that the same request got before. The response is stored in the transaction of
 * the change.
 *
 * @throws {ApiError} `idempotency_in_flight` while the first one runs, `idempotency_mismatch` for another body
 */
export const respondOnce = async ({ req, request, perform, renderError }: Once): Promise<PlainResponse> => {
  try {
    return await inTransaction(req, async () => {
      if (!(await tryLock(req, request))) throw inFlight();
      const replayed = await replay(req, request);
      if (replayed) return replayed;
      const response = await perform();
      await storeResponse(req, request, response);
      return response;
    });
  } catch (error) {
    if (isApiError(error) && isKept(error.code)) {
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
  'idempotency_in_flight',
  'idempotency_mismatch',
];

/** Errors of the client are kept, except a failed validation and those about the key itself. After a fault the request may be sent again. */
const isKept = (code: ApiErrorCode): boolean => errorTable[code].status < 500 && !notKept.includes(code);

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

/** The subject of a caller's idempotency keys; null for a session of staff, which has none. */
export const idempotentSubject = (req: PayloadRequest, caller: Principal): string | null => {
  const apiKey = keyOf(req.user);
  if (apiKey) return String(apiKey.id);
  return isClient(caller) ? `user:${caller.id}` : null;
};

/**
 * The request's `Idempotency-Key`; null if it has none, or no subject.
 *
 * @throws {ApiError} `bad_request` for one that is empty, longer than 255 characters or not printable ASCII
 */
export const readIdempotencyKey = (
  req: PayloadRequest,
  path: string,
  subject: string | null,
): Omit<IdempotentRequest, 'fingerprint'> | null => {
  const key = req.headers.get('Idempotency-Key');
  if (key === null || subject === null) return null;
  if (!printable.test(key) || key.trim() === '') {
    throw new ApiError('bad_request', 'Idempotency-Key: give 1 to 255 printable ASCII characters.');
  }
  return { apiKeyId: subject, path, key };
};
