import { isIPv4 } from 'node:net';

/** True if a host, in lower case and without brackets, is this machine, to which a password may go without TLS. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** The host of a URL, whose IPv6 address has brackets, as a host to connect to. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
