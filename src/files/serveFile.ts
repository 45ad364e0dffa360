import contentDisposition from 'content-disposition';
import { ApiError, notFound } from '../shared/errors.ts';
import { type ByteRange, readRange } from './byteRange.ts';
import type { FileStorage } from './storage.ts';
import type { StoredFile } from './storedFile.ts';
import { streamOf } from './webStream.ts';

/**
 * Answers with the bytes of a file, or the range of them that was asked for, to be saved and never to be run.
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

const whole: ByteRange = { kind: 'whole' };

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
