import type { IncomingHttpHeaders } from 'node:http';
import type { SanitizedConfig } from 'payload';

const noted = new Set<string>();
const mostNoted = 100;
const portalApi = /^\/api\/(portal\/)?v1(\/|$)/;

/**
 * Warns once for each origin that the CMS ignores a session because the browser uses another address than `SERVER_URL`.
 * The CMS itself says nothing. The portal's own API does, so its paths are left out.
 */
export const noteRejectedOrigin = (
  { origin, cookie }: IncomingHttpHeaders,
  path: string,
  { csrf, cookiePrefix, serverURL }: SanitizedConfig,
): void => {
  if (portalApi.test(path)) return;
  if (origin === undefined || csrf.length === 0 || csrf.includes(origin)) return;
  if (!cookie?.includes(`${cookiePrefix}-token=`) || noted.has(origin) || noted.size >= mostNoted) return;
  noted.add(origin);
  const from = JSON.stringify(origin.slice(0, 200));
  console.warn(
    `A request with a session from the origin ${from} was refused: SERVER_URL is ${serverURL}. Set SERVER_URL to the address that browsers use.`,
  );
};
