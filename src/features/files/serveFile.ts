import { createReadStream } from 'node:fs';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import contentDisposition from 'content-disposition';
import { ApiError, notFound } from '../../core/shared/errors.ts';
import type { FileStorage } from './storage.ts';
import type { StoredFile } from './storedFile.ts';

/**
 * Serves the bytes of a file, or the requested range of them, to be saved and never to be run.
 *
 * @throws {ApiError} `not_found` if the bytes are gone, `range_not_satisfiable`
 */
export const serveFile = async (
  file: StoredFile,
  storage: FileStorage,
  requested: Headers,
): Promise<Response> => {
  const size = file.filesize;
  // The files have no validators, so no condition on a range can hold.
  const range = requested.has('If-Range') ? whole : readRange(requested.get('Range'), size);
  if (range.kind === 'unsatisfiable') {
    const headers = { 'Content-Range': `bytes */${size}` };
    throw new ApiError('range_not_satisfiable', `The file has ${size} bytes.`, { headers });
  }
  const bytes = await storage.read(file, range.kind === 'part' ? range : null);
  if (!bytes) throw notFound();
  return new Response(streamOf(bytes), {
    status: range.kind === 'part' ? 206 : 200,
    headers: { ...headersOf(file), ...lengthOf(range, size) },
  });
};

const headersOf = ({ name, mimeType }: StoredFile) => ({
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

/** Bytes that are read as they are asked for. Nothing is opened before the first is. */
const streamOf = (bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  NodeReadableStream.from(bytes) as unknown as ReadableStream<Uint8Array>;

export async function* readFileBytes(path: string, range: PartRange | null): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, range ?? {});
}

/** A range of bytes that come whole. */
export async function* cutBytes(
  bytes: AsyncIterable<Uint8Array>,
  { start, end }: PartRange,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
    position += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (position > end) return;
  }
}

/** Bytes of a file; `end` is included. */
export interface PartRange {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a file that a request asks for. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | ({ readonly kind: 'part' } & PartRange)
  | { readonly kind: 'unsatisfiable' };

const whole: ByteRange = { kind: 'whole' };
const unsatisfiable: ByteRange = { kind: 'unsatisfiable' };

/**
 * Reads a `Range` header (RFC 9110, section 14.2). Several ranges at once and other units than bytes get the whole;
 * a range that is malformed or lies outside the file gets nothing.
 */
export const readRange = (header: string | null, size: number): ByteRange => {
  const [, unit = '', set = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(header ?? '') ?? [];
  if (header === null || (unit !== '' && unit.toLowerCase() !== 'bytes')) return whole;
  if (unit === '') return unsatisfiable;
  const ranges = set.split(',').map((range) => range.trim());
  if (ranges.length > 1) return ranges.every((range) => pattern.test(range)) ? whole : unsatisfiable;
  return readOne(ranges[0] ?? '', size);
};

const pattern = /^(?:(\d+)-(\d*)|-(\d+))$/;

const readOne = (range: string, size: number): ByteRange => {
  const [, first, last, suffix] = pattern.exec(range) ?? [];
  if (suffix !== undefined) return partOf(Math.max(0, size - Number(suffix)), size - 1);
  if (first === undefined) return unsatisfiable;
  if (last !== '' && Number(last) < Number(first)) return unsatisfiable;
  return partOf(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1));
};

const partOf = (start: number, end: number): ByteRange =>
  start > end ? unsatisfiable : { kind: 'part', start, end };
