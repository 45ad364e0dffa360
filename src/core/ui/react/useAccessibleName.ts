import { type RefObject, useEffect, useRef } from 'react';

/** The name of a button of the editor's toolbar, by its key; undefined for one that is not known. */
type ButtonName = (key: string) => string | undefined;

/**
 * Gives the editor or the select of the CMS within an element an accessible name, and the buttons of the editor's toolbar
 * theirs. Those have none, and appear some time after their frame.
 */
export const useAccessibleName = (
  name: string,
  buttonName: ButtonName = () => undefined,
): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  const nameOf = useRef(buttonName);
  nameOf.current = buttonName;
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const apply = () => {
      for (const input of current.querySelectorAll('[contenteditable="true"], [role="combobox"]')) {
        if (input.getAttribute('aria-label') !== name) input.setAttribute('aria-label', name);
      }
      nameTools(current, nameOf.current);
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [name]);
  return frame;
};

const nameTools = (editor: HTMLElement, nameOf: ButtonName): void => {
  for (const button of editor.querySelectorAll<HTMLElement>('[data-button-key]:not([aria-label])')) {
    const said = nameOf(button.dataset.buttonKey ?? '');
    if (said === undefined) continue;
    button.setAttribute('aria-label', said);
    button.title = said;
  }
  // A menu that shows its choice is named by it: another name would not contain what is seen.
  for (const menu of editor.querySelectorAll('[class*="toolbar-popup__dropdown"][aria-label]'))
    if (menu.textContent) menu.removeAttribute('aria-label');
};
