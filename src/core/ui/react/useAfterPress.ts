import { useCallback, useEffect, useRef } from 'react';

/** A drag and a menu take the release for themselves, and so do some scroll bars and lists: then a key ends the press. */
const ends = ['mouseup', 'dragend', 'contextmenu', 'keydown'] as const;

/**
 * Lets a field act when it loses the focus, but not before a pressed mouse button is released: what the field then shows
 * would move another button away from under the pointer, which would get no click.
 */
export const useAfterPress = () => {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = (event: Event) => {
      // A key that is held down was pressed before.
      if (event instanceof KeyboardEvent && event.repeat) return;
      isPressed.current = false;
      waiting.current?.();
      waiting.current = null;
    };
    const move = (event: MouseEvent) => {
      if (isPressed.current && event.buttons === 0) release(event);
    };
    // Before any other part of the page learns of it.
    addEventListener('mousedown', press, true);
    addEventListener('mousemove', move, true);
    for (const end of ends) addEventListener(end, release, true);
    return () => {
      removeEventListener('mousedown', press, true);
      removeEventListener('mousemove', move, true);
      for (const end of ends) removeEventListener(end, release, true);
    };
  }, []);
  return useCallback((act: () => void) => {
    if (isPressed.current) waiting.current = act;
    else act();
  }, []);
};
