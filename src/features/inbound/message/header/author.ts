import { domainOf } from '../../../../core/shared/addresses/hosts.ts';
import { isSameAddress } from '../../../../core/shared/addresses/notations.ts';

/**
 * The one person whom a message is from, as every reader of its header has to see them. `ambiguous`: others may see
 * someone else, so that a proof of one address would speak for another.
 */
export type Author =
  | { readonly kind: 'one'; readonly address: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous' };

/** The address of the only author; null if there is none, or if it is ambiguous. */
export const addressOf = (author: Author): string | null => (author.kind === 'one' ? author.address : null);

/**
 * Reads `From` as RFC 5322 has it, and more strictly than parsers do: one field with one mailbox, whose address stands
 * plain, alone or in one pair of angle brackets. A name may hold anything if it is quoted or encoded.
 *
 * @param fields the values of all `From` fields, unfolded, and otherwise as they came
 */
export const readAuthor = (fields: readonly string[]): Author => {
  const [field = '', ...others] = fields;
  if (fields.every((one) => one.trim() === '')) return { kind: 'none' };
  if (others.length > 0 || field.length > longestField || control.test(field)) return ambiguous;
  const tokens = tokensOf(field);
  const address = tokens && addressIn(tokens);
  return address !== null && isPlain(address) ? { kind: 'one', address } : ambiguous;
};

const ambiguous: Author = { kind: 'ambiguous' };

/** The longest field, in characters. No name is as long. */
const longestField = 5_000;

/** Readers in C end a text at NUL. */
const control = /(?!\t)[\p{Cc}\u2028\u2029]/u;

interface Token {
  readonly kind: 'angle' | 'text' | 'quoted' | 'comment';
  readonly text: string;
}

const quoted = /"(?:[^"\\]|\\.)*"/y;
const angle = /<[^<>"()\\]*>/y;
const text = /[^<>"()]+/y;

/** Returns null for a field in which something begins and does not end. */
const tokensOf = (field: string): readonly Token[] | null => {
  const tokens: Token[] = [];
  for (let at = 0; at < field.length; ) {
    const token = tokenAt(field, at);
    if (token === null) return null;
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
};

const tokenAt = (field: string, at: number): Token | null => {
  const matched = (kind: Token['kind'], pattern: RegExp): Token | null => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(field) ?? [];
    return found === undefined ? null : { kind, text: found };
  };
  if (field[at] === '(') return commentAt(field, at);
  return matched('quoted', quoted) ?? matched('angle', angle) ?? matched('text', text);
};

const commentAt = (field: string, start: number): Token | null => {
  let depth = 0;
  for (let at = start; at < field.length; at += 1) {
    if (field[at] === '\\') at += 1;
    else if (field[at] === '(') depth += 1;
    else if (field[at] === ')') depth -= 1;
    if (depth === 0) return { kind: 'comment', text: field.slice(start, at + 1) };
  }
  return null;
};

/** The address of the only mailbox; null if there is none, or something else may be one. */
const addressIn = (tokens: readonly Token[]): string | null => {
  // Old parsers take the address from a comment.
  if (tokens.some(({ kind, text: comment }) => kind === 'comment' && /[@<>]/.test(comment))) return null;
  const told = tokens.filter((token) => token.kind !== 'comment' && token.text.trim() !== '');
  const [bracketed, other] = told.filter(({ kind }) => kind === 'angle');
  if (bracketed === undefined)
    return told.length === 1 && told[0]?.kind === 'text' ? told[0].text.trim() : null;
  const address = bracketed.text.slice(1, -1).trim();
  return other === undefined && told.at(-1) === bracketed && isName(told, address) ? address : null;
};

/** True if the tokens before an address are a name, which may be the address once more. */
const isName = (tokens: readonly Token[], address: string): boolean =>
  tokens
    .filter(({ kind }) => kind === 'text')
    .every(({ text: words }) => !/[@,;:]/.test(words) || isSameAddress(words.trim(), address));

/** True for an address without quotes, routes and encoded words, whose host has a name. */
const isPlain = (address: string): boolean =>
  /^[^\s"(),:;<>@[\\\]\ufffd]+@[^\s"(),:;<>@[\\\]\ufffd]+$/.test(address) &&
  !/=\?|\.$/.test(address) &&
  domainOf(address) !== null;
