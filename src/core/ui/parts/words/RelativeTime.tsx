'use client';

import { useTranslation } from '@payloadcms/ui';
import { useSyncExternalStore } from 'react';
import './RelativeTime.css';

/** A moment relative to now; its title has the exact time, in the reader's zone and in UTC. */
export const RelativeTime = ({ moment, now }: { readonly moment: Date; readonly now: Date }) => {
  const { local, utc, language } = useExactTime(moment);
  // The clocks of the server and the browser may differ, and so may their texts.
  return (
    <time
      dateTime={moment.toISOString()}
      title={local ? `${local} (${utc})` : utc}
      className="portal-time"
      suppressHydrationWarning
    >
      {relativeTime(moment, now, language)}
    </time>
  );
};

/** A moment to the second in the reader's zone; its title has it in UTC. */
export const ExactTime = ({ moment }: { readonly moment: Date }) => {
  const { local, utc } = useExactTime(moment);
  return (
    <time dateTime={moment.toISOString()} title={utc}>
      {local ?? utc}
    </time>
  );
};

/** The server does not know the reader's zone: until the page works in the browser, `local` is null. */
const useExactTime = (moment: Date) => {
  const { i18n } = useTranslation();
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const { language } = i18n;
  return { local: isInBrowser ? localTime(moment, language) : null, utc: utcTime(moment), language };
};

const neverChanges = () => () => undefined;

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * The distance of a moment from now, past or future, such as `5 minutes ago`.
 *
 * @param language a BCP 47 tag, such as `de`
 */
export const relativeTime = (moment: Date, now: Date, language = 'en'): string => {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  if (unit) return new Intl.RelativeTimeFormat(language).format(Math.trunc(seconds / size), unit);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
};

/** A moment to the second, such as `2026-03-02 14:05:09 UTC`. */
export const utcTime = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A moment to the second in the zone of this machine, which is named, such as `2 Mar 2026, 15:05:09 CET`. */
const localTime = (moment: Date, language: string): string =>
  moment.toLocaleString(language === 'en' ? 'en-GB' : language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
