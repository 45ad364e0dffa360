import { describe, expect, it } from 'vitest';
import { rateLimited, toApiError } from '../../../src/core/shared/errors/errors.ts';

const refused = (code: string) => Object.assign(new Error('refused'), { code });

it('a disk without room is no fault of the portal, however deep the cause', () => {
  for (const error of [refused('ENOSPC'), new Error('Not stored', { cause: refused('EDQUOT') })])
    expect(toApiError(error)).toMatchObject({ code: 'insufficient_storage' });
});

describe('what PostgreSQL refuses', () => {
  it('is a conflict if a record was deleted meanwhile, however deep the cause', () => {
    for (const error of [refused('23503'), new Error('Failed query', { cause: refused('23503') })])
      expect(toApiError(error)).toMatchObject({ code: 'conflict' });
  });

  it('is a fault on our side otherwise, and tells nothing of itself', () => {
    for (const error of [refused('23505'), refused('EPIPE'), 'refused', null]) {
      expect(toApiError(error)).toMatchObject({ code: 'internal_error' });
      expect(toApiError(error).message).not.toContain('refused');
    }
  });
});

it.each([
  [2, 'Too many requests. Try again in 2 seconds.'],
  [119, 'Too many requests. Try again in 119 seconds.'],
  [120, 'Too many requests. Try again in 2 minutes.'],
  [2202, 'Too many requests. Try again in 37 minutes.'],
])('a wait of %i seconds is said as people read it', (seconds, message) => {
  const error = rateLimited(seconds);
  expect([error.message, error.headers['Retry-After']]).toEqual([message, String(seconds)]);
});
