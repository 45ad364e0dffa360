import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { getNearestEditorFromDOMNode, type LexicalEditor } from '@payloadcms/richtext-lexical/lexical';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Follows the rich text editor in a frame, even if it is replaced. The CMS's field ignores an update that also sets the
 * focus, and reports others later; the editor itself reports all, at once.
 *
 * @param onChange called with each new content, in whatever way it was entered: typed, pasted, inserted, dictated, undone
 * @param onUpdate called after each update, also if only the cursor has moved
 * @returns the editor, and its present content
 */
export const useComposer = (
  frame: RefObject<HTMLElement | null>,
  onChange: (body: DefaultTypedEditorState) => void,
  onUpdate: () => void = () => {},
) => {
  const editor = useRef<LexicalEditor | null>(null);
  const listener = useRef(onChange);
  listener.current = onChange;
  const watcher = useRef(onUpdate);
  watcher.current = onUpdate;
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    let stop = () => {};
    const follow = () => {
      const found = getNearestEditorFromDOMNode(current.querySelector('[contenteditable]'));
      if (found === editor.current) return;
      stop();
      editor.current = found;
      stop = found?.registerUpdateListener(tellChanges(found, listener, watcher)) ?? (() => {});
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
  (
    editor: LexicalEditor,
    listener: RefObject<(body: DefaultTypedEditorState) => void>,
    watcher: RefObject<() => void>,
  ): UpdateListener =>
  ({ dirtyElements, dirtyLeaves, editorState }) => {
    // An editor that is gone has no say in the next draft.
    if (editor.getRootElement() === null) return;
    // Else only the cursor has moved.
    if (dirtyElements.size > 0 || dirtyLeaves.size > 0)
      listener.current(editorState.toJSON() as DefaultTypedEditorState);
    watcher.current();
  };

/** The content, including pending updates: reading applies them first. */
const contentOf = (editor: LexicalEditor): DefaultTypedEditorState => {
  editor.read(() => {});
  return editor.getEditorState().toJSON() as DefaultTypedEditorState;
};
