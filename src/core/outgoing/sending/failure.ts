import type { TryOutcome } from '../outcome.ts';
import type { Connection } from './connection.ts';
import { RejectedDestination } from './connection.ts';

type Failed = Extract<TryOutcome, { kind: 'failed' }>;

export const failed = (errorClass: Failed['errorClass'], error: string): Failed => ({
  kind: 'failed',
  errorClass,
  error,
  status: null,
  answer: null,
  retryAfter: null,
});

/** The error codes of addresses at which nothing responds. */
const unreachable: readonly string[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'EACCES',
  'EPERM',
  'EINVAL',
];

interface Circumstances {
  readonly connection: Pick<Connection, 'wasMade'>;
  readonly protocol: string;
}

/** Judges an attempt that ended without a response. */
export const judgeFailure = (thrown: unknown, { connection, protocol }: Circumstances): Failed => {
  const error = rootOf(thrown);
  if (error instanceof RejectedDestination) return failed(error.rejection.kind, error.message);
  const code = codeOf(error);
  if (connection.wasMade()) {
    return failed('connect', `The connection ended before an answer came (${code || error.message}).`);
  }
  if (protocol === 'https:' && !unreachable.includes(code)) {
    return failed(
      'tls',
      `There is no trustworthy TLS connection to the receiver (${code || error.message}).`,
    );
  }
  return failed('connect', `The receiver cannot be reached (${code || error.message}).`);
};

/** If a name has several addresses, the relevant error is inside one without a message. */
const rootOf = (thrown: unknown): Error => {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return rootOf(thrown.errors[0]);
  if (thrown instanceof RejectedDestination) return thrown;
  if (thrown instanceof Error && thrown.cause instanceof RejectedDestination) return thrown.cause;
  return thrown instanceof Error ? thrown : new Error(String(thrown));
};

/** The `code` of an error, or an empty text: not every error with that property has a string there. */
const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';
