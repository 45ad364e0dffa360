'use client';

import { useTranslation } from '@payloadcms/ui';
import { useSyncExternalStore } from 'react';
import { localTime, relativeTime, utcTime } from '../../timeWords.ts';
import { followClock, presentTime } from './present.ts';
import './RelativeTime.css';

/** A moment relative to now, which goes on while the page is open; its title has the exact time, in the reader's zone and in UTC. */
export const RelativeTime = ({ moment, now }: { readonly moment: Date; readonly now: Date }) => {
  const { local, utc, language } = useExactTime(moment);
  const present = useSyncExternalStore(followClock, presentTime, () => 0);
  // The clocks of the server and the browser may differ, and so may their texts.
  return (
    <time
      dateTime={moment.toISOString()}
      title={local ? `${local} (${utc})` : utc}
      className="portal-time"
      suppressHydrationWarning
    >
      {relativeTime(moment, new Date(Math.max(now.getTime(), present)), language)}
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
