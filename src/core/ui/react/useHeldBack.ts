import { useEffect, useRef } from 'react';

/** True while a page is left on purpose: nothing asks once more then. */
let isLeaving = false;

/**
 * Asks before the browser's “Back” or “Forward” leaves a page of the admin UI with what was typed, if the browser lets a page hold that.
 * The router shows the other page without an event that other code could hold. Between two documents the browser asks by itself.
 *
 * @param isOn true while there is something to lose
 * @param ask asks; it is given the way on, for who wants to leave all the same. It returns false if the page may be left
 */
export const useHeldBack = (isOn: boolean, ask: (leave: () => void) => boolean): void => {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    // Some browsers have none.
    const navigation = 'navigation' in window ? window.navigation : null;
    if (!isOn || !navigation) return;
    const hold = (event: NavigateEvent): void => {
      const { key, sameDocument } = event.destination;
      if (isLeaving || event.defaultPrevented || event.hashChange) return;
      if (event.navigationType !== 'traverse' || !event.cancelable || !sameDocument) return;
      const leave = async () => {
        isLeaving = true;
        await navigation.traverseTo(key).finished?.catch(() => {});
        isLeaving = false;
      };
      if (latest.current(leave)) event.preventDefault();
    };
    navigation.addEventListener('navigate', hold);
    return () => navigation.removeEventListener('navigate', hold);
  }, [isOn]);
};
