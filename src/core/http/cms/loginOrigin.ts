import type { PayloadRequest } from 'payload';
import { publicOrigin } from '../../request/publicOrigin.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';

/**
 * Keeps a page of another origin from logging its visitor in as someone else. A browser says for itself that a page is of
 * the same origin, so an app whose `serverURL` is not set, behind a proxy, keeps its login.
 *
 * @param own the option `cors`
 * @throws {ApiError} `forbidden`
 */
export const assertFriendlyOrigin = (req: PayloadRequest, own: readonly string[] | '*'): void => {
  const origin = req.headers.get('Origin');
  if (origin === null || req.headers.get('Sec-Fetch-Site') === 'same-origin') return;
  const { csrf } = req.payload.config;
  if (origin === (publicOrigin(req.payload) ?? req.origin)) return;
  if (csrf.includes(origin) || [own, appsOwn(req)].some((list) => list === '*' || list.includes(origin)))
    return;
  throw new ApiError('forbidden', say('errors:loginOfOtherOrigin'));
};

/** The app's own `cors`. */
const appsOwn = ({ payload }: PayloadRequest): readonly string[] | '*' => {
  const { cors } = payload.config;
  if (cors === '*' || Array.isArray(cors)) return cors;
  return cors?.origins ?? [];
};
