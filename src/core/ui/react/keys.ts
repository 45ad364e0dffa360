import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

type AnyKeyboardEvent = KeyboardEvent | ReactKeyboardEvent;

/**
 * True for a key that belongs to an input method, such as the Enter that takes what it offers, or the Escape that gives it
 * up. Safari sends the Enter after the composition: its key code alone shows it.
 */
export const isOfInputMethod = (event: AnyKeyboardEvent): boolean => {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === 229;
};
