import type { PayloadRequest } from 'payload';
import type { ResolvedOptions } from '../../options/resolve.ts';
import type { FollowedEndpoint } from '../../request/requestContext.ts';
import { settingsSlug } from '../../shared/portal/settingsSlug.ts';
import { preferencesSlug } from './preferences.ts';

/** The checks for a request to one of the CMS's own routes. */
export interface EndpointRules {
  /** It counts in the rate limit, and its body is limited. */
  readonly isGuarded: boolean;
  readonly takesUploads: boolean;
  readonly beginsSession: boolean;
  /** A change here may be given a password. */
  readonly takesPassword: boolean;
  readonly takesPreferences: boolean;
  /** A GET reads records, and the CMS writes them at once. */
  readonly readsRecords: boolean;
  /** A download does not count, but one that is refused does. */
  readonly countsRefusals: boolean;
}

const authPaths = new Set([
  '/login',
  '/logout',
  '/me',
  '/init',
  '/refresh-token',
  '/forgot-password',
  '/reset-password',
  '/first-register',
  '/unlock',
  '/verify/:id',
]);
const sessionPaths = new Set(['/login', '/reset-password', '/first-register']);
const recordPaths = new Set(['/', '/:id']);
const readPaths = new Set([...recordPaths, '/versions', '/versions/:id']);
const downloadPath = '/file/:filename';

/**
 * The rules of a REST endpoint. The portal's collections and the CMS's internal ones are guarded as a whole, a users
 * collection of the app only at the paths that authenticate, and the app's other collections not at all. The portal's own
 * API has its own limits.
 */
export const rulesOf = (
  { owner, slug, path }: FollowedEndpoint,
  { slugs, existing }: Pick<ResolvedOptions, 'slugs' | 'existing'>,
): EndpointRules => {
  const isUsers = owner === 'collection' && slug === slugs.users;
  return {
    isGuarded: isGuarded({ owner, slug, path }, { slugs, existing }),
    takesUploads: owner === 'collection' && slug === slugs.files,
    beginsSession: isUsers && sessionPaths.has(path),
    takesPassword: isUsers && (sessionPaths.has(path) || recordPaths.has(path)),
    takesPreferences: owner === 'collection' && slug === preferencesSlug,
    readsRecords: owner === 'collection' && readPaths.has(path),
    countsRefusals: isDownload({ owner, slug, path }, slugs),
  };
};

const isDownload = ({ owner, slug, path }: FollowedEndpoint, slugs: ResolvedOptions['slugs']): boolean =>
  owner === 'collection' && slug === slugs.files && path === downloadPath;

const isGuarded = (
  endpoint: FollowedEndpoint,
  { slugs, existing }: Pick<ResolvedOptions, 'slugs' | 'existing'>,
): boolean => {
  const { owner, slug, path } = endpoint;
  if (owner === 'app') return path === '/access';
  if (owner === 'global') return slug === settingsSlug;
  if (slug === slugs.users && existing.users) return authPaths.has(path);
  if (slug === slugs.organizations && existing.organizations) return false;
  if (isDownload(endpoint, slugs)) return false;
  return slug.startsWith('payload-') || Object.values(slugs).includes(slug);
};

/** True for a request that creates or changes something. */
export const isChange = ({ method }: PayloadRequest): boolean => method === 'POST' || method === 'PATCH';
