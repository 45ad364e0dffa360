'use client';

import { useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef } from 'react';

/** Makes the server render the page again once Settings are saved, because the transports may have changed. */
export const RefreshWhenSaved = () => {
  const router = useRouter();
  const { lastUpdateTime } = useDocumentInfo();
  const shown = useRef(lastUpdateTime);
  useEffect(() => {
    if (shown.current === lastUpdateTime) return;
    shown.current = lastUpdateTime;
    router.refresh();
  }, [lastUpdateTime, router]);
  return null;
};
