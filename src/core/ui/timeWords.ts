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
export const localTime = (moment: Date, language: string): string =>
  moment.toLocaleString(language === 'en' ? 'en-GB' : language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
