import { domainToASCII, domainToUnicode } from 'node:url';
import { domainOf } from './hosts.ts';

/** A domain has two notations: `bücher.example` is `xn--bcher-kva.example` in ASCII. */
interface Domain {
  readonly ascii: string;
  readonly unicode: string;
}

const readDomain = (domain: string): Domain => {
  const ascii = domainOf(domain);
  if (ascii === null) return { ascii: smallLetters(domain), unicode: smallLetters(domain) };
  const unicode = domainToUnicode(ascii);
  // `xn--example-.com` would be another person's domain, and `1.2` an address of the network.
  return { ascii, unicode: domainToASCII(unicode) === ascii ? unicode : ascii };
};

/** The Kelvin sign stays: its small letter is the `k` of another person's address. */
const smallLetters = (text: string): string =>
  text.replace(/[^\u212a]+/g, (letters) => letters.toLowerCase());

/** The part of an address up to its `@`, and its domain. A text without an `@` is a domain. */
const split = (address: string): readonly [local: string, domain: string] => {
  const domain = address.lastIndexOf('@') + 1;
  return [address.slice(0, domain), address.slice(domain)];
};

/** An address in small letters, as it is stored and shown. Its domain keeps its notation, Unicode or ASCII. */
export const foldAddress = (address: string): string => {
  const [local, domain] = split(address);
  const { ascii, unicode } = readDomain(domain);
  return `${smallLetters(local)}${/^[\x20-\x7e]*$/.test(domain) ? ascii : unicode}`;
};

/** The one form of an address by which it is compared, counted and locked: in small letters, its domain in ASCII. */
export const canonicalAddress = (address: string): string => {
  const [local, domain] = split(address);
  return `${smallLetters(local)}${readDomain(domain).ascii}`;
};

/** True if two texts name the same address, regardless of case and of the domain's notation. */
export const isSameAddress = (one: string, other: string): boolean =>
  canonicalAddress(one) === canonicalAddress(other);

/**
 * An address, or a domain, in each notation of its domain, for a search among stored ones: as it was given, in ASCII and in
 * Unicode. Capital letters of the local part stay, because PostgreSQL folds some of them differently.
 */
export const notationsOf = (address: string): readonly string[] => {
  const [local, domain] = split(address);
  const { ascii, unicode } = readDomain(domain);
  const given = domain.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return [...new Set([given, ascii, unicode])].map((notation) => `${local}${notation}`);
};
