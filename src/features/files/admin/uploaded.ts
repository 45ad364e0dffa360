import { useEffect } from 'react';

const listeners = new Set<() => void>();

/** Tells every list of files on the page that there is another one. */
export const tellUploaded = (): void => {
  for (const listener of listeners) listener();
};

/** Calls a function after each upload on the page. */
export const useUploaded = (listener: () => void): void =>
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
