import type { Payload } from 'payload';
import { formatAdminURL } from 'payload/shared';

const told = Symbol.for('payload-support-portal.serverURLTold');

/**
 * The origin that browsers use, by `serverURL` of the Payload config. Returns null if that is not set or not valid: the log
 * reports it once, when it is first needed.
 */
export const publicOrigin = (payload: Payload): string | null => {
  const { serverURL } = payload.config;
  if (URL.canParse(serverURL) && /^https?:/.test(serverURL)) return new URL(serverURL).origin;
  warnOnce(payload, serverURL);
  return null;
};

/** The address of a page of the admin UI, for mails; null if no one could follow it. */
export const adminLink = (payload: Payload, path: string): string | null => {
  const origin = publicOrigin(payload);
  const { admin: adminRoute } = payload.config.routes;
  return origin && formatAdminURL({ adminRoute, path: path as `/${string}`, serverURL: origin });
};

/**
 * Logs that a request was refused for its address, and names the setting for the portal's own address.
 *
 * @param own null if it is not known, which the log has already reported
 */
export const logForeign = (
  { logger }: Payload,
  [header, value]: readonly ['Origin' | 'Host', string | null],
  own: string | null,
): void => {
  if (own === null) return;
  logger.warn(
    `Refused a request whose ${header} is ${JSON.stringify(value)}: that of serverURL of the Payload config (SERVER_URL where ` +
      `the portal runs by itself) is ${own}.`,
  );
};

const warnOnce = (payload: Payload & { [told]?: true }, serverURL: string): void => {
  if (payload[told]) return;
  payload[told] = true;
  const problem = serverURL ? `is no address (${JSON.stringify(serverURL)})` : 'is not set';
  payload.logger.warn(
    `supportPortal: serverURL of the Payload config ${problem}. Set it to the address that browsers use, such as ` +
      'https://example.com. Until then links in answers name the address that the server has for itself, mails have no links, and AI ' +
      'clients reach the portal only from this machine.',
  );
};

const key = Symbol.for('payload-support-portal.trustsForwardedHost');

/** Says that in this process `X-Forwarded-Host` exists only if a trusted proxy has set it. */
export const trustForwardedHost = (payload: Payload): void => void Object.assign(payload, { [key]: true });

/**
 * The host that a trusted proxy forwards; null if there is none, or if no server has checked that the header is the proxy's.
 */
export const forwardedHostOf = (payload: Payload, headers: Headers): string | null =>
  (payload as Payload & { [key]?: boolean })[key] ? headers.get('X-Forwarded-Host') : null;
