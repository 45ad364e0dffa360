import { createHash } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { chunksOf, readBytes } from '../request/readBytes.ts';
import { ApiError, type Detail, validationFailed } from '../shared/errors/errors.ts';
import { holdsMoreFields, parseFields } from '../shared/values/formFields.ts';
import { holdsMoreValues, mostValues } from '../shared/values/tooMany.ts';
import { say } from '../texts/say.ts';
import type { BodyRules, Operation } from './operation.ts';
import { receiveUpload } from './upload/receiveUpload.ts';

/** A body that was read, and not yet parsed. */
export interface Body {
  /** A text that is the same if the same request is sent again. */
  readonly fingerprint: string;
  /** The bytes that wait in memory: those of a file wait on disk. */
  readonly bytes: number;
  /** @throws {ApiError} `bad_request`, or the operation's own error, if the body cannot be read */
  parse(): unknown;
  /** Removes temporary files once the request is done. */
  discard?(): Promise<void>;
}

/** The largest body that is not an upload, in bytes. */
const largestBody = 1024 * 1024;

const tooLarge = () => new ApiError('payload_too_large', 'The body is larger than 1 MiB.');

const tooManyValues = (most: number) =>
  validationFailed([{ path: '', message: say('errors:tooManyValues', { most }) }]);

const none: Body = { fingerprint: '', bytes: 0, parse: () => ({}) };

/**
 * Reads the body of a request: JSON or, if the operation takes one, a form or an upload.
 *
 * @throws {ApiError} `payload_too_large`, `unsupported_media_type`, `bad_request` for an upload that is cut off
 */
export const readBody = async (
  req: PayloadRequest,
  operation: Operation,
  portal: PortalContext,
): Promise<Body> =>
  operation.method === 'DELETE' || operation.body?.raw
    ? none
    : readJsonOrForm(req, operation.body ?? {}, portal);

const readJsonOrForm = async (
  req: PayloadRequest,
  { fromForm, isOptional, isUpload, holdsRichText, malformed: code }: BodyRules,
  portal: PortalContext,
): Promise<Body> => {
  if (!isUpload && Number(req.headers.get('Content-Length') ?? 0) > largestBody) throw tooLarge();
  refuseEncoded(req.headers);
  if (isUpload) return readUpload(req, portal);
  const type = mediaTypeOf(req.headers);
  const isForm = type === 'application/x-www-form-urlencoded' && fromForm !== undefined;
  if (!isForm && type !== 'application/json') {
    const bytes = isOptional && type === '' ? await readBytes(req, largestBody, tooLarge) : null;
    if (bytes?.byteLength === 0) return none;
    throw unsupported(fromForm !== undefined);
  }
  const bytes = await readBytes(req, largestBody, tooLarge);
  if (isOptional && bytes.byteLength === 0) return none;
  const most = holdsRichText ? mostValues.team : mostValues.usual;
  return {
    fingerprint: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.byteLength,
    parse: () => {
      const text = textOf(bytes, code);
      if (isForm) {
        if (holdsMoreFields(bytes, most)) throw tooManyValues(most);
        return fromForm(readFields(parseFields(bytes)));
      }
      // A million levels take long to parse.
      if (holdsMoreValues(bytes, most)) throw isClosed(text) ? tooManyValues(most) : notJson(code);
      return parseJson(text, code);
    },
  };
};

const readUpload = async (
  { body, headers }: PayloadRequest,
  { options, temporaryFiles }: PortalContext,
): Promise<Body> => {
  const { fingerprint, values, textBytes, repeated, discard } = await receiveUpload({
    headers,
    body: chunksOf(body),
    maxBytes: options.files.maxBytes,
    newPath: temporaryFiles.newPath,
  });
  const parse = () => {
    if (repeated.length > 0) throw validationFailed(repeated);
    return values;
  };
  return { fingerprint, bytes: textBytes, parse, discard };
};

const unsupported = (takesForms: boolean): ApiError =>
  new ApiError(
    'unsupported_media_type',
    `Send JSON in UTF-8 (Content-Type: application/json)${takesForms ? ' or as a form' : ''}.`,
  );

/** Compressed bodies are rejected: a small one could become any size. */
const refuseEncoded = (headers: Headers): void => {
  const encoding = headers.get('Content-Encoding') ?? '';
  if (/^(?:identity)?$/i.test(encoding)) return;
  throw new ApiError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
};

/** Returns null for a type with another charset than UTF-8, `''` for none. */
const mediaTypeOf = (headers: Headers): string | null => {
  const [type = '', ...parameters] = (headers.get('Content-Type') ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return isUtf8 ? type.trim() : null;
};

const textOf = (bytes: Buffer, code: BodyRules['malformed']): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.', code);
  }
};

const parseJson = (text: string, code: BodyRules['malformed']): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw text.trim() === '' ? malformed('The body is empty; send a JSON object.', code) : notJson(code);
  }
};

/** True for a text that ends as it begins: as a list or an object. */
const isClosed = (text: string): boolean => {
  const [first, last] = [text.trimStart()[0], text.trimEnd().at(-1)];
  return last === { '[': ']', '{': '}' }[first ?? ''];
};

const notJson = (code: BodyRules['malformed']): ApiError => malformed('The body is not valid JSON.', code);

const malformed = (message: string, code: BodyRules['malformed']): ApiError =>
  code === 'validation_failed'
    ? validationFailed([{ path: '', message }])
    : new ApiError('bad_request', message);

/**
 * Reads query parameters, or a form's fields, into the object that an operation's schema validates.
 *
 * @throws {ApiError} `validation_failed` for one given twice
 */
export const readFields = (parameters: URLSearchParams): Record<string, string> => {
  const names = new Set<string>();
  const repeated = new Set<string>();
  // A form has 1 MiB of names: each is looked at once.
  for (const name of parameters.keys()) (names.has(name) ? repeated : names).add(name);
  if (repeated.size > 0) {
    throw validationFailed([...repeated].map((path) => ({ path, message: 'Send this once.' })));
  }
  return Object.fromEntries(parameters);
};

/** Rejects the query parameters of a request whose route takes none. */
export const rejectParameters = (parameters: URLSearchParams): Detail[] =>
  [...new Set(parameters.keys())].map((path) => ({ path, message: 'There is no such parameter.' }));
