import type { Payload } from 'payload';

const key = Symbol.for('payload-support-portal.trustsForwardedHost');

/** Says that in this process `X-Forwarded-Host` is there only if a proxy that is trusted has set it. */
export const trustForwardedHost = (payload: Payload): void => void Object.assign(payload, { [key]: true });

/** The host that a trusted proxy forwards; null if there is none, or no server has checked who set it. */
export const forwardedHostOf = (payload: Payload, headers: Headers): string | null =>
  (payload as Payload & { [key]?: boolean })[key] ? headers.get('X-Forwarded-Host') : null;
