'use client';

import { useDocumentInfo, useForm } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef, useTransition } from 'react';

/** Makes the server render the page again once Settings are saved, because the transports may have changed. */
export const RefreshWhenSaved = () => {
  const router = useRouter();
  const { lastUpdateTime } = useDocumentInfo();
  const { setProcessing } = useForm();
  const [isRefreshing, startRefresh] = useTransition();
  const shown = useRef(lastUpdateTime);
  useEffect(() => {
    if (shown.current === lastUpdateTime) return;
    shown.current = lastUpdateTime;
    startRefresh(() => router.refresh());
  }, [lastUpdateTime, router]);
  // The page that comes replaces all fields: they take no words meanwhile, which would be lost.
  useEffect(() => setProcessing(isRefreshing), [isRefreshing, setProcessing]);
  return null;
};
