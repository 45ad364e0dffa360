import { describe, expect, test } from 'vitest';
import {
  changedSecret,
  fingerprint,
  judgeSecret,
  lostSecret,
} from '../../../src/server/database/settleSecret.ts';

const current = 'c'.repeat(32);
const previous = 'p'.repeat(32);

describe('the secret and the database', () => {
  test.each([
    ['generate', { stored: null, current: null, previous: null }],
    ['record', { stored: null, current, previous: null }],
    ['keep', { stored: fingerprint(current), current, previous }],
    ['rotate', { stored: fingerprint(previous), current, previous }],
    ['changed', { stored: fingerprint(previous), current, previous: null }],
    ['changed', { stored: fingerprint('other'), current, previous }],
    ['lost', { stored: fingerprint(current), current: null, previous: null }],
  ])('are judged %s of %o', (verdict, secrets) => {
    expect(judgeSecret(secrets)).toBe(verdict);
  });

  test('share nothing that the secret can be read from', () => {
    expect(fingerprint(current)).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint(current)).not.toBe(fingerprint(previous));
  });

  test.each([lostSecret(), changedSecret()])('say what would be lost, and the way out: %s', ({ message }) => {
    expect(message).toMatch(/logins.*credentials.*PAYLOAD_SECRET_PREVIOUS/);
    expect(message.match(/\.(?:\s|$)/g)).toHaveLength(1);
  });
});
