import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedAnswer } from '../outcome.ts';

const mostHeaders = 64;
const longestHeader = 1_024;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer as it is kept. */
export const storableAnswer = ({ status, headers, body }: Answer): ReceivedAnswer => ({
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
