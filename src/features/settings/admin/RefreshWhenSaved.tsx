'use client';

import { useDocumentInfo } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { useRefresh } from '../../../core/ui/react/useRefresh.ts';

/** Makes the server render the page again once Settings are saved, because the transports may have changed. */
export const RefreshWhenSaved = () => {
  const refresh = useRefresh();
  const { lastUpdateTime } = useDocumentInfo();
  const shown = useRef(lastUpdateTime);
  useEffect(() => {
    if (shown.current === lastUpdateTime) return;
    shown.current = lastUpdateTime;
    refresh();
  }, [lastUpdateTime, refresh]);
  return null;
};
