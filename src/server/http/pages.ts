import { handleEndpoints, type Payload } from 'payload';
import { contextOf } from '../../core/context.ts';
import { buildClientPages } from '../../features/client-pages/feature.ts';

/** The client pages, as a function of the web's `Request`. */
export const servePages = (payload: Payload): ((request: Request) => Promise<Response>) => {
  const portal = contextOf(payload);
  if (!portal) throw new Error('The portal is not installed.');
  return buildClientPages({ payload, portal, handle: serveEndpoints(payload) });
};

/** The client pages while the database cannot be reached: a form comes back as it was sent. */
export const servePagesAway = (payload: Payload): ((request: Request) => Promise<Response>) => {
  const portal = contextOf(payload);
  if (!portal) throw new Error('The portal is not installed.');
  const handle = async () => Response.json({ error: 'unavailable' }, { status: 503 });
  const pages = buildClientPages({ payload, portal, handle });
  return async (request) => {
    const response = await pages(request);
    // A page that was asked for loads itself again.
    if (response.status === 503 && request.method === 'GET') response.headers.set('Refresh', '5');
    return response;
  };
};

/** Payload's own router, as a function of the web's `Request`. */
export const serveEndpoints = ({ config }: Payload): ((request: Request) => Promise<Response>) => {
  const promised = Promise.resolve(config);
  return (request) => handleEndpoints({ config: promised, request });
};
