import { getDomain } from 'tldts';

/** Whether two domains, or addresses, are of one organization: what DMARC calls relaxed alignment (RFC 7489, 3.1). */
export const isAligned = (one: string, other: string): boolean => {
  const [first, second] = [organizationalDomain(one), organizationalDomain(other)];
  return first !== null && first === second;
};

/** Providers' own lists of shared domains count, as everyone may have an address below them. */
const organizationalDomain = (address: string): string | null => {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return getDomain(domain, { allowPrivateDomains: true }) ?? (domain || null);
};
