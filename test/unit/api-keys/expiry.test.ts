import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiresSoon, isWarningDue, keyStateOf } from '../../../src/features/api-keys/expiry.ts';

const day = 24 * 60 * 60 * 1_000;
const now = new Date('2026-06-15T12:00:00Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * day);
const life = (createdDaysAgo: number, daysLeft: number, revokedAt: Date | null = null) => ({
  createdAt: inDays(-createdDaysAgo),
  expiresAt: inDays(daysLeft),
  revokedAt,
});

describe('the warning of a key that expires', () => {
  it.each([
    ['fourteen days before', life(351, 14), true],
    ['a moment earlier', life(351, 14.00001), false],
    ['later, where nothing ran for days', life(362, 3), true],
    ['a moment before the end', life(364, 0.00001), true],
    ['at the end', life(365, 0), false],
    ['after it', life(400, -1), false],
    ['of a revoked key', life(351, 10, inDays(-1)), false],
    ['of a key made for fourteen days', life(1, 13), false],
    ['of a key made for a day', life(0, 1), false],
    ['of a key made for fifteen days', life(1, 14), true],
  ])('is due %s: %j', (_when, key, isDue) => {
    expect(isWarningDue(key, now)).toBe(isDue);
  });

  it('is never due for a key that is not shown as one that expires soon', () => {
    const days = fc.double({ min: -50, max: 400, noNaN: true });
    fc.assert(
      fc.property(days, days, fc.boolean(), (age, left, isRevoked) => {
        const key = life(age, left, isRevoked ? now : null);
        return !isWarningDue(key, now) || expiresSoon(key, now);
      }),
    );
  });
});

describe('the state of a key', () => {
  const key = { expiresAt: inDays(100), revokedAt: null, hasOwner: true, hasReach: true };

  it.each([
    [{}, 'active'],
    [{ expiresAt: inDays(14) }, 'expires soon'],
    [{ expiresAt: now }, 'expired'],
    [{ revokedAt: now }, 'revoked'],
    [{ revokedAt: now, expiresAt: inDays(-1), hasOwner: false }, 'revoked'],
    [{ hasOwner: false }, 'owner deleted'],
    [{ hasReach: false }, 'organization deleted'],
    [{ hasReach: false, expiresAt: inDays(-1) }, 'expired'],
  ])('with %j is %s', (changes, state) => {
    expect(keyStateOf({ ...key, ...changes }, now)).toBe(state);
  });
});
