import { relativeTime, utcTime } from './relativeTime.ts';

/** When something was, in the reader's terms; the exact moment is shown on hover. For server components. */
export const RelativeTime = ({ moment, now }: { moment: Date; now: Date }) => (
  <time dateTime={moment.toISOString()} title={utcTime(moment)} className="portal-time">
    {relativeTime(moment, now)}
  </time>
);
