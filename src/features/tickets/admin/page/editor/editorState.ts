import { type RefObject, useEffect, useRef } from 'react';

/**
 * Locks an editor while its text is being sent: text typed meanwhile would be lost with the draft. The focus stays, so that
 * no key acts on the page.
 *
 * @returns a function that unlocks it
 */
export const lockEditor = (editor: HTMLElement | null): (() => void) => {
  const refuse = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of writing) editor?.addEventListener(kind, refuse, { capture: true });
  return () => {
    for (const kind of writing) editor?.removeEventListener(kind, refuse, { capture: true });
  };
};

const writing = ['keydown', 'beforeinput', 'paste', 'cut', 'drop'] as const;

/**
 * The next draft has another editor, which appears some time later.
 *
 * @param isWantedFirst true if the first one is to have the focus, too
 * @returns a function that asks for the focus
 */
export const useFocusOfNext = (
  frame: RefObject<HTMLElement | null>,
  version: number,
  isWantedFirst: boolean,
): (() => void) => {
  const isWanted = useRef(isWantedFirst);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    const { current } = frame;
    if (!current || !isWanted.current) return;
    isWanted.current = false;
    const observer = new MutationObserver(() => {
      const editor = current.querySelector<HTMLElement>('[contenteditable="true"]');
      if (!editor) return;
      observer.disconnect();
      editor.focus();
    });
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [version]);
  return () => {
    isWanted.current = true;
  };
};
