import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import {
  $getRoot,
  $getSelection,
  $parseSerializedNode,
  getNearestEditorFromDOMNode,
  type LexicalEditor,
} from '@payloadcms/richtext-lexical/lexical';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CmsResult } from '../../../../../core/ui/requests/cmsApi.ts';
import type { Reason } from '../../../../../core/ui/requests/portalApi.ts';
import { toRichText } from '../../../replies/richText.ts';
import { hasText } from '../draft/draft.ts';

/**
 * Follows the rich text editor in a frame, even if it is replaced. The CMS's field ignores an update that also sets the
 * focus, and reports others later; the editor itself reports all, at once. A text area of the frame has the focus and the letters
 * until the editor is drawn, which then gets them.
 *
 * @param version another one means another editor
 * @param onChange called with each new content, in whatever way it was entered: typed, pasted, inserted, dictated, undone
 * @param onUpdate called after each update, also if only the cursor has moved
 * @returns the editor, true as `isThere` once it is drawn, its present content, and a function that gives it the focus
 */
export const useEditor = (
  frame: RefObject<HTMLElement | null>,
  version: number,
  onChange: (body: DefaultTypedEditorState) => void,
  onUpdate: () => void = () => {},
) => {
  const editor = useRef<LexicalEditor | null>(null);
  const [drawn, setDrawn] = useState<number | null>(null);
  const wanted = useRef(version);
  wanted.current = version;
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
      const textArea = textAreaIn(current);
      // A word of an input method ends first.
      if (found === editor.current || (found && textArea && textArea === composing)) return;
      stop();
      editor.current = found;
      stop = found?.registerUpdateListener(tellChanges(found, listener, watcher)) ?? (() => {});
      if (found) takeWords(found, textArea);
      setDrawn(found && wanted.current);
    };
    let composing: EventTarget | null = null;
    const compose = ({ type, target }: Event) => {
      composing = type === 'compositionstart' ? target : null;
      // The text area has the word after the event.
      if (composing === null) setTimeout(follow);
    };
    const observer = new MutationObserver(follow);
    observer.observe(current, { childList: true, subtree: true });
    for (const kind of compositions) current.addEventListener(kind, compose);
    follow();
    return () => {
      observer.disconnect();
      for (const kind of compositions) current.removeEventListener(kind, compose);
      stop();
      editor.current = null;
    };
  }, [frame]);
  return {
    editor,
    isThere: drawn === version,
    read: () => editor.current && contentOf(editor.current),
    focus: () => (textAreaIn(frame.current) ?? editor.current)?.focus(),
  };
};

const compositions = ['compositionstart', 'compositionend'] as const;

const textAreaIn = (frame: HTMLElement | null) => frame?.querySelector('textarea') ?? null;

/** A text with the words below it that were typed before its editor was drawn. */
export const withWords = (
  body: DefaultTypedEditorState | undefined,
  words: string,
): DefaultTypedEditorState => {
  const { root } = toRichText(words) as DefaultTypedEditorState;
  const before = hasText(body) ? (body?.root.children ?? []) : [];
  return { root: { ...root, children: [...before, ...(words === '' ? [] : root.children)] } };
};

/** Moves the words that were typed before an editor was drawn below its text, and the focus with them. */
const takeWords = (editor: LexicalEditor, textArea: HTMLTextAreaElement | null): void => {
  if (!textArea) return;
  const { value } = textArea;
  textArea.value = '';
  if (value !== '')
    editor.update(() => {
      const root = $getRoot();
      if (root.getTextContent() === '') root.clear();
      root.append(...toRichText(value).root.children.map($parseSerializedNode));
      root.selectEnd();
    });
  if (document.activeElement === textArea) editor.focus();
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
 * Gives the focus to the composer of the next draft.
 *
 * @param isWantedFirst true if the first one is to have the focus, too
 * @returns a function that asks for the focus
 */
export const useFocusOfNext = (focus: () => void, version: number, isWantedFirst: boolean): (() => void) => {
  const isWanted = useRef(isWantedFirst);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (isWanted.current) focus();
    isWanted.current = false;
  }, [version]);
  return () => {
    isWanted.current = true;
  };
};

/**
 * Inserts plain text, once it has come, at the present or last cursor of a rich text editor; at the end if it never had one.
 *
 * @returns the reason why it is not there, or null
 */
export const insertText = async (
  editor: RefObject<LexicalEditor | null>,
  coming: Promise<CmsResult<string>>,
): Promise<Reason | null> => {
  const text = await coming;
  if (!text.ok) return text.message;
  const { current } = editor;
  if (current === null) return { key: 'tickets:page:answer:notInserted' };
  current.update(() => ($getSelection() ?? $getRoot().selectEnd()).insertRawText(text.output));
  current.focus();
  return null;
};

/**
 * Adds nodes at the end of a text that is being edited: the cursor stays.
 *
 * @returns false if there is no editor
 */
export const appendTo = (
  { current }: RefObject<LexicalEditor | null>,
  children: DefaultTypedEditorState['root']['children'],
): boolean => {
  current?.update(() => $getRoot().append(...children.map($parseSerializedNode)));
  return current !== null;
};

/** The buttons of the editor's toolbar. An app may add others. */
const tools = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'subscript',
  'superscript',
  'inlineCode',
  'link',
  'indentDecrease',
  'indentIncrease',
] as const;

/** True for the name of a button that the composer has words for. */
export const isTool = (key: string): key is (typeof tools)[number] =>
  (tools as readonly string[]).includes(key);
