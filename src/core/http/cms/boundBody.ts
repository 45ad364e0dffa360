import type { PayloadRequest } from 'payload';
import { readBytes } from '../../request/readBytes.ts';
import { ApiError } from '../../shared/errors.ts';
import { say } from '../../texts/say.ts';

/** The largest body of the CMS's own routes that is not an upload, in bytes. Rich text of people at work is long. */
const largestBody = { stranger: 1024 * 1024, session: 5 * 1024 * 1024 } as const;

const mostOf = ({ user }: PayloadRequest): number => (user ? largestBody.session : largestBody.stranger);

const tooLarge = (most: number): ApiError =>
  new ApiError('payload_too_large', say('errors:bodyTooLarge', { mebibytes: most / (1024 * 1024) }));

/** @throws {ApiError} `payload_too_large` for a body whose `Content-Length` is too large */
export const assertSmall = (req: PayloadRequest): void => {
  const most = mostOf(req);
  if (Number(req.headers.get('Content-Length') ?? 0) > most) throw tooLarge(most);
};

/**
 * Keeps a body from growing over the limit, with or without a `Content-Length`. A body that it has read stays readable. A
 * form has its own reader, which limits its parts.
 *
 * @throws {ApiError} `payload_too_large`
 */
export const boundBody = async (req: PayloadRequest): Promise<void> => {
  if (!req.body) return;
  assertSmall(req);
  const isForm = req.headers.get('Content-Type')?.includes('multipart/') ?? false;
  if (isForm || req.headers.has('Content-Length')) return;
  const most = mostOf(req);
  const text = (await readBytes(req, most, () => tooLarge(most))).toString('utf8');
  Object.assign(req, {
    text: () => Promise.resolve(text),
    json: async () => JSON.parse(text) as unknown,
  });
};
