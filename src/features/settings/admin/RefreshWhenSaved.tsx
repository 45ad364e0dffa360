'use client';

import { useDocumentInfo } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef } from 'react';

/** Has the server write the page anew once Settings are saved: what goes out by which transport may have changed. */
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
