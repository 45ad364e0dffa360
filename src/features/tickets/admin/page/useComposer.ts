import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { getNearestEditorFromDOMNode, type LexicalEditor } from '@payloadcms/richtext-lexical/lexical';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Follows the rich text editor in a frame, whichever is in it. The CMS's field ignores an update that also sets the
 * focus, and reports others later; the editor itself tells of all, at once.
 *
 * @param onChange called with each new content, however it came: typed, pasted, inserted, dictated, undone
 * @returns the editor, and what it shows now
 */
export const useComposer = (
  frame: RefObject<HTMLElement | null>,
  onChange: (body: DefaultTypedEditorState) => void,
) => {
  const editor = useRef<LexicalEditor | null>(null);
  const listener = useRef(onChange);
  listener.current = onChange;
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    let stop = () => {};
    const follow = () => {
      const found = getNearestEditorFromDOMNode(current.querySelector('[contenteditable]'));
      if (found === editor.current) return;
      stop();
      editor.current = found;
      stop = found?.registerUpdateListener(tellChanges(found, listener)) ?? (() => {});
    };
    const observer = new MutationObserver(follow);
    observer.observe(current, { childList: true, subtree: true });
    follow();
    return () => {
      observer.disconnect();
      stop();
      editor.current = null;
    };
  }, [frame]);
  return { editor, read: () => editor.current && contentOf(editor.current) };
};

type UpdateListener = Parameters<LexicalEditor['registerUpdateListener']>[0];

const tellChanges =
  (editor: LexicalEditor, listener: RefObject<(body: DefaultTypedEditorState) => void>): UpdateListener =>
  ({ dirtyElements, dirtyLeaves, editorState }) => {
    // An editor that is gone has no say in the next draft.
    if (editor.getRootElement() === null) return;
    // Else only the cursor has moved.
    if (dirtyElements.size > 0 || dirtyLeaves.size > 0)
      listener.current(editorState.toJSON() as DefaultTypedEditorState);
  };

/** What is under way is in it: reading applies it first. */
const contentOf = (editor: LexicalEditor): DefaultTypedEditorState => {
  editor.read(() => {});
  return editor.getEditorState().toJSON() as DefaultTypedEditorState;
};
