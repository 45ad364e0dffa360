import { describe, expect, it } from 'vitest';
import { bodyLimit, defaultLimits } from '../../../src/features/mail/chain/transport.ts';

describe('the limits of a transport', () => {
  it('are 10 s to connect, 30 s for an answer and 60 s for the outcome', () => {
    expect(defaultLimits).toEqual({ connect: 10_000, answer: 30_000, outcome: 60_000 });
  });

  it.each([
    [0, 30_000],
    [1_048_576, 60_000],
    [52_428_800, 1_530_000],
  ])('give a body of %i bytes %i ms', (bytes, milliseconds) => {
    expect(bodyLimit(bytes, 30_000)).toBe(milliseconds);
  });
});
