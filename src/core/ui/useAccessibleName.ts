import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the editor or the select of the CMS within an element an accessible name. Those have none, and appear some time
 * after their frame.
 */
export const useAccessibleName = (name: string): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const apply = () => {
      for (const input of current.querySelectorAll('[contenteditable="true"], [role="combobox"]')) {
        if (input.getAttribute('aria-label') !== name) input.setAttribute('aria-label', name);
      }
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [name]);
  return frame;
};
