'use client';

import { useCallback, useEffect, useState } from 'react';
import { usePortalRoute } from '../../../core/ui/react/usePortal.ts';
import { callPortal, type Reason } from '../../../core/ui/requests/portalApi.ts';

/** The time between two reads of an open page, in milliseconds. */
const pause = 15_000;

/**
 * A record as the API returns it, read again while its page is in sight; null until it is there.
 *
 * @param path the record's address in the API, such as `/transfers/7`
 */
export const useLinkedRecord = <Linked>(path: `/${string}`) => {
  const portalRoute = usePortalRoute();
  const [record, setRecord] = useState<Linked | null>(null);
  const [problem, setProblem] = useState<Reason | null>(null);

  const reload = useCallback(async () => {
    const result = await callPortal<Linked>(portalRoute, { method: 'GET', path });
    setProblem(result.ok ? null : result.message);
    if (result.ok) setRecord(result.output);
  }, [portalRoute, path]);

  useEffect(() => {
    void reload();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, pause);
    return () => clearInterval(timer);
  }, [reload]);

  return { record, problem, reload };
};
