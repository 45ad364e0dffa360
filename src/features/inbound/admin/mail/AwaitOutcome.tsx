'use client';

import { useRouter } from 'next/navigation.js';
import { useEffect } from 'react';

/** In milliseconds. */
const betweenPolls = 1_000;

/** Renders nothing. Refreshes the page that contains it, because its message has no outcome yet. */
export const AwaitOutcome = () => {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, betweenPolls);
    return () => clearInterval(timer);
  }, [router]);
  return null;
};
