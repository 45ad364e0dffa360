import { useSyncExternalStore } from 'react';

/** True if the subject and the description of the open ticket are fields. Both switch at once, in two places. */
let isEdited = false;
const listeners = new Set<() => void>();

export const setEdited = (wanted: boolean): void => {
  isEdited = wanted;
  for (const listener of listeners) listener();
};

export const useEdited = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isEdited,
    () => false,
  );
