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
