import { isIPv6 } from 'node:net';
import type { Payload, PayloadRequest } from 'payload';
import { keyOf } from '../../access/apiKey.ts';
import { ApiError } from '../../shared/errors.ts';
import { type Allowance, buildRateLimiter, type RateLimiter, windowMilliseconds } from './rateLimiter.ts';
import { shareCounts } from './sharedCounts.ts';

const key = Symbol.for('payload-support-portal.rateLimiter');

/** One for each Payload instance, whatever copy of this module asks. */
export const rateLimiterOf = (payload: Payload, limit: number): RateLimiter => {
  const holder = payload as Payload & { [key]?: RateLimiter };
  holder[key] ??= buildRateLimiter({ limit, share: (increments) => shareCounts(payload, increments) });
  return holder[key];
};

/** Whose requests are counted: a key, a user by their session, or the address of an unknown caller. */
export const subjectOf = (req: PayloadRequest): string => {
  const apiKey = keyOf(req.user);
  if (apiKey) return `key:${apiKey.id}`;
  return req.user ? `user:${req.user.id}` : addressSubject(req.headers);
};

/** The nearest proxy's word; an IPv6 address by its network, for everybody has a whole one. */
export const addressSubject = (headers: Headers): string => {
  const address = headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '';
  return `address:${isIPv6(address) ? networkOf(address) : address}`;
};

const networkOf = (address: string): string => {
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
};

/** The standard's headers (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = ({ limit, remaining, resetAfter }: Allowance): Record<string, string> => ({
  'RateLimit-Policy': `"default";q=${limit};w=${windowMilliseconds / 1_000}`,
  RateLimit: `"default";r=${remaining};t=${resetAfter}`,
});

export const rateLimited = ({ resetAfter }: Allowance): ApiError =>
  new ApiError('rate_limited', `Too many requests. Try again in ${resetAfter} seconds.`, {
    headers: { 'Retry-After': String(resetAfter) },
  });
