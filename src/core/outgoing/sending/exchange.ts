import type { IncomingHttpHeaders } from 'node:http';
import type { Client } from 'undici';
import type { ReceivedResponse } from '../outcome.ts';

const mostRead = 65_536;
const mostKept = 2_048;

/** Longest time to read a body, in milliseconds. The headers have already decided the outcome. */
const longestRead = 5_000;

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
export const exchange = (client: Client, request: Request): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    let head: Pick<Exchange, 'status' | 'headers'> | null = null;
    let read = 0;
    let kept = nothing;
    let timer: NodeJS.Timeout | undefined;
    const end = (isComplete: boolean): void => {
      clearTimeout(timer);
      if (head) resolve({ ...head, body: kept, isComplete });
    };
    client.dispatch(
      { ...request, method: 'POST' },
      {
        onRequestStart() {},
        onResponseStart(_controller, status, headers) {
          if (status < 200) return;
          head = { status, headers };
          timer = setTimeout(end, longestRead, false);
        },
        onResponseData(_controller, chunk) {
          read += chunk.length;
          if (kept.length < mostKept) kept = Buffer.concat([kept, chunk.subarray(0, mostKept - kept.length)]);
          if (read >= mostRead) end(false);
        },
        onResponseEnd: () => end(true),
        // The part received so far is kept.
        onResponseError: (_controller, error) => (head ? end(false) : reject(error)),
      },
    );
  });

const nothing = Buffer.alloc(0);

const mostHeaders = 64;
const longestHeader = 1_024;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A response in the form that is kept. */
export const storableResponse = ({ status, headers, body }: Answer): ReceivedResponse => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .slice(0, mostHeaders)
      .map(([name, value]) => [name, storable([value ?? ''].flat().join(', ').slice(0, longestHeader))]),
  ),
  body: storable(body.toString('utf8')),
});

/** PostgreSQL's text takes no NUL; bytes that are no text are U+FFFD already. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}').toWellFormed();
