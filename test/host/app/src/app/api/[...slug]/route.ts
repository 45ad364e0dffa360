import '../../../namespaces.js';
import { handleEndpoints, type SanitizedConfig } from 'payload';

interface Served {
  readonly config: SanitizedConfig;
  readonly payloadInstanceCacheKey: string;
}

/** What the CMS's own route does, for the portal that the request names: a process of tests starts many. */
const handle = async (request: Request, { params }: RouteContext): Promise<Response> => {
  const portals = Reflect.get(globalThis, Symbol.for('test-host.portals')) as ReadonlyMap<string, Served>;
  const served = portals.get(request.headers.get('x-test-portal') ?? '');
  if (!served) return new Response('The process has no such portal.', { status: 502 });
  const { slug } = await params;
  return handleEndpoints({ ...served, path: `/api/${slug.map(encodeURIComponent).join('/')}`, request });
};

interface RouteContext {
  readonly params: Promise<{ readonly slug: readonly string[] }>;
}

export const GET = handle;
export const POST = handle;
export const PUT = handle;
export const PATCH = handle;
export const DELETE = handle;
export const OPTIONS = handle;
