import type { PayloadRequest } from 'payload';
import { addressSubject, rateLimited, rateLimiterOf, rateLimitHeaders, subjectOf } from './rateLimit.ts';
import type { Allowance } from './rateLimiter.ts';

/** What one request does to its sender's allowance, and what its answer says of it. */
export interface RequestLimit {
  /** @throws {ApiError} `rate_limited` */
  countCaller(): void;
  /** @throws {ApiError} `rate_limited` */
  countStranger(): void;
  /** Neither counts the request nor speaks of limits. */
  lift(): void;
  headers(): Readonly<Record<string, string>>;
}

const unlimited: RequestLimit = {
  countCaller: () => {},
  countStranger: () => {},
  lift: () => {},
  headers: () => ({}),
};

/** @param perMinute requests per key, user or address; 0 is no limit */
export const limitedBy = (req: PayloadRequest, perMinute: number): RequestLimit => {
  if (perMinute === 0) return unlimited;
  const limiter = rateLimiterOf(req.payload, perMinute);
  let allowance: Allowance | null = null;
  let isLifted = false;

  const count = (subject: string): void => {
    allowance = limiter.count(subject);
    if (allowance.isExceeded) throw rateLimited(allowance);
  };

  return {
    countCaller: () => count(subjectOf(req)),
    countStranger: () => count(addressSubject(req.headers)),
    lift: () => {
      isLifted = true;
    },
    headers: () => (isLifted ? {} : rateLimitHeaders(allowance ?? limiter.look(addressSubject(req.headers)))),
  };
};
