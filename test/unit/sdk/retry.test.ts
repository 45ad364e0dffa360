import { expect, it } from 'vitest';
import { waitBeforeRetry } from '../../../sdk/src/retry.ts';
import { errorOf, type SupportPortalErrorCode } from '../../../sdk/src/SupportPortalError.ts';

const failed = (status: number | null, code: SupportPortalErrorCode = 'unexpected_answer') => ({
  status,
  code,
  retryAfter: null,
});

const limited = (retryAfter: string) =>
  errorOf(new Response(null, { status: 429, headers: { 'Retry-After': retryAfter } }), '');

const wait = (
  error: ReturnType<typeof failed> | ReturnType<typeof errorOf>,
  request: Partial<Parameters<typeof waitBeforeRetry>[0]['request']> = {},
  tries = 1,
  random = 0,
) => waitBeforeRetry({ request: { method: 'GET', ...request }, error, tries, random });

it('never comes back before Retry-After says, in seconds or as a date', () => {
  expect(wait(limited('7'))).toBe(7);
  expect(wait(limited('7'), {}, 1, 0.5)).toBe(7.5);
  const inHalfAMinute = wait(limited(new Date(Date.now() + 30_000).toUTCString()));
  expect(inHalfAMinute).toBeGreaterThan(25);
  expect(inHalfAMinute).toBeLessThanOrEqual(30);
});

it('does not wait for longer than a minute', () => {
  expect(wait(limited('60'))).toBe(60);
  expect(wait(limited('61'))).toBeNull();
});

it('waits longer each time, up to eight seconds, and not all at the same moment', () => {
  const pauses = [1, 2, 3, 4, 5, 9].map((tries) => wait(failed(503), {}, tries, 1));
  expect(pauses).toEqual([0.5, 1, 2, 4, 8, 8]);
  expect(wait(failed(503), {}, 1, 0)).toBe(0.25);
});

it.each([
  ['GET', null, true],
  ['POST', null, true],
  ['DELETE', null, true],
  ['PATCH', null, false],
  ['PATCH', '"tag"', true],
] as const)('sends a %s (If-Match: %s) again if the outcome is unknown: %s', (method, ifMatch, again) => {
  for (const error of [failed(503), failed(502), failed(504), failed(null, 'connection_failed')]) {
    expect(wait(error, { method, ifMatch }) !== null).toBe(again);
  }
  expect(wait(limited('1'), { method, ifMatch })).toBe(1);
});

it('sends what is still running again, and nothing that would be refused again', () => {
  expect(wait(failed(409, 'idempotency_in_flight'), { method: 'POST' })).not.toBeNull();
  expect(wait(failed(409, 'conflict'), { method: 'POST' })).toBeNull();
  for (const status of [400, 401, 404, 422, 500]) expect(wait(failed(status))).toBeNull();
});

it('sends nothing again whose body is gone', () => {
  expect(wait(limited('1'), { method: 'POST', isOnce: true })).toBeNull();
});
