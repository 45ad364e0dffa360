import { useRef, useState } from 'react';

/**
 * An act that runs once at a time: while it is under way, another call does nothing, also one before the page has been rendered
 * as busy, such as the second click of a double click.
 *
 * @param act it is under way until its promise is settled; without one it is never
 */
export const useBusy = <Given extends unknown[]>(act: (...given: Given) => unknown) => {
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (...given: Given): Promise<void> => {
    if (isUnderWay.current) return;
    const done = act(...given);
    if (!(done instanceof Promise)) return;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      await done;
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, run };
};
