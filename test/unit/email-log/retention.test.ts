import { describe, expect, it } from 'vitest';
import {
  cutOff,
  isDue,
  lastScheduled,
  readRetentionDays,
} from '../../../src/features/email-log/retention/retention.ts';

const at = (time: string) => new Date(`2026-03-10T${time}Z`);

describe('the schedule of the retention', () => {
  it.each([
    ['03:14:59.999', '2026-03-09T03:15:00.000Z'],
    ['03:15:00.000', '2026-03-10T03:15:00.000Z'],
    ['23:59:59.999', '2026-03-10T03:15:00.000Z'],
    ['00:00:00.000', '2026-03-09T03:15:00.000Z'],
  ])('had its last turn before %s at %s', (now, expected) => {
    expect(lastScheduled(at(now)).toISOString()).toBe(expected);
  });

  it('is due once a turn has passed since the last run', () => {
    expect(isDue(at('03:15:00'), at('03:14:59'))).toBe(true);
    expect(isDue(at('12:00:00'), at('03:15:00'))).toBe(false);
    expect(isDue(at('12:00:00'), at('11:00:00'))).toBe(false);
    expect(isDue(at('03:14:00'), new Date('2026-03-09T03:15:01Z'))).toBe(false);
  });

  it('reads days, for ever, and nothing else', () => {
    expect(readRetentionDays(0.5)).toEqual({ kind: 'days', days: 0.5 });
    expect(readRetentionDays(Number.POSITIVE_INFINITY)).toEqual({ kind: 'forever' });
    for (const wrong of [0, -1, Number.NaN, Number.NEGATIVE_INFINITY, '90', null, undefined, true]) {
      expect(readRetentionDays(wrong).kind).toBe('invalid');
    }
  });

  it('never cuts off before all time', () => {
    expect(cutOff(at('00:00:00'), 1)?.toISOString()).toBe('2026-03-09T00:00:00.000Z');
    expect(cutOff(at('00:00:00'), 1e9)).toBeNull();
    expect(cutOff(at('00:00:00'), 1e300)).toBeNull();
  });
});
