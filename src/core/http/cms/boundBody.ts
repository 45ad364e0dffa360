import type { PayloadRequest } from 'payload';
import { readBytes } from '../../request/readBytes.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { hidesMethods } from '../../shared/values/methodNames.ts';
import { holdsMoreValues, mostValues } from '../../shared/values/tooMany.ts';
import { say } from '../../texts/say.ts';
import { assertObjectText } from './bodyData.ts';

/** True for a request whose body the CMS reads as a form. */
export const isForm = ({ headers }: PayloadRequest): boolean => isFormType(headers.get('Content-Type'));

/** True for a request whose body the CMS reads as JSON. */
const isJson = ({ headers }: PayloadRequest): boolean =>
  headers.get('Content-Type')?.split(';', 1)[0] === 'application/json';

const mostOf = (req: PayloadRequest, isTeam: boolean): number => {
  if (isForm(req) && !isTeam) return largestForm;
  return req.user ? largestBody.session : largestBody.stranger;
};

const inWords = (bytes: number): string =>
  bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`;

const tooLarge = (most: number): ApiError =>
  new ApiError('payload_too_large', say('errors:bodyTooLarge', { size: inWords(most) }));

/** @throws {ApiError} `payload_too_large` for a body whose `Content-Length` is too large */
export const assertSmall = (req: PayloadRequest, most = mostOf(req, false)): void => {
  if (Number(req.headers.get('Content-Length') ?? 0) > most) throw tooLarge(most);
};

/**
 * Reads a body, so that a slow sender holds up no one behind it. Keeps it from growing over the limit, with or without a
 * `Content-Length`, from holding more values than the CMS can take at once, from JSON that is no object, and from objects of which
 * no text can be made. It stays readable. A form has its own reader, which limits its parts.
 *
 * @param isTeam true for callers who write long rich text
 * @param most its bytes
 * @returns its size in bytes
 * @throws {ApiError} `payload_too_large`, `bad_request`
 */
export const boundBody = async (
  req: PayloadRequest,
  isTeam: boolean,
  most = mostOf(req, isTeam),
): Promise<number> => {
  if (!req.body) return 0;
  assertSmall(req, most);
  const bytes = await readBytes(req, most, () => tooLarge(most));
  if (isForm(req)) {
    assertMethods(bytes.toString('latin1'));
    Object.defineProperty(req, 'body', { value: new Blob([new Uint8Array(bytes)]).stream() });
    return bytes.byteLength;
  }
  const values = isTeam ? mostValues.team : mostValues.usual;
  if (holdsMoreValues(bytes, values))
    throw new ApiError('payload_too_large', say('errors:tooManyValues', { most: values }));
  const text = bytes.toString('utf8');
  if (isJson(req)) assertObjectText(text);
  assertMethods(text);
  Object.assign(req, {
    text: () => Promise.resolve(text),
    json: async () => JSON.parse(text) as unknown,
  });
  return bytes.byteLength;
};

/** @param body JSON, or a form that has some */
const assertMethods = (body: string): void => {
  if (hidesMethods(body)) throw new ApiError('bad_request', say('errors:methodNames'));
};

const mebibyte = 1024 * 1024;

/** The largest body of the CMS's own routes that is not an upload, in bytes. Rich text of people at work is long. */
export const largestBody = { stranger: mebibyte, session: 5 * mebibyte } as const;

/** The largest form of a stranger or a client, in bytes: those of the login and of the first registration. */
export const largestForm = 64 * 1024;

/** True for the `Content-Type` of a body that the CMS reads as a form. */
export const isFormType = (contentType: string | null | undefined): boolean =>
  /^[^;]*multipart\//i.test(contentType ?? '');
