import { describe, expect, it } from 'vitest';
import { shownNetworkOf } from '../../../src/features/client-sessions/sign-in/knownBrowser.ts';
import { problemOfEnd, usualEnd } from '../../../src/features/links/records/fields.ts';

describe('the end of links', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const in_ = (days: number) => new Date(now.getTime() + days * 86_400_000);

  it('is two weeks away, or chosen within 90 days', () => {
    expect(usualEnd(now)).toEqual(in_(14));
    expect(problemOfEnd(now, now)).toBe('past');
    expect(problemOfEnd(new Date(now.getTime() + 1), now)).toBeNull();
    expect(problemOfEnd(in_(90), now)).toBeNull();
    expect(problemOfEnd(new Date(in_(90).getTime() + 1), now)).toBe('far');
  });
});

describe('the network of a visitor', () => {
  it.each([
    ['198.51.100.77', '198.51.100.0/24'],
    ['203.0.113.9, 198.51.100.77', '198.51.100.0/24'],
    ['::ffff:198.51.100.77', '198.51.100.0/24'],
    ['2001:db8:1234:56ff::1', '2001:db8:1234:5600::/56'],
    ['nonsense', null],
  ])('of %s is shown as %s', (address, network) => {
    expect(shownNetworkOf(new Headers({ 'X-Forwarded-For': address }))).toBe(network);
  });
});
