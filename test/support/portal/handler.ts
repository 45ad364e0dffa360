import { handleEndpoints, type SanitizedConfig } from 'payload';

interface Portal {
  readonly config: SanitizedConfig;
  readonly payloadInstanceCacheKey: string;
}

/** Handles a request by the CMS's whole REST stack, as the portal's own server does. */
export const handlerOf =
  (portal: Portal) =>
  (request: Request): Promise<Response> =>
    handleEndpoints({ ...portal, request });
