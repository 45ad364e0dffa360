import { type RefObject, useEffect, useRef } from 'react';
import { isOfInputMethod } from '../../../../../core/ui/react/keys.ts';
import { isTyping, useIsCovered } from '../../../../../core/ui/react/useShortcuts.tsx';

interface LettersOptions {
  /** The composer. */
  readonly box: RefObject<HTMLElement | null>;
  /** The element around the editor. */
  readonly frame: RefObject<HTMLElement | null>;
  /** True if words or files stand in the composer. */
  readonly isWritten: boolean;
  /** Gives the focus to the editor. */
  focus(): void;
}

/**
 * Lets letters go on with the text, instead of acting on the ticket, after a click has taken the focus from the editor:
 * while words or files of this visit stand in the composer, or the focus is in it. Tab and Escape leave the composer, and
 * the keys to the page.
 */
export const useLetters = (options: LettersOptions): void => {
  const { box, frame } = options;
  const latest = useRef(options);
  latest.current = options;
  const isWriting = useRef(false);
  const { is, isCovered } = useIsCovered();

  useEffect(() => {
    const text = () => frame.current?.querySelector('textarea, [contenteditable]');
    const enter = ({ type, target }: Event) => {
      const part = type === 'pointerdown' ? box.current : text();
      if (target instanceof Node && part?.contains(target)) isWriting.current = true;
      else if (type === 'pointerdown' && !latest.current.isWritten && !isInDialog(target))
        isWriting.current = false;
    };
    const leave = (event: KeyboardEvent) => {
      if (isCovered.current || isOfInputMethod(event) || isInDialog(event.target)) return;
      if (event.key === 'Escape') isWriting.current = false;
    };
    const follow = (event: KeyboardEvent) => {
      // A Tab in the composer is not heard behind it. One that chooses a colleague leads back to the text.
      if (event.key === 'Tab' && !isInDialog(event.target)) isWriting.current = false;
      else enter(event);
    };
    const press = (event: KeyboardEvent) => {
      if (!isWriting.current || isCovered.current || !isLetter(event) || isTyping(event.target)) return;
      if (!latest.current.isWritten && !box.current?.contains(document.activeElement)) return;
      // The letter goes to the element that has the focus by then.
      event.stopPropagation();
      latest.current.focus();
    };
    addEventListener('focusin', enter);
    addEventListener('pointerdown', enter, true);
    addEventListener('keydown', follow, true);
    addEventListener('keydown', press, true);
    // The list of colleagues keeps the Escape that closes it.
    addEventListener('keydown', leave);
    return () => {
      removeEventListener('focusin', enter);
      removeEventListener('pointerdown', enter, true);
      removeEventListener('keydown', follow, true);
      removeEventListener('keydown', press, true);
      removeEventListener('keydown', leave);
    };
  }, [box, frame, isCovered]);

  // A dialog of the editor, such as that of a link, may leave the focus nowhere.
  useEffect(() => {
    if (!is) return;
    return () => {
      setTimeout(() => {
        if (isWriting.current && !isCovered.current && document.activeElement === document.body)
          latest.current.focus();
      }, returnTime);
    };
  }, [is, isCovered]);
};

/** Time in which a dialog that closes gives the focus back, in milliseconds. */
const returnTime = 50;

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog, [role="dialog"]') !== null;

/** True for a key that writes. The space is left to buttons, which it presses. */
const isLetter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== ' ' &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !isOfInputMethod(event);
