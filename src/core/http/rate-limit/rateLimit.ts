import { isIPv6 } from 'node:net';
import type { Payload, PayloadRequest } from 'payload';
import { keyOf } from '../../access/apiKey.ts';
import { keptOn } from '../../shared/concurrency/keptOn.ts';
import { rateLimited } from '../../shared/errors/errors.ts';
import {
  type Allowance,
  buildRateLimiter,
  type RateLimiter,
  shareCounts,
  windowMilliseconds,
} from './rateLimiter.ts';

const rateLimiterOf = (payload: Payload, limit: number): RateLimiter =>
  keptOn(payload, 'rateLimiter', () =>
    buildRateLimiter({ limit, share: (increments) => shareCounts(payload, increments) }),
  );

/** The subject to count a request for: a key, the user of a session, or the address of an unknown caller. */
const subjectOf = (req: PayloadRequest): string => {
  const apiKey = keyOf(req.user);
  if (apiKey) return `key:${apiKey.id}`;
  // The users of an app may be in several collections, which count their ids alike.
  return req.user ? `user:${req.user.collection} ${req.user.id}` : subjectOfHeaders(req.headers);
};

/** The subject for the address that the nearest proxy reports. */
export const subjectOfHeaders = (headers: Headers): string =>
  subjectOfAddress(headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '');

/** No address is longer, and an index has no room for any text. */
const longestAddress = 100;

/** IPv6 counts by its /64 network, because one client has a whole one. */
export const subjectOfAddress = (address: string): string =>
  `address:${isIPv6(address) ? networkOf(address) : address.slice(0, longestAddress)}`;

/**
 * Counts a page that an address asks for without a session, apart from its other requests: who floods pages keeps no one of the
 * same network from the login.
 *
 * @param subject that of the address
 * @returns the seconds after which to come again, or null while the address has requests left
 */
export const countPage = (payload: Payload, perMinute: number, subject: string): number | null => {
  if (perMinute === 0) return null;
  const { isExceeded, resetAfter } = rateLimiterOf(payload, perMinute).count(`pages ${subject}`);
  return isExceeded ? resetAfter : null;
};

const networkOf = (address: string): string => {
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
};

/** The standard's headers (draft-ietf-httpapi-ratelimit-headers). */
const rateLimitHeaders = ({ limit, remaining, resetAfter }: Allowance): Record<string, string> => ({
  'RateLimit-Policy': `"default";q=${limit};w=${windowMilliseconds / 1_000}`,
  RateLimit: `"default";r=${remaining};t=${resetAfter}`,
});

/** The rate limit of one request: counts it, and gives the headers of its response. */
export interface RequestLimit {
  /** @throws {ApiError} `rate_limited` */
  countCaller(): void;
  /** @throws {ApiError} `rate_limited` */
  countStranger(): void;
  /**
   * Counts a request that has failed for its address, unless it has counted by now.
   *
   * @throws {ApiError} `rate_limited`
   */
  countFailure(): void;
  /** The request is not counted, and its response has no headers of limits. */
  lift(): void;
  headers(): Readonly<Record<string, string>>;
}

const unlimited: RequestLimit = {
  countCaller: () => {},
  countStranger: () => {},
  countFailure: () => {},
  lift: () => {},
  headers: () => ({}),
};

const uncounted = Symbol.for('payload-support-portal.uncounted');

/** Marks a request of the portal's own, which takes back what a counted one has done. */
export const leaveUncounted = (request: Request): void => {
  Reflect.set(request, uncounted, true);
};

/** @param perMinute requests per key, user or address; 0 is no limit */
export const limitedBy = (req: PayloadRequest, perMinute: number): RequestLimit => {
  // Payload builds its request from the one that was sent.
  if (perMinute === 0 || Reflect.has(req, uncounted)) return unlimited;
  const limiter = rateLimiterOf(req.payload, perMinute);
  let allowance: Allowance | null = null;
  let isLifted = false;

  const count = (subject: string): void => {
    allowance = limiter.count(subject);
    if (allowance.isExceeded) throw rateLimited(allowance.resetAfter);
  };

  return {
    countCaller: () => count(subjectOf(req)),
    countStranger: () => count(subjectOfHeaders(req.headers)),
    countFailure: () => {
      if (allowance === null) count(subjectOfHeaders(req.headers));
    },
    lift: () => {
      isLifted = true;
    },
    headers: () =>
      isLifted ? {} : rateLimitHeaders(allowance ?? limiter.look(subjectOfHeaders(req.headers))),
  };
};
