import { createHash, type Hash } from 'node:crypto';
import contentDisposition from 'content-disposition';
import type { UploadConfig } from 'payload';
import { connectionOf } from '../../../core/request/connection.ts';
import { ApiError, errorTable, isApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { findStoredFile, type StoredFile } from '../record/storedFile.ts';
import { ownHandler } from '../storage/adapterStorage.ts';
import type { FileStorage } from '../storage/storage.ts';
import { storageOf } from '../storage/storageOf.ts';
import { type ByteRange, type PartRange, readRange, whole } from './range.ts';

/** Bytes that never change, as they can be served: those of a stored file or of a zip. */
export interface ServedBytes {
  /** The name under which they are saved. */
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** A strong validator, in quotes. A browser needs one to go on with a broken download. */
  readonly etag: string;
  /** Returns null if there are no bytes. */
  read(range: PartRange | null): Promise<AsyncIterable<Uint8Array> | null>;
}

/** The bytes of a stored file. Its stored name is random, and stands for the same bytes for ever; it is not shown. */
export const bytesOf = (file: StoredFile, storage: FileStorage): ServedBytes => ({
  name: file.name,
  mimeType: file.mimeType,
  size: file.filesize,
  etag: etagOf(createHash('sha256').update(file.filename)),
  read: (range) => storage.read(file, range),
});

export const etagOf = (hash: Hash): string => `"${hash.digest('base64url').slice(0, 22)}"`;

/** The request that a download answers. */
interface Asking {
  readonly headers: Headers;
  readonly method?: string;
}

/**
 * Serves bytes, or the requested range of them, to be saved and never to be run.
 *
 * `report` is called once after a body that was begun: with the range that was handed to the connection. On the portal's own
 * server the last byte counts once the operating system has taken all of it; in a host app's server, once the server has
 * asked for more than the last byte without having noticed that the client is gone, which may be a buffer too early.
 *
 * @throws {ApiError} `not_found` if the bytes are gone, `range_not_satisfiable`
 */
export const serveBytes = async (
  served: ServedBytes,
  req: Asking,
  report: ReportSent = () => {},
): Promise<Response> => {
  const { size, etag } = served;
  const range = rangeOf(req.headers, served);
  if (range.kind === 'unsatisfiable') {
    const headers = { 'Content-Range': `bytes */${size}` };
    throw new ApiError('range_not_satisfiable', `The file has ${size} bytes.`, { headers });
  }
  const bytes = await served.read(range.kind === 'part' ? range : null);
  if (!bytes) throw notFound();
  const start = range.kind === 'part' ? range.start : 0;
  const body = sentStream({ bytes, start, connection: connectionOf(req), report });
  // A server that leaves the body of a HEAD out does not end it.
  if (req.method === 'HEAD') await body.cancel();
  return new Response(req.method === 'HEAD' ? null : body, {
    status: range.kind === 'part' ? 206 : 200,
    headers: { ...headersOf(served), ETag: etag, ...lengthOf(range, size) },
  });
};

/** A condition that does not hold asks for the whole (RFC 9110, section 13.1.5). */
const rangeOf = (headers: Headers, { size, etag }: ServedBytes): ByteRange => {
  const condition = headers.get('If-Range');
  return condition !== null && condition !== etag ? whole : readRange(headers.get('Range'), size);
};

const headersOf = ({ name, mimeType }: ServedBytes) => ({
  'Content-Type': mimeType,
  'Content-Disposition': contentDisposition(name, { fallback: name.replace(/[^\x20-\x7e]/g, '?') }),
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
  'Accept-Ranges': 'bytes',
});

const lengthOf = (range: ByteRange, size: number): Record<string, string> =>
  range.kind === 'part'
    ? {
        'Content-Length': String(range.end - range.start + 1),
        'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
      }
    : { 'Content-Length': String(size) };

/** Called once, when a response is over, with the bytes of the file that certainly went out. */
type ReportSent = (sent: PartRange) => void;

interface Sending {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The position of the first byte. */
  readonly start: number;
  /** Resolves once the connection has taken the last byte, to false if it broke before; null if no one knows. */
  readonly connection: Promise<boolean> | null;
  readonly report: ReportSent;
}

/**
 * A body that is read as it is asked for, and knows how far it came. Nothing is opened before the first byte is asked for,
 * and nothing is read ahead: a server that asks for the next chunk has handed the one before to the connection.
 */
export const sentStream = ({ bytes, start, connection, report }: Sending): ReadableStream<Uint8Array> => {
  const iterator = bytes[Symbol.asyncIterator]();
  let handed = 0;
  let taken = 0;
  let isOver = false;
  const end = (size: number) => {
    if (isOver) return;
    isOver = true;
    report({ start, end: start + size - 1 });
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const before = taken;
        taken = handed;
        try {
          const { done, value } = await iterator.next();
          if (done) {
            controller.close();
            const arrived = connection === null || (await connection);
            end(arrived ? taken : before);
          } else {
            handed += value.byteLength;
            controller.enqueue(value);
          }
        } catch (error) {
          end(taken);
          throw error;
        }
      },
      async cancel() {
        end(taken);
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};

type Handler = NonNullable<UploadConfig['handlers']>[number];

/** Serves a file at the CMS's own address to users who may read it, in the same way as a signed download. */
export const serveStoredFile = (slug: string): Handler =>
  ownHandler(async (req, { params: { filename } }) => {
    const file = await findStoredFile(req.payload, slug, { filename });
    if (!file) return new Response(null, { status: 404 });
    try {
      return await serveBytes(bytesOf(file, storageOf(req.payload, slug)), req);
    } catch (error) {
      if (!isApiError(error)) throw error;
      return new Response(null, { status: errorTable[error.code].status, headers: error.headers });
    }
  });
