/** The part of the server that serves a path. */
export type Route = 'health' | 'home' | 'asset' | 'clients' | 'payload' | 'next';

/** Routes of Next below the API's path, which Payload's endpoints do not have. */
const ofNext = new Set(['/api/graphql', '/api/graphql-playground', '/api/og']);

/** The path of the client pages. */
export const clientPath = '/support';

export const routeOf = (path: string): Route => {
  if (path === '/api/health') return 'health';
  if (path === '/') return 'home';
  if (path === clientPath || path.startsWith(`${clientPath}/`)) return 'clients';
  if (path.startsWith('/_next/static/')) return 'asset';
  if (ofNext.has(path)) return 'next';
  return path === '/api' || path.startsWith('/api/') ? 'payload' : 'next';
};

/** A request's path and query as one text that begins with a slash; null for `*` and the like. */
export const targetOf = (
  url: string | undefined,
): { readonly path: string; readonly query: string } | null => {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(url ?? '')?.[1];
  const target = absolute === '' ? '/' : (absolute ?? url ?? '');
  if (!target.startsWith('/')) return null;
  const [path = '/', ...query] = target.split('?');
  return { path, query: query.length > 0 ? `?${query.join('?')}` : '' };
};
