import { addressParser } from 'postal-mime';
import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import { inLine, withoutComments } from './fields.ts';

/** No one has more names or senders. */
const mostSenders = 100;
const mostRecipients = 1_000;
const longestName = 255;

type Header = (name: string) => readonly string[];

/** Servers on the way add these: they name the address that a message was delivered to, whatever `To` says. */
const delivered = [
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
] as const;

/** All mailboxes of all `From` fields, groups flattened. */
export const readSenders = (header: Header): Mailbox[] => {
  const named = mailboxesOf(header, ['from']);
  return mailboxesOf((name) => header(name).map(withoutRoutes), ['from'])
    .filter(({ address }) => address !== '')
    .slice(0, mostSenders)
    .map(({ name, address }) => {
      // A comment may be the name, and never the address.
      const known = name || named.find((one) => one.address === address)?.name || '';
      return { name: inLine(known, longestName), address };
    });
};

/** Nothing is left of a list that begins with a bare route, which servers read in different ways. */
const withoutRoutes = (value: string): string => {
  const plain = withoutComments(value);
  return /(?:^|,)\s*@[^<,]*:/.test(plain) ? '' : plain;
};

/** The longest field, in characters. Reading a longer one takes its time, and no one sends one. */
const longestField = 100_000;

/** The beginning of an address field, up to the last comma within a length. */
export const firstOf = (value: string, longest: number): string =>
  value.length <= longest ? value : value.slice(0, Math.max(0, value.lastIndexOf(',', longest)));

/** The header with the beginnings of its fields alone. */
const shortened =
  (header: Header): Header =>
  (name) =>
    header(name).map((value) => firstOf(value, longestField));

/** The addresses that a message is for. Addresses that servers noted come first, so that a long `To` displaces none of them. */
export const readRecipients = (header: Header): string[] => {
  const found = new Set(
    mailboxesOf(shortened(header), [...delivered, 'to', 'cc']).map(({ address }) => address),
  );
  found.delete('');
  return [...found].slice(0, mostRecipients);
};

const longestList = 1_000;

/** The addresses of To and Cc as one text. */
export const describeRecipients = (header: Header): string =>
  inLine(
    mailboxesOf(shortened(header), ['to', 'cc'])
      .map(({ address }) => address)
      .filter((address) => address !== '')
      .slice(0, mostRecipients)
      .join(', '),
    longestList,
  );

const mailboxesOf = (header: Header, names: readonly string[]): Mailbox[] =>
  names
    .flatMap((name) => header(name))
    .flatMap((value) => addressParser(value, { flatten: true }))
    .map(({ name, address }) => ({ name, address: inLine(address ?? '', longestAddress) }));

/** Longer than any that can receive mail, in characters. */
const longestAddress = 1_000;
