import type { PayloadRequest } from 'payload';
import { keyOf } from '../../access/apiKey.ts';
import { ApiError } from '../../shared/errors.ts';

/** One request that a client may send again: by which API key, to which path, under which name, with which body. */
export interface IdempotentRequest {
  readonly apiKeyId: string;
  readonly path: string;
  readonly key: string;
  readonly fingerprint: string;
}

const printable = /^[\x20-\x7e]{1,255}$/;

/**
 * The request's `Idempotency-Key`; null if it has none, or is made by no API key.
 *
 * @throws {ApiError} `bad_request` for one that is empty, longer than 255 characters or not printable ASCII
 */
export const readIdempotencyKey = (
  req: PayloadRequest,
  path: string,
): Omit<IdempotentRequest, 'fingerprint'> | null => {
  const key = req.headers.get('Idempotency-Key');
  const apiKey = keyOf(req.user);
  if (key === null || !apiKey) return null;
  if (!printable.test(key) || key.trim() === '') {
    throw new ApiError('bad_request', 'Idempotency-Key: give 1 to 255 printable ASCII characters.');
  }
  return { apiKeyId: String(apiKey.id), path, key };
};
