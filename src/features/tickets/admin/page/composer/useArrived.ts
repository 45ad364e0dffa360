import { useRef } from 'react';

/** True if someone else has replied since the user began to write. */
export const useArrived = (newest: number | string | null | undefined, isWritten: boolean): boolean => {
  const atBeginning = useRef(newest);
  // The replies come later than a draft of an earlier visit.
  if (!isWritten || atBeginning.current === undefined) atBeginning.current = newest;
  return isWritten && newest !== atBeginning.current;
};
