import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';

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

/** True if a host, in lower case and without brackets, is this machine, to which a password may go without TLS. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** The host of a URL, whose IPv6 address has brackets, as a host to connect to. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
