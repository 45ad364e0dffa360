import { $getRoot, $getSelection, getNearestEditorFromDOMNode } from '@payloadcms/richtext-lexical/lexical';

/**
 * Inserts text as it is, where the cursor of a rich text editor is or was; at the end if it never had one.
 *
 * @param frame an element that holds the editor
 * @returns whether there is an editor
 */
export const insertText = (frame: Element | null, text: string): boolean => {
  const field = frame?.querySelector<HTMLElement>('[contenteditable="true"]') ?? null;
  const editor = getNearestEditorFromDOMNode(field);
  if (!editor) return false;
  editor.update(() => ($getSelection() ?? $getRoot().selectEnd()).insertRawText(text));
  editor.focus();
  return true;
};
