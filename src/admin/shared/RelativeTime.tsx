const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

const words = new Intl.RelativeTimeFormat('en');

/** How long ago a moment was, or how long it is until then, such as `5 minutes ago`. */
export const relativeTime = (moment: Date, now: Date): string => {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  if (unit) return words.format(Math.trunc(seconds / size), unit);
  return seconds > 1 ? 'in a moment' : 'just now';
};

/** A moment to the second, such as `2026-03-02 14:05:09 UTC`. */
export const utcTime = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A moment relative to now; its title has the exact time. */
export const RelativeTime = ({ moment, now }: { moment: Date; now: Date }) => (
  <time dateTime={moment.toISOString()} title={utcTime(moment)} className="portal-time">
    {relativeTime(moment, now)}
  </time>
);
