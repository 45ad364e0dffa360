export type Sdk = typeof import('@modelcontextprotocol/server');

/** Loaded by the first request, so that an app whose bridge is not used does not pay for it. */
export const loadSdk = (): Promise<Sdk> => import('@modelcontextprotocol/server');
