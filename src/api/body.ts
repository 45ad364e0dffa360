import type { PayloadRequest } from 'payload';
import type { Operation } from '../operations/operation.ts';
import { ApiError } from '../shared/errors.ts';
import { readFields } from './input.ts';

/** The largest body that is not an upload, in bytes. */
const largestBody = 1024 * 1024;

const tooLarge = () => new ApiError('payload_too_large', 'The body is larger than 1 MiB.');

/**
 * Reads the body of a request, JSON or, where the operation takes one, a form.
 *
 * @throws {ApiError} `payload_too_large`, `unsupported_media_type`, `bad_request` for what cannot be read
 */
export const readBody = async (req: PayloadRequest, { fromForm }: Operation): Promise<unknown> => {
  if (Number(req.headers.get('Content-Length') ?? 0) > largestBody) throw tooLarge();
  const type = mediaTypeOf(req.headers);
  if (type === 'application/x-www-form-urlencoded' && fromForm) {
    return fromForm(readFields(new URLSearchParams(await readText(req))));
  }
  if (type !== 'application/json') {
    const form = fromForm ? ' or as a form' : '';
    throw new ApiError(
      'unsupported_media_type',
      `Send JSON in UTF-8 (Content-Type: application/json)${form}.`,
    );
  }
  return parseJson(await readText(req));
};

/** Null for a type with another charset than UTF-8. */
const mediaTypeOf = (headers: Headers): string | null => {
  const [type = '', ...parameters] = (headers.get('Content-Type') ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return isUtf8 ? type.trim() : null;
};

const readText = async ({ body }: PayloadRequest): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's streams of the web are iterable, which the types of the browser's do not know.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > largestBody) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ApiError('bad_request', 'The body is not valid UTF-8.');
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    const message =
      text.trim() === '' ? 'The body is empty; send a JSON object.' : 'The body is not valid JSON.';
    throw new ApiError('bad_request', message);
  }
};
