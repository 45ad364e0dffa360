import type { Config } from 'payload';
import { describe, expect, it } from 'vitest';
import type { PortalContext } from '../../../src/core/context.ts';
import { localeOf } from '../../../src/core/ui/locale.ts';
import { relativeTime, utcTime } from '../../../src/core/ui/timeWords.ts';
import { registerDashboard } from '../../../src/features/dashboard/admin/registerDashboard.ts';
import { topOfAxis } from '../../../src/features/email-log/admin/dashboard/MailChart.tsx';
import { isFailing } from '../../../src/features/email-log/alerts.ts';
import { isIdle } from '../../../src/features/monitoring/warnings.ts';

const hour = 60 * 60 * 1000;

describe('the dashboard of an app', () => {
  const widget = (slug: string, width: object) => ({
    slug,
    component: slug,
    label: 'dashboard:work:title',
    minWidth: 'small',
    width,
  });
  const portal = {
    features: [
      {
        widgets: [
          widget('of-staff', { staff: 'full', others: null }),
          widget('of-all', { staff: 'medium', others: 'full' }),
        ],
      },
    ],
    principalOf: (user: unknown) => user,
  } as unknown as PortalContext;
  const { admin } = registerDashboard(
    {
      admin: {
        components: { beforeDashboard: ['app#Own'] },
        dashboard: { widgets: [], defaultLayout: [{ widgetSlug: 'own', width: 'small' }] },
      },
    } as unknown as Config,
    portal,
  );
  const layoutOf = async (role: string) => {
    const layout = admin?.dashboard?.defaultLayout;
    if (typeof layout !== 'function') throw new Error('There is no layout.');
    return (await layout({ req: { user: { role } } } as never)).map(
      ({ widgetSlug, width }) => `${widgetSlug} ${width}`,
    );
  };

  it('has the widgets that are for its reader, and then its own', async () => {
    expect(await layoutOf('technician')).toEqual(['of-staff full', 'of-all medium', 'own small']);
    for (const role of ['representative', 'client'])
      expect(await layoutOf(role)).toEqual(['of-all full', 'own small']);
  });

  it('keeps what it shows above', () => {
    expect(admin?.components?.beforeDashboard?.at(-1)).toBe('app#Own');
  });
});

describe('the warnings of the dashboard', () => {
  it('tell that mails fail if the newest and half of them did', () => {
    expect(isFailing([])).toBe(false);
    expect(isFailing(['sent'])).toBe(false);
    expect(isFailing(['failed'])).toBe(true);
    expect(isFailing(['failed', 'sent'])).toBe(true);
    expect(isFailing(['failed', 'sent', 'sent'])).toBe(false);
    expect(isFailing(['sent', 'failed', 'failed'])).toBe(false);
  });

  it('tell that no background work ran for an hour, or never if others are to do it', () => {
    expect(isIdle(hour - 1, true)).toBe(false);
    expect(isIdle(hour + 1, true)).toBe(true);
    expect(isIdle(null, true)).toBe(false);
    expect(isIdle(null, false)).toBe(true);
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

it('the dashboard of an app without a layout of its own shows the collections of the CMS', async () => {
  const portal = { features: [], principalOf: () => null } as unknown as PortalContext;
  const { admin } = registerDashboard({} as Config, portal);
  const layout = admin?.dashboard?.defaultLayout;
  if (typeof layout !== 'function') throw new Error('There is no layout.');
  expect(await layout({ req: {} } as never)).toEqual([{ widgetSlug: 'collections', width: 'full' }]);
});
