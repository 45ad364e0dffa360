import { createContext, useCallback, useContext, useState } from 'react';

/** Notes a change by the reader, for the question before a dialog with such changes closes; outside of a dialog it does nothing. */
export const TypedContext = createContext<() => void>(() => {});

/** State that the reader of a form changes by other ways than typing alone, such as a paste or a choice: each counts as typed. */
export const useTypedState = <Value>(initial: Value) => {
  const note = useContext(TypedContext);
  const [value, setValue] = useState(initial);
  const change = useCallback(
    (next: Value) => {
      note();
      setValue(next);
    },
    [note],
  );
  return [value, change] as const;
};
