import { getDomain } from 'tldts';
import { domainOf } from '../../../core/shared/addresses/hosts.ts';

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
export const organizationalDomain = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true, extractHostname: false }) ?? domain;
