import { useEffect, useRef } from 'react';

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
    let isLeft = false;
    const hold = (event: NavigateEvent): void => {
      const { key, sameDocument } = event.destination;
      if (isLeft || event.navigationType !== 'traverse' || !event.cancelable || !sameDocument) return;
      const leave = () => {
        isLeft = true;
        navigation.traverseTo(key);
      };
      if (latest.current(leave)) event.preventDefault();
    };
    navigation.addEventListener('navigate', hold);
    return () => navigation.removeEventListener('navigate', hold);
  }, [isOn]);
};
