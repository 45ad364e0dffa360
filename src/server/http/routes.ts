/** The part of the server that serves a path. */
export type Route = 'health' | 'home' | 'asset' | 'clients' | 'payload' | 'next' | 'none';

/** Routes of Next below the API's path, which Payload's endpoints do not have. */
const ofNext = new Set(['/api/graphql', '/api/graphql-playground', '/api/og']);

/** The pages of the admin UI, and the files that they load. */
const servedByNext = /^\/(?:admin|_next|favicon\.ico)(?:\/|$)/;

/** The path of the client pages. */
export const clientPath = '/support';

export const routeOf = (path: string): Route => {
  if (path === '/api/health') return 'health';
  if (path === '/') return 'home';
  if (path === clientPath || path.startsWith(`${clientPath}/`)) return 'clients';
  if (path.startsWith('/_next/static/')) return 'asset';
  if (ofNext.has(path)) return 'next';
  if (path === '/api' || path.startsWith('/api/')) return 'payload';
  return servedByNext.test(path) && isReadable(path) ? 'next' : 'none';
};

/** Returns false for an address that Next answers with 500. */
const isReadable = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/** True for the portal's own API, which has limits of its own and tells of a refused origin itself. */
export const isPortalApi = (path: string): boolean => /^\/api\/(?:portal\/)?v1(?:\/|$)/.test(path);

/** A segment of a path that browsers leave out before they send it, as every reader of addresses does. */
const dots = /[/\\](?:\.|%2e){1,2}(?=[/\\#]|$)/i;

/**
 * A request's path and query, together one text that begins with a slash; null for `*` and the like, and for a path with `..`:
 * Next takes `/admin/../api/graphql` for an address of the API, whose limits those of the admin UI are not.
 */
export const targetOf = (
  url: string | undefined,
): { readonly path: string; readonly query: string } | null => {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(url ?? '')?.[1];
  const target = absolute === '' ? '/' : (absolute ?? url ?? '');
  const [path = '', ...query] = target.split('?');
  if (!path.startsWith('/') || dots.test(path)) return null;
  return { path, query: query.length > 0 ? `?${query.join('?')}` : '' };
};
