export type Sdk = typeof import('@modelcontextprotocol/server');

/** Loaded by the first request: an app whose bridge nobody uses does not pay for it. */
export const loadSdk = (): Promise<Sdk> => import('@modelcontextprotocol/server');
