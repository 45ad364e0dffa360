import addressparser from 'nodemailer-10/lib/addressparser';
import type { Mailbox } from '../transport.ts';
import { isAddress } from './address.ts';

/** One entry of an address field: as it was given, and the mailbox that it names. Null if it does not name exactly one. */
export interface ListedMailbox {
  readonly given: string;
  readonly mailbox: Mailbox | null;
}

/** Longer lists have to come as arrays: parsers are slow on long strings. In characters. */
const listLimit = 100_000;

/** One name with its address. In characters. */
const entryLimit = 2_000;

/** Arrays within arrays, all together: more is no address field. */
const arrayLimit = 1_000;

/**
 * Reads an address field the way nodemailer takes it (`Ann <a@x.io>, b@y.io`, `{ name, address }`, arrays of
 * both), but strictly: what nodemailer would repair, join or pick from is no mailbox here. Never throws.
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
