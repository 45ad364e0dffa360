import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';

/** A colleague whom a note mentions: the text has the name, and the id says who is meant. */
export interface Mention {
  readonly id: number | string;
  readonly name: string;
}

interface NamedPerson extends Mention {
  readonly email: string;
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

/** A person as a note names them: by their address, too, if another person has the same name. */
export const writtenName = (
  { id, name, email }: NamedPerson,
  others: readonly Pick<NamedPerson, 'id' | 'name'>[],
): string => (others.some((other) => other.name === name && other.id !== id) ? `${name} (${email})` : name);

/**
 * The people who are still named in a text, also with an ending: a name that was deleted mentions no one. A longer name that was chosen
 * is no mention of a shorter one at its beginning. If several people have the same name, each time that it is written stands for one
 * of them, beginning with the one who was chosen last.
 */
export const mentionedIn = (
  body: DefaultTypedEditorState,
  mentions: readonly Mention[],
): readonly Mention[] => {
  const meant = new Set<Mention>();
  const names = new Set(mentions.map(({ name }) => name));
  let text = textOf(body.root);
  for (const name of [...names].toSorted((one, other) => other.length - one.length)) {
    const parts = text.split(`@${name}`);
    text = parts.join('\n');
    const people = lastOfEach(mentions.filter((mention) => mention.name === name));
    for (const person of people.toReversed().slice(0, parts.length - 1)) meant.add(person);
  }
  return mentions.filter((mention) => meant.has(mention));
};

const lastOfEach = (mentions: readonly Mention[]): readonly Mention[] => [
  ...new Map(mentions.map((mention) => [mention.id, mention])).values(),
];

/** The nodes within a line that have children. */
const inline: readonly unknown[] = ['link', 'autolink'];

/** A name may be divided by its formatting, and the end of a line ends it. */
const textOf = (node: unknown): string => {
  const { type, text, children } = Object(node) as Record<string, unknown>;
  if (type === 'linebreak') return '\n';
  if (typeof text === 'string') return text;
  const parts = Array.isArray(children) ? children.map(textOf) : [];
  return parts.join('') + (inline.includes(type) ? '' : '\n');
};
