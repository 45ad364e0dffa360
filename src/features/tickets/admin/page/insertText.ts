import { $getRoot, $getSelection, type LexicalEditor } from '@payloadcms/richtext-lexical/lexical';

/** Inserts text as it is, where the cursor of a rich text editor is or was; at the end if it never had one. */
export const insertText = (editor: LexicalEditor | null, text: string): void => {
  editor?.update(() => ($getSelection() ?? $getRoot().selectEnd()).insertRawText(text));
  editor?.focus();
};
