import { describe, expect, it } from 'vitest';
import { alertsOf } from '../../../src/admin/dashboard/alerts.ts';
import { topOfAxis } from '../../../src/admin/dashboard/MailChart.tsx';
import { localeOf } from '../../../src/admin/shared/locale.ts';
import { relativeTime, utcTime } from '../../../src/admin/shared/timeWords.ts';

const fine = {
  carriers: ['smtp'],
  lacksSender: false,
  outcomes: ['sent'],
  sinceWork: 1_000,
  worksHere: true,
  mailboxError: null,
  heldMails: 0,
  deadAddresses: 0,
} as const;
const hour = 60 * 60 * 1000;

describe('the alerts of the dashboard', () => {
  it('are none where all is well, and where no mail was sent', () => {
    expect(alertsOf(fine)).toEqual([]);
    expect(alertsOf({ ...fine, outcomes: [] })).toEqual([]);
  });

  it('tell that nothing is connected', () => {
    expect(alertsOf({ ...fine, carriers: [] })).toEqual(['no transport']);
  });

  it('tell that mail goes out in no one’s name', () => {
    expect(alertsOf({ ...fine, lacksSender: true })).toEqual(['no sender']);
  });

  it('tell that mails fail if the newest and half of them did', () => {
    const failing = (...outcomes: ('sent' | 'failed')[]) =>
      alertsOf({ ...fine, outcomes }).includes('mails fail');
    expect(failing('failed')).toBe(true);
    expect(failing('failed', 'sent')).toBe(true);
    expect(failing('failed', 'sent', 'sent')).toBe(false);
    expect(failing('sent', 'failed', 'failed')).toBe(false);
  });

  it('tell that no background work ran for an hour, or never if others are to do it', () => {
    const idle = (sinceWork: number | null, worksHere = true) =>
      alertsOf({ ...fine, sinceWork, worksHere }).includes('no background work');
    expect(idle(hour - 1)).toBe(false);
    expect(idle(hour + 1)).toBe(true);
    expect(idle(null)).toBe(false);
    expect(idle(null, false)).toBe(true);
  });

  it('tell that the mailbox cannot be read, and that messages wait for a decision', () => {
    expect(alertsOf({ ...fine, mailboxError: 'LOGIN failed.', heldMails: 1 })).toEqual([
      'mailbox unreadable',
      'mails held',
    ]);
  });
});

describe('the axis of the picture', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [10, 10],
    [61, 100],
    [101, 200],
    [5_500, 10_000],
  ])('of %s ends at %s', (largest, top) => {
    expect(topOfAxis(largest)).toBe(top);
  });
});

describe('a moment', () => {
  const now = new Date('2026-03-02T12:00:00Z');

  it.each([
    ['2026-03-02T11:59:30Z', 'now'],
    ['2026-03-02T11:58:30Z', '1 minute ago'],
    ['2026-03-02T09:00:00Z', '3 hours ago'],
    ['2026-02-27T12:00:00Z', '3 days ago'],
    ['2025-01-01T12:00:00Z', '1 year ago'],
    ['2026-03-02T12:00:05Z', 'now'],
    ['2026-03-02T12:05:00Z', 'in 5 minutes'],
  ])('%s reads %s', (moment, words) => {
    expect(relativeTime(new Date(moment), now)).toBe(words);
  });

  it('is exact in UTC', () => {
    expect(utcTime(new Date('2026-03-02T14:05:09.123+02:00'))).toBe('2026-03-02 12:05:09 UTC');
  });
});

it('numbers are written in the reader’s language, also if the CMS’s name of it is no tag', () => {
  const write = (language: string, dateFNSKey: string) =>
    new Intl.NumberFormat(localeOf({ language, dateFNSKey })).format(1_234.5);
  expect(write('en', 'en-US')).toBe('1,234.5');
  expect(write('de', 'de')).toBe('1.234,5');
  expect(write('zhTw', 'zh-TW')).toBe('1,234.5');
});
