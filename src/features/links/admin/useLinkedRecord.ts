'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { usePortalRoute } from '../../../core/ui/react/usePortal.ts';
import { callPortal, type Reason } from '../../../core/ui/requests/portalApi.ts';

/** The time between two reads of an open page, in milliseconds. */
const pause = 15_000;

/** The same while something is under way, and the time after which it is not waited for any more. */
const shortPause = 2_000;
const mostQuick = 60_000;

/**
 * A record as the API returns it, read again while its page is in sight; null until it is there.
 *
 * @param path the record's address in the API, such as `/transfers/7`
 * @param isUnderWay true if it is about to change by itself, as by a mail that leaves: it is then read more often for a minute
 */
export const useLinkedRecord = <Linked>(path: `/${string}`, isUnderWay: (record: Linked) => boolean) => {
  const portalRoute = usePortalRoute();
  const [record, setRecord] = useState<Linked | null>(null);
  const [problem, setProblem] = useState<Reason | null>(null);
  const reads = useRef(0);
  const underWay = useRef(0);
  const readAt = useRef(0);
  const quickUntil = useRef(0);
  const isQuick = useRef(false);
  const judge = useRef(isUnderWay);
  judge.current = isUnderWay;

  const read = useCallback(async () => {
    readAt.current = performance.now();
    reads.current += 1;
    const mine = reads.current;
    underWay.current += 1;
    const result = await callPortal<Linked>(portalRoute, { method: 'GET', path });
    underWay.current -= 1;
    // A later one may have been answered before.
    if (mine !== reads.current) return;
    setProblem(result.ok ? null : result.message);
    if (!result.ok) return;
    isQuick.current = judge.current(result.output);
    setRecord(result.output);
  }, [portalRoute, path]);

  /** Reads it after an act of the reader, which may have set something going. */
  const reload = useCallback(async () => {
    quickUntil.current = performance.now() + mostQuick;
    await read();
  }, [read]);

  useEffect(() => {
    void reload();
    const timer = setInterval(() => {
      const now = performance.now();
      const isDue = isQuick.current && now < quickUntil.current;
      // A timer may come a little early.
      if (!isDue && now - readAt.current < pause - shortPause / 2) return;
      if (document.visibilityState === 'visible' && underWay.current === 0) void read();
    }, shortPause);
    return () => clearInterval(timer);
  }, [read, reload]);

  return { record, problem, reload };
};
