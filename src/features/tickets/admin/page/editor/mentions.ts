import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';

/** A colleague whom a note mentions: the text has the name, and the id says who is meant. */
export interface Mention {
  readonly id: number | string;
  readonly name: string;
}

/** A letter of a name. */
const letter = "[\\p{L}\\p{M}\\p{N}._'’-]";

/** An `@` at the beginning of a word, and one or two words after it. */
const begun = new RegExp(`(?:^|[\\s(])@(${letter}{0,40}(?: ${letter}{1,40})?)$`, 'u');

/** The beginning of a name that is typed after an `@`; null if the cursor is elsewhere. */
export const mentionBefore = (textBeforeCursor: string): string | null =>
  begun.exec(textBeforeCursor)?.[1] ?? null;

/** True for a person each word of whose typed name is part of their name, address or organization. */
export const isMeant = (words: string, typed: string): boolean => {
  const all = words.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};

/** The people who are still named in a text: a name that was deleted mentions no one. */
export const mentionedIn = (
  body: DefaultTypedEditorState,
  mentions: readonly Mention[],
): readonly Mention[] => {
  const text = textOf(body.root);
  return mentions.filter(({ name }) => text.includes(`@${name}`));
};

/** A name may be divided by its formatting, and a line break ends it. */
const textOf = (node: unknown): string => {
  const { type, text, children } = Object(node) as Record<string, unknown>;
  if (type === 'linebreak') return '\n';
  if (typeof text === 'string') return text;
  const parts = Array.isArray(children) ? children.map(textOf) : [];
  return parts.join('') + (type === 'paragraph' ? '\n' : '');
};
