import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer-10/lib/addressparser';

/** One mailbox of a mail. `name` is empty if the sender gave none. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/**
 * One entry of an address field: as it was given, and the mailbox that it names. It is null if it does not name exactly
 * one.
 */
export interface ListedMailbox {
  readonly given: string;
  readonly mailbox: Mailbox | null;
}

/** The longest list in one string, in characters. Longer ones have to come as arrays: parsers are slow on long strings. */
const listLimit = 100_000;

/** The longest name with its address, in characters. */
const entryLimit = 2_000;

/** Arrays within arrays, all together: more is no address field. */
const arrayLimit = 1_000;

/**
 * Reads an address field the way nodemailer takes it (`Ann <a@x.io>, b@y.io`, `{ name, address }`, arrays of both), but
 * strictly: an entry that nodemailer would repair, join or pick from is no mailbox here. Never throws.
 */
export const readAddressList = (field: unknown): ListedMailbox[] =>
  flatten(field, new Set()).flatMap((entry) => {
    if (typeof entry === 'string') return readList(entry);
    return [readEntry(entry)];
  });

const flatten = (field: unknown, visited: Set<unknown>): unknown[] => {
  if (!Array.isArray(field)) return field === undefined || field === null || field === '' ? [] : [field];
  if (visited.has(field) || visited.size >= arrayLimit) return [];
  visited.add(field);
  return field.flatMap((entry) => flatten(entry, visited));
};

const readEntry = (entry: unknown): ListedMailbox => {
  try {
    const { name, address, group } = Object(entry) as Record<string, unknown>;
    if (typeof address !== 'string') return { given: describe(entry), mailbox: null };
    const named = typeof name === 'string' ? name : '';
    const isMailbox = group === undefined && isAddress(address) && !/\p{Cc}/u.test(named);
    return { given: address, mailbox: isMailbox ? { name: named.trim(), address } : null };
  } catch {
    return { given: describe(entry), mailbox: null };
  }
};

const describe = (junk: unknown): string => {
  try {
    return (JSON.stringify(junk) ?? String(junk)).slice(0, entryLimit);
  } catch {
    return typeof junk;
  }
};

const readList = (list: string): ListedMailbox[] => {
  if (list.length > listLimit || /\p{Cc}/u.test(list)) return [{ given: list, mailbox: null }];
  const pieces = splitList(list);
  const readable = pieces.every((piece) => piece.length <= entryLimit);
  const parsed = readable ? addressparser(list) : [];
  return pieces.map((given, index) => {
    const candidate = parsed[index];
    return { given, mailbox: candidate?.address && namesOnly(given, candidate.address) ? candidate : null };
  });
};

/**
 * Two readings have to agree: nodemailer's parser makes one address of `user@x.io .evil.example` and drops the
 * rest of `user@x.io evil@e.io`. Here the entry must be the address only, or have it in angle brackets at the end.
 */
const namesOnly = (given: string, address: string): boolean => {
  if (!isAddress(address)) return false;
  if (given === address) return true;
  if (!given.endsWith(`<${address}>`)) return false;
  const name = given.slice(0, -address.length - 2);
  return !/[<>]/.test(name.replace(/"(?:[^"\\]|\\.)*"/g, ''));
};

const closers: Record<string, string> = { '"': '"', '<': '>', '(': ')' };

const splitList = (list: string): string[] => {
  const pieces: string[] = [];
  let start = 0;
  let closer = '';
  for (let at = 0; at < list.length; at++) {
    const character = list.charAt(at);
    if (closer !== '' && character === '\\') at++;
    else if (character === closer) closer = '';
    else if (closer === '' && (character === ',' || character === ';')) {
      pieces.push(list.slice(start, at));
      start = at + 1;
    } else if (closer === '') closer = closers[character] ?? '';
  }
  pieces.push(list.slice(start));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
};

/** The longest address a mail may go to, in characters (RFC 5321: 64 for the local part, 255 for the domain). */
const addressLimit = 320;

const localPart = /^(?:[^\s"(),:;<>@[\]\\\p{Cc}\p{Cs}]+|"[^"\\<>(),:;@\p{Cc}\p{Cs}]+")$/u;
const domainLabel = /^[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}_])?$/u;
const domainLiteral = /^\[[\dA-Za-z:.]+\]$/;
const ascii = /^[\x20-\x7e]*$/;

/**
 * Says whether `text` is one `local@domain` and nothing else. Unicode is fine on both sides; a quoted local part
 * is, too, unless it hides a character that separates addresses: not every server reads those alike. The ASCII notation of
 * the domain leaves characters out, and has to be a domain as well.
 */
export const isAddress = (text: string): boolean => {
  if (text.length > addressLimit) return false;
  const at = text.lastIndexOf('@');
  return at > 0 && localPart.test(text.slice(0, at)) && isDomain(text.slice(at + 1));
};

const isDomain = (domain: string): boolean =>
  domainLiteral.test(domain) ||
  [domain, asciiDomain(domain)].every((notation) =>
    notation.split('.').every((label) => domainLabel.test(label)),
  );

const asciiDomain = (domain: string): string => (ascii.test(domain) ? domain : domainToASCII(domain));

/** The domain of an address, in ASCII (`bücher.de` as `xn--bcher-kva.de`). */
export const domainOf = (address: string): string => asciiDomain(address.slice(address.lastIndexOf('@') + 1));

/** The address with its domain in ASCII, as envelopes and HTTP APIs take it. */
export const wireAddress = (address: string): string =>
  address === '' ? '' : `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`;

/** `Name <address>` with the name quoted if RFC 5322 asks for it. Without a name, only the address. */
export const formatMailbox = ({ name, address }: Mailbox): string => {
  const wire = wireAddress(address);
  if (name === '') return wire;
  return `${/["(),.:;<>@[\]\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name} <${wire}>`;
};
