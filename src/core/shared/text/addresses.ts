/** A part of a text. An address has what a link to it leads to. */
interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

/**
 * An address of the web, or of mail. The last character of the first may close a parenthesis that the address itself opened. The look
 * back for it begins at a closing one alone: at each character it would take time that grows with the square of the length. So would an
 * address of mail whose name began within a word, or had no longest length. A name with other letters than an address usually has, such
 * as umlauts, is no address: its end alone would be another person's. `~~` after an address ends a struck text, as in Markdown.
 */
const address =
  /\b(?:https?:\/\/|www\.(?=[^\s<>"'./]{1,63}\.\w))[^\s<>"']+(?:[^\s<>"'.,;:!?)\]~]|\)(?<=(?:https?:\/\/|www\.)[^\s<>"']*\([^\s<>"'()]*\)))|(?<![\p{Script=Latin}\p{N}_.%+'’&=/@-])[\w.%+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,63}(?![\p{Script=Latin}\p{N}_/@-]|[.:][\p{L}\p{N}])/giu;

const hrefOf = (found: string): string => {
  if (/^https?:/i.test(found)) return found;
  return /^www\./i.test(found) ? `https://${found}` : `mailto:${found}`;
};

/** The addresses of a message that become links. Each costs a reader's page as much as a hundred letters. */
export const mostAddresses = 100;

/**
 * The first addresses in a text, and what stands between them. Time grows with the length, also for a word without an end.
 *
 * @param most number of addresses; those after them are words
 */
export const addressesIn = (text: string, most = mostAddresses): readonly TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    if (parts.length >= 2 * most) break;
    const [found] = match;
    parts.push({ text: text.slice(end, match.index), href: null }, { text: found, href: hrefOf(found) });
    end = match.index + found.length;
  }
  return [...parts, { text: text.slice(end), href: null }].filter((part) => part.text !== '');
};
