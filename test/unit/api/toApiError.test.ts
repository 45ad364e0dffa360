import { describe, expect, it } from 'vitest';
import { toApiError } from '../../../src/core/shared/errors/errors.ts';

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
