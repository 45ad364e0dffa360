import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ReceivedAnswer } from '../outcome.ts';

const mostRead = 65_536;
const mostKept = 2_048;

/** How long a body is read at most, in milliseconds: the status line has told all that counts. */
const longestRead = 5_000;

interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** Reads as much of an answer as is wanted; never fails, however it ends. */
export const readAnswer = async ({
  statusCode,
  headers,
  body,
}: Answer): Promise<{ answer: ReceivedAnswer; isComplete: boolean }> => {
  const timer = setTimeout(() => body.destroy(), longestRead);
  let read = 0;
  let kept = Buffer.alloc(0);
  let isComplete = false;
  body.on('error', () => {});
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (kept.length < mostKept) kept = Buffer.concat([kept, chunk.subarray(0, mostKept - kept.length)]);
      if (read >= mostRead) break;
    }
    isComplete = body.readableEnded;
  } catch {
    // Cut off: what came until then is kept.
  } finally {
    clearTimeout(timer);
  }
  return {
    answer: { status: statusCode, headers: storableHeaders(headers), body: storable(kept.toString('utf8')) },
    isComplete,
  };
};

const mostHeaders = 64;
const longestHeader = 1_024;

const storableHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, mostHeaders)
      .map(([name, value]) => [name, storable([value ?? ''].flat().join(', ').slice(0, longestHeader))]),
  );

/** PostgreSQL's text takes no NUL; bytes that are no text are U+FFFD already. */
const storable = (text: string): string => text.replaceAll('\0', '\u{fffd}').toWellFormed();
