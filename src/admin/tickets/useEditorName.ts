import { type RefObject, useEffect, useRef } from 'react';

/** Gives the CMS's rich text editor, which has no name of its own, one that is read out. It appears some time later. */
export const useEditorName = (name: string): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const apply = () => {
      for (const editor of current.querySelectorAll('[contenteditable="true"]')) {
        if (editor.getAttribute('aria-label') !== name) editor.setAttribute('aria-label', name);
      }
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [name]);
  return frame;
};
