import { useEffect } from 'react';

/** Makes the browser ask before it leaves a page, while files on it are chosen or being sent. */
export const useLeaveWarning = (isBusy: boolean): void =>
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
