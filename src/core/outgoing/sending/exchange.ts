import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedResponse, TryOutcome } from '../outcome.ts';
import { type Connection, RejectedDestination } from './connections.ts';

const mostRead = 65_536;
const mostKept = 2_048;

/** Longest time to read a body, in milliseconds. The headers have already decided the outcome. */
const longestRead = 5_000;

/** Time after which the bytes of a response are counted again, in milliseconds: undici tells of no extension of a chunk. */
const betweenCounts = 50;

/** Responses such as 103 before the real one. */
const mostInformational = 10;

interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the body. */
  readonly body: Buffer;
  /** True if the response was read to its end, so that the connection can be used again. */
  readonly isComplete: boolean;
}

/**
 * POSTs a request, and reads the beginning of its response. The end of the response does not matter. undici's own `request`
 * makes a stream of each response, which costs more than all the rest of a delivery.
 *
 * @throws if the connection ends before the headers of a response do
 */
export const exchange = (connection: Connection, request: Request): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    let head: Pick<Exchange, 'status' | 'headers'> | null = null;
    let informational = 0;
    let kept = nothing;
    let timer: NodeJS.Timeout | undefined;
    const end = (isComplete: boolean): void => {
      clearInterval(timer);
      if (head) resolve({ ...head, body: kept, isComplete });
    };
    let [most, last] = [0, 0];
    /** Ends a response that is too long, or takes too long. */
    const check = (): void => {
      if (connection.received() > most || performance.now() > last) end(false);
    };
    connection.client.dispatch(
      { ...request, method: 'POST' },
      {
        onRequestStart() {},
        onResponseStart(controller, status, headers) {
          if (status < 200) {
            informational += 1;
            if (informational > mostInformational) controller.abort(new Error('too many responses of 1xx'));
            return;
          }
          head = { status, headers };
          most = connection.received() + mostRead;
          last = performance.now() + longestRead;
          timer = setInterval(check, betweenCounts);
        },
        onResponseData(_controller, chunk) {
          if (kept.length < mostKept) kept = Buffer.concat([kept, chunk.subarray(0, mostKept - kept.length)]);
          check();
        },
        onResponseEnd: () => end(true),
        // The part received so far is kept.
        onResponseError: (_controller, error) => (head ? end(false) : reject(error)),
      },
    );
  });

const nothing = Buffer.alloc(0);

/** The headers of a response that are kept have so many bytes together. */
const mostHeaderBytes = 4_096;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A response in the form that is kept. */
export const storableResponse = ({ status, headers, body }: Answer): ReceivedResponse => ({
  status,
  headers: Object.fromEntries(keptHeaders(headers)),
  body: storable(body.toString('utf8')),
});

/** The headers that have room, each as a whole; a longer one leaves its place to those that follow. */
const keptHeaders = (headers: IncomingHttpHeaders): readonly (readonly [string, string])[] => {
  let room = mostHeaderBytes;
  return Object.entries(headers)
    .map(([name, value]) => [name, storable([value ?? ''].flat().join(', '))] as const)
    .filter(([name, value]) => {
      const bytes = Buffer.byteLength(`${name}: ${value}\r\n`);
      if (bytes > room) return false;
      room -= bytes;
      return true;
    });
};

/** PostgreSQL's text takes no NUL; bytes that are no text are U+FFFD already. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}').toWellFormed();

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
