import { handleEndpoints, type Payload } from 'payload';
import type { z } from 'zod';
import type { PortalContext } from '../../core/context.ts';
import { publicOrigin } from '../../core/request/publicOrigin.ts';
import { type ApiRequest, type ApiResponse, createApiClient } from './apiClient.ts';
import type { clientSessionState } from './operations/session.ts';

/** A client who is signed in, for pages of an app's own. */
export interface SignedInClient extends z.output<typeof clientSessionState> {
  /**
   * Sends a request to the client API, `/api/portal/v1/client`, in this process: the operations, the rules and the errors of
   * the API. A request that changes something needs the `Origin` header of the browser among the headers.
   *
   * @returns the status, the parsed body, and the headers; also for an error
   */
  request(request: ApiRequest): Promise<ApiResponse>;
}

interface Asking {
  /** The headers of the browser's request, such as those of Next's `headers()`. */
  readonly headers: Headers;
}

declare module '../../core/feature.ts' {
  interface PortalOffers {
    /**
     * The client who is signed in, by the session of the client pages or by the app's own (`clients.authenticate`).
     *
     * @returns null if no client is signed in
     * @throws an Error if it cannot be found out, such as while the database is away
     */
    client(asking: Asking): Promise<SignedInClient | null>;
  }
}

export const findSignedInClient = async (
  payload: Payload,
  portal: PortalContext,
  { headers }: Asking,
): Promise<SignedInClient | null> => {
  const origin = publicOrigin(payload) ?? 'http://localhost';
  const handle = (request: Request) => handleEndpoints({ config: payload.config, request });
  const api = createApiClient({ payload, portal, headers, origin, handle });
  const { status, body } = await api.send({ method: 'GET', path: '/session' });
  // 403: the request is of another origin, to which the session means nothing.
  if (status === 401 || status === 403) return null;
  if (status !== 200) throw new Error(`The session could not be read: ${body?.message ?? status}`);
  return { ...body, request: api.send };
};
