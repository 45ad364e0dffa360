import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import { canonicalAddress } from '../../../../core/shared/addresses/notations.ts';
import { escaped, plainLine } from './lines.ts';
import { withoutPrefixes } from './separator.ts';

/** The conversation that a message belongs to, as far as its header says. */
export interface Conversation {
  readonly subject: string;
  readonly author: Mailbox;
  /** The mailboxes that the message goes to, a hundred at most. */
  readonly partners: readonly Mailbox[];
}

/**
 * The relation of a quoted mail to the conversation. `own`: it names a partner, or has the subject. `other`: it is by the
 * author's firm or names the author, names no partner, and has another subject. `unknown`: nothing says so.
 */
export type Relation = 'own' | 'other' | 'unknown';

/** The lines that head a quoted mail. The fields are empty if it has none. */
export interface Heading {
  readonly said: string;
  readonly from: string;
  readonly subject: string;
}

export type RelationOf = (heading: Heading) => Relation;

/** QQ writes `&gt;` behind one into its plain part. */
const address = /[^\s<>()[\]"',;:@]{1,100}@[^\s<>()[\]"',;:@&]{1,200}/gu;

/** Our own address with a token is the address without it. */
const bare = (mailbox: string): string => {
  const at = mailbox.lastIndexOf('@');
  const plus = mailbox.indexOf('+');
  return canonicalAddress(plus === -1 || plus > at ? mailbox : mailbox.slice(0, plus) + mailbox.slice(at));
};

const addressesIn = (text: string): string[] => (text.match(address) ?? []).map(bare);

const domainOf = (mailbox: string): string => mailbox.slice(mailbox.lastIndexOf('@') + 1);

/** The shortest name, in characters. Shorter ones stand in other words, too. */
const shortestName = 3;

const longestName = 80;

export const relations = ({ subject, author, partners }: Conversation): RelationOf => {
  const namesPartner = namesOneOf(partners);
  const namesAuthor = namesOneOf([author]);
  const own = withoutPrefixes(subject).toLowerCase();
  const firm = domainOf(bare(author.address));
  return (heading) => {
    const said = plainLine(heading.said);
    if (namesPartner(said)) return 'own';
    const about = withoutPrefixes(heading.subject).toLowerCase();
    if (about === '') return 'unknown';
    if (about === own) return 'own';
    const isOfFirm = addressesIn(heading.from).some((one) => domainOf(one) === firm);
    return isOfFirm || namesAuthor(said) ? 'other' : 'unknown';
  };
};

/** True for a text that has the address or the name of a mailbox. */
const namesOneOf = (mailboxes: readonly Mailbox[]): ((said: string) => boolean) => {
  const known = new Set(mailboxes.map((mailbox) => bare(mailbox.address)));
  const names = mailboxes
    .map(({ name }) => plainLine(name))
    .filter(({ length }) => length >= shortestName && length <= longestName);
  const name = new RegExp(`(?<![\\p{L}\\p{M}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{M}])`, 'iu');
  return (said) => addressesIn(said).some((one) => known.has(one)) || (names.length > 0 && name.test(said));
};
