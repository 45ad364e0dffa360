import { $getRoot, $getSelection, type LexicalEditor } from '@payloadcms/richtext-lexical/lexical';

/** Inserts plain text at the present or last cursor of a rich text editor; at the end if it never had one. */
export const insertText = (editor: LexicalEditor | null, text: string): void => {
  editor?.update(() => ($getSelection() ?? $getRoot().selectEnd()).insertRawText(text));
  editor?.focus();
};
