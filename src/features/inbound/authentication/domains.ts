import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

/**
 * The domain of an address, or a domain itself, in lower-case ASCII; null if it is not the name of a host.
 *
 * The signer chooses the name. DNS would look up `victim.example/.evil.example` at evil.example, and a parser of URLs reads
 * victim.example from it.
 */
export const domainOf = (address: string): string | null => {
  const domain = address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, '');
  if (!hostName.test(domain)) return null;
  return isAscii(domain) ? domain.toLowerCase() : domainToASCII(domain) || null;
};

const hostName = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;

const isAscii = (text: string): boolean => /^[\w.-]+$/.test(text);

/** The required likeness of two domains: parts of one organization, or equal (RFC 7489, 3.1). */
export type Alignment = 'relaxed' | 'strict';

/** True if two domains, or addresses, are aligned. */
export const isAligned = (one: string, other: string, alignment: Alignment = 'relaxed'): boolean => {
  const [first, second] = [domainOf(one), domainOf(other)];
  if (first === null || second === null) return false;
  if (alignment === 'strict') return first === second;
  return organizationalDomain(first) === organizationalDomain(second);
};

/** Providers' own lists of shared domains count, as everyone may have an address below them. */
const organizationalDomain = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true, extractHostname: false }) ?? domain;
