import type { LexicalEditor } from '@payloadcms/richtext-lexical/lexical';
import { type RefObject, useEffect, useState } from 'react';

/**
 * Makes the CMS draw the editor that it did not draw for a logged-out user, once the reader is back from the login in
 * another tab.
 *
 * @param isLoggedOut true once the server has said so
 * @returns a key of the editor
 */
export const useEditorAfterLogin = (
  editor: RefObject<LexicalEditor | null>,
  isLoggedOut: boolean,
): number => {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isLoggedOut) return;
    const draw = () => {
      if (document.visibilityState === 'visible' && editor.current === null) setAttempt((last) => last + 1);
    };
    document.addEventListener('visibilitychange', draw);
    return () => document.removeEventListener('visibilitychange', draw);
  }, [editor, isLoggedOut]);
  return attempt;
};
