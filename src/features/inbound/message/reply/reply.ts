import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import type { Block, Parts } from './blocks.ts';
import { isOnlyClosing } from './closing.ts';
import { isBlank, isQuoted, plainLine, trimmedLines, unquoted } from './lines.ts';
import { withoutSignature } from './signature.ts';
import { type Signed, signedInOlder } from './signed.ts';

/** A signature of the sender's, of the client's, and of a mailing list, each below another quote. */
const mostSignatures = 4;

/**
 * The blocks that make the reply. In doubt a quote is kept: quotes between words, without which the answers say nothing,
 * and a quote above an answer that no client put there.
 */
export const replyBlocks = (
  { blocks, forward, hasHistory, isAnswered }: Parts,
  author: Mailbox,
): readonly Block[] => {
  const signed = signedInOlder(blocks.filter(({ isQuote }) => isQuote).flatMap(({ lines }) => lines));
  const above = withoutSignaturesAbove(blocks, { author, signed });
  const kept = withoutEnd(above, { hasHistory, isAnswered, author, signed });
  if (forward >= 0 || kept.length === 0) return kept;
  const answers = kept.filter(({ isQuote, lines }) => !isQuote && !isOnlyClosing(lines));
  if (answers.length > 1 || isAnswered) return kept;
  return kept.filter((block) => !block.isQuote || block.isForward || !block.isAttributed);
};

/** The person, and the ends of earlier mails in the quote. */
interface Signer {
  readonly author: Mailbox;
  readonly signed: Signed;
}

/** Some clients put the signature above the quote, and the person answers below it. */
const withoutSignaturesAbove = (blocks: readonly Block[], signer: Signer): readonly Block[] =>
  blocks
    .map((block, at) =>
      !block.isQuote && blocks[at + 1]?.isAttributed === true
        ? { ...block, lines: withoutSignature(block.lines, { isBelowQuote: at > 0, ...signer }) }
        : block,
    )
    .filter(({ lines }) => lines.length > 0);

interface Quoted extends Pick<Parts, 'hasHistory' | 'isAnswered'>, Signer {}

/**
 * The blocks without the quotes of clients after the last words, and without words that are only a signature: some clients
 * put it below the quote.
 */
const withoutEnd = (blocks: readonly Block[], quoted: Quoted, tries = mostSignatures): readonly Block[] => {
  const last = blocks.findLastIndex(({ isQuote, isForward }) => !isQuote || isForward);
  const words = blocks[last];
  if (words === undefined) return [];
  if (words.isForward) return blocks.slice(0, last + 1);
  const isBelowQuote = last > 0;
  const own = withoutSignature(words.lines, { isBelowQuote, author: quoted.author, signed: quoted.signed });
  if (own.length === 0 && tries > 0) return withoutEnd(blocks.slice(0, last), quoted, tries - 1);
  const quotes = blocks
    .slice(last + 1)
    .filter((_quote, at) => quoted.isAnswered || isOfPerson(blocks, last + 1 + at, quoted.hasHistory));
  return [...blocks.slice(0, last), { ...words, lines: own }, ...quotes];
};

/**
 * True if the person put a quote after the last words: no client names its author, and it is not the rest of a quote that
 * the person answered within.
 */
const isOfPerson = (blocks: readonly Block[], at: number, hasHistory: boolean): boolean => {
  const isAttributed = (block: Block): boolean => block.isAttributed;
  if (blocks[at]?.isAttributed !== false) return false;
  const isAnnounced = /[:：]\s*$/u.test(trimmedLines(blocks[at - 1]?.lines ?? []).at(-1) ?? '');
  const isFollowed = hasHistory || blocks.slice(at + 1).some(isAttributed);
  const mark = isQuoted(blocks[at]?.lines[0] ?? '');
  const isRest = blocks
    .slice(0, at)
    .some((block) => isAttributed(block) && isQuoted(block.lines[0] ?? '') === mark);
  return isAnnounced || isFollowed || !isRest || !isEndOfMail(blocks, at);
};

/** A mail ends with a greeting, a signature, a name, the mail that it quotes, or the link of our notices. */
const isEndOfMail = (blocks: readonly Block[], at: number): boolean => {
  const said = unquoted(blocks[at]?.lines ?? []);
  const above = blocks.slice(0, at).findLast((block) => block.isQuote);
  return endsMail(said) && !isComplete(unquoted(above?.lines ?? []));
};

/** True if a quote has the end of a mail, below which the mail has no rest. */
const isComplete = (said: readonly string[]): boolean => said.length > 1 && hasSignature(said);

/** A quote does not say whose it is. */
const anyone: Mailbox = { name: '', address: '' };

const hasSignature = (said: readonly string[]): boolean =>
  withoutSignature(said, { isBelowQuote: false, author: anyone }).length < said.length;

/** `Ann Lee`, `Your Support`. */
const capitalized = /^\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?:\s\p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,3}$/u;

const endsMail = (said: readonly string[]): boolean => {
  const last = plainLine(said.at(-1) ?? '');
  const paragraph = said.slice(said.findLastIndex(isBlank) + 1);
  const isSignedName = capitalized.test(last) && last !== last.toUpperCase();
  return (
    isSignedName ||
    /(?:^|[:：]\s)<?https?:\/\/\S+$/i.test(last) ||
    /^>(?!>\s)/.test(last) ||
    isOnlyClosing(paragraph) ||
    hasSignature(said)
  );
};

/** The text of blocks. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ lines }) =>
      trimmedLines(lines)
        .map((line) => line.trimEnd())
        .join('\n'),
    )
    .join('\n\n')
    .replace(/\n{4,}/g, '\n\n\n');

export const isEmpty = (blocks: readonly Block[]): boolean =>
  blocks.every(({ lines }) => lines.every(isBlank));
