import { domainToASCII } from 'node:url';
import type { Mailbox } from '../transport.ts';

/** The longest address a mail may go to, in characters (RFC 5321: 64 for the local part, 255 for the domain). */
const addressLimit = 320;

const localPart = /^(?:[^\s"(),:;<>@[\]\\\p{Cc}\p{Cs}]+|"[^"\\<>(),:;@\p{Cc}\p{Cs}]+")$/u;
const domainLabel = /^[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}_])?$/u;
const domainLiteral = /^\[[\dA-Za-z:.]+\]$/;
const ascii = /^[\x20-\x7e]*$/;

/**
 * Says whether `text` is one `local@domain` and nothing else. Unicode is fine on both sides; a quoted local part
 * is, too, unless it hides a character that separates addresses: not every server reads those alike.
 */
export const isAddress = (text: string): boolean => {
  if (text.length > addressLimit) return false;
  const at = text.lastIndexOf('@');
  return at > 0 && localPart.test(text.slice(0, at)) && isDomain(text.slice(at + 1));
};

const isDomain = (domain: string): boolean =>
  domainLiteral.test(domain) ||
  (domain.split('.').every((label) => domainLabel.test(label)) && asciiDomain(domain) !== '');

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
