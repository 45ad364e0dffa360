import type { PayloadRequest } from 'payload';
import type { ResolvedOptions } from '../../../core/options/resolve.ts';
import { forwardedHostOf, logForeign, publicOrigin } from '../../../core/request/publicOrigin.ts';
import { isLoopback, withoutBrackets } from '../../../core/shared/addresses/hosts.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';

/**
 * Keeps out pages of other origins, and those whose name was pointed at this machine (DNS rebinding): a browser says
 * both in headers that no page can change.
 *
 * @throws {ApiError} `forbidden`
 */
export const assertOwnAddress = (
  { headers, payload, url }: PayloadRequest,
  cors: ResolvedOptions['cors'],
): void => {
  const own = () => publicOrigin(payload);
  const origin = headers.get('Origin');
  if (!isOwnOrigin(origin, own, cors)) {
    logForeign(payload, ['Origin', origin], own());
    throw new ApiError('forbidden', 'This origin may not use the bridge: add it to the option cors.');
  }
  if (forwardedHostOf(payload, headers) !== null) return;
  const host = headers.get('Host') ?? hostOf(url);
  if (isOwnHost(host, own)) return;
  logForeign(payload, ['Host', host], own());
  throw new ApiError(
    'forbidden',
    'The bridge is not served under this host: set serverURL of the Payload config (SERVER_URL where the portal runs by itself) to its address.',
  );
};

/** The origin of the portal's own pages, asked for if nothing else decides; null if it is not known. */
type OwnOrigin = () => string | null;

const isOwnOrigin = (origin: string | null, own: OwnOrigin, cors: ResolvedOptions['cors']): boolean => {
  if (origin === null) return true;
  if (origin === 'null') return false;
  return cors === '*' || cors.includes(origin) || origin === own();
};

const isOwnHost = (host: string, own: OwnOrigin): boolean => {
  const name = nameIn(host);
  if (name === null || isLoopback(withoutBrackets(name))) return name !== null;
  const origin = own();
  return origin !== null && name === new URL(origin).hostname;
};

/** A name or an address, and perhaps a port: nothing else that an address may hold. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const nameIn = (host: string): string | null => {
  if (!hostPattern.test(host)) return null;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
};

const hostOf = (url: string | undefined): string => {
  try {
    return new URL(url ?? '').host;
  } catch {
    return '';
  }
};
