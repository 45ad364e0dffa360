import type { PayloadRequest } from 'payload';
import { readBytes } from '../../request/readBytes.ts';
import { ApiError } from '../../shared/errors.ts';
import { holdsMoreValues, mostValues } from '../../shared/jsonValues.ts';
import { say } from '../../texts/say.ts';

const mebibyte = 1024 * 1024;

/** The largest body of the CMS's own routes that is not an upload, in bytes. Rich text of people at work is long. */
const largestBody = { stranger: mebibyte, session: 5 * mebibyte } as const;

/** The largest form of a stranger, in bytes: those of the login and of the first registration. */
const largestForm = 64 * 1024;

export const isForm = ({ headers }: PayloadRequest): boolean =>
  headers.get('Content-Type')?.includes('multipart/') ?? false;

const mostOf = (req: PayloadRequest): number => {
  if (req.user) return largestBody.session;
  return isForm(req) ? largestForm : largestBody.stranger;
};

const tooLarge = (most: number): ApiError =>
  new ApiError('payload_too_large', say('errors:bodyTooLarge', { mebibytes: most / mebibyte }));

/** @throws {ApiError} `payload_too_large` for a body whose `Content-Length` is too large */
export const assertSmall = (req: PayloadRequest, most = mostOf(req)): void => {
  if (Number(req.headers.get('Content-Length') ?? 0) > most) throw tooLarge(most);
};

/**
 * Keeps a body from growing over the limit, with or without a `Content-Length`, and from holding more values than the CMS
 * can take at once. It stays readable. A form has its own reader, which limits its parts.
 *
 * @param isTeam true for callers who write long rich text
 * @param most its bytes
 * @throws {ApiError} `payload_too_large`
 */
export const boundBody = async (req: PayloadRequest, isTeam: boolean, most = mostOf(req)): Promise<void> => {
  if (!req.body) return;
  assertSmall(req, most);
  if (isForm(req)) return;
  const bytes = await readBytes(req, most, () => tooLarge(most));
  const values = isTeam ? mostValues.team : mostValues.usual;
  if (holdsMoreValues(bytes, values))
    throw new ApiError('payload_too_large', say('errors:tooManyValues', { most: values }));
  const text = bytes.toString('utf8');
  Object.assign(req, {
    text: () => Promise.resolve(text),
    json: async () => JSON.parse(text) as unknown,
  });
};
