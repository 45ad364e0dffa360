import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import { isNameOf, linesBelow } from './card.ts';
import { isClosing, isOnlyThanks } from './closing.ts';
import { isAnnounced, isBlank, isRule, plainLine } from './lines.ts';

/** `-Ann Lee`, `~ Ann`: a name as some end a mail with it, and others an item of a list. */
const signedName = /^[-–—~]{1,2}\s?\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?:\s\p{Lu}[\p{L}\p{M}.'’-]{0,30}){0,3}$/u;

/** Scandinavians write `/Ann`, which may be a folder, too. */
const signedByAuthor = /^[-–—~/]{1,2}\s?([\p{L}\p{M}.'’ -]{2,60})$/u;

/** The marks of a mail that is quoted in a quote: one that stood below ours, so the person's own. */
const older = /^\s{0,3}>\s?>[>\s]*/;

/** The ends of the older mails in quotes. */
export interface Signed {
  /** The names on lines of their own. */
  readonly names: ReadonlySet<string>;
  /** The texts below `--`, each as one line. */
  readonly cards: ReadonlySet<string>;
}

/** The ends of the older mails that a quote has. */
export const signedInOlder = (quoted: readonly string[]): Signed => ({
  names: namesOfOlder(quoted),
  cards: cardsOfOlder(quoted),
});

const namesOfOlder = (quoted: readonly string[]): ReadonlySet<string> => {
  const found = quoted.filter((line, at) => {
    if (!older.test(line) || !signedName.test(nameIn(line))) return false;
    const [above, below] = [quoted[at - 1], quoted[at + 1]].map((other = '') => other.replace(/^[>\s]+/, ''));
    return isBlank(above ?? '') && (isBlank(below ?? '') || isRule(below ?? ''));
  });
  return new Set(found.map(nameIn));
};

const nameIn = (line: string): string => plainLine(line.replace(older, ''));

const cardsOfOlder = (quoted: readonly string[]): ReadonlySet<string> => {
  const cards = new Set<string>();
  for (const [at, line] of quoted.entries()) {
    if (!older.test(line) || nameIn(line) !== '--') continue;
    const below = quoted.slice(at, at + mostOfCard);
    const end = below.findIndex((other) => !older.test(other));
    cards.add(cardBelow(below.slice(0, end < 0 ? below.length : end).map(nameIn), 0));
  }
  cards.delete('');
  return cards;
};

/** The longest text below `--`, in lines. */
const mostOfCard = 20;

/** The text below a line, as one line. */
export const cardBelow = (lines: readonly string[], at: number): string =>
  plainLine(linesBelow(lines, at).join(' '));

/** The last line if it is a name that ends an older mail, too, or the person's own; -1 if it is not. */
export const signedStart = (lines: readonly string[], { names }: Signed, author: Mailbox): number => {
  const said = plainLine(lines.at(-1) ?? '');
  const isSigned =
    lines.length > 1 &&
    isBlank(lines.at(-2) ?? '') &&
    !isAnnounced(lines, lines.length - 1) &&
    (names.has(said) || isSignedBy(author, said, lines));
  return isSigned ? lines.length - 1 : -1;
};

/** The own name may be an item of a list, too: no other item stands above, and a sentence or a greeting ends there. */
const isSignedBy = (author: Mailbox, said: string, lines: readonly string[]): boolean => {
  const [, own = ''] = signedByAuthor.exec(said) ?? [];
  if (own === '' || !isNameOf(own, author)) return false;
  const above = lines.slice(0, -1);
  const last = above.findLast((line) => !isBlank(line)) ?? '';
  const isEnd = /[.!?…。！？)]["”»]?$/u.test(plainLine(last)) || isClosing(last) || isOnlyThanks([last]);
  return isEnd && !above.some((line) => signedName.test(plainLine(line)));
};
