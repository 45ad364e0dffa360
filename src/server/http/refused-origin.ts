import type { IncomingHttpHeaders } from 'node:http';
import type { SanitizedConfig } from 'payload';

const noted = new Set<string>();
const mostNoted = 100;

/**
 * Says on one line, once for each origin, that the CMS takes a browser for logged out because it uses another
 * address than `SERVER_URL`: nothing else would tell the operator.
 */
export const noteRefusedOrigin = (
  { origin, cookie }: IncomingHttpHeaders,
  { csrf, cookiePrefix, serverURL }: SanitizedConfig,
): void => {
  if (origin === undefined || csrf.length === 0 || csrf.includes(origin)) return;
  if (!cookie?.includes(`${cookiePrefix}-token=`) || noted.has(origin) || noted.size >= mostNoted) return;
  noted.add(origin);
  const from = JSON.stringify(origin.slice(0, 200));
  console.warn(
    `A request with a session from the origin ${from} was refused: SERVER_URL is ${serverURL}. Set SERVER_URL to the address that browsers use.`,
  );
};
