import type { CollectionSlug, PayloadRequest } from 'payload';
import { reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { seesWholeOrganizations } from '../../../core/reach/reachSql.ts';
import { readAddressList } from '../../../core/shared/addresses/addressList.ts';
import {
  canonicalAddress,
  foldAddress,
  isSameAddress,
  notationsOf,
} from '../../../core/shared/addresses/notations.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { inboundOptions, isOwn, ownAddresses } from '../../settings/feature.ts';
import { addCopiedFollowers } from '../../tickets/feature.ts';
import { firstOf } from '../message/header/mailboxes.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';
import { findSenders, type Sender } from '../senders/sender.ts';
import { signedFields } from '../senders/signedSender.ts';

/** Number of addresses in `Cc` that are looked at. */
const mostCopied = 50;

/** The length of a field that is looked at, in characters: room for as many addresses with their names. */
const longestField = 10_000;

/** The addresses in `Cc` of a message, each once in small letters. */
export const copiedAddresses = (message: Pick<InboundMessage, 'headers'>): readonly string[] => {
  const listed = headerOf(message)('Cc').flatMap((value) => readAddressList(firstOf(value, longestField)));
  const addresses = listed.flatMap(({ mailbox }) => (mailbox ? [foldAddress(mailbox.address)] : []));
  const byForm = new Map(addresses.map((address) => [canonicalAddress(address), address]));
  return [...byForm.values()].slice(0, mostCopied);
};

interface CopiedMail {
  /** The client's request, in the transaction of their message. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly message: InboundMessage;
  readonly isProven: boolean;
  readonly ticketId: RecordId;
  readonly organization: RecordId | null;
  readonly sender: Sender;
}

/**
 * Makes the colleagues whom a client copied followers of the ticket.
 *
 * @returns an internal note about those who do not follow it; null if there are none that no earlier note names
 */
export const followCopied = async (copied: CopiedMail): Promise<string | null> => {
  const { req, portal, message, ticketId } = copied;
  const sender = foldAddress(String(copied.sender.user.email));
  const named = copiedAddresses(message).filter((address) => !isSameAddress(address, sender));
  if (named.length === 0) return null;
  const own = await ownAddresses(
    req.payload,
    portal,
    await inboundOptions(req.payload, portal.options.inbound),
  );
  const others = named.filter((address) => !isOwn(address, own));
  if (others.length === 0) return null;
  const { colleagues, strangers } = await tellApart(copied, others);
  const people = (await mayShow(copied, sender)) ? colleagues : [];
  const left = await addCopiedFollowers({ req, portal, ticketId, people: people.map(({ id }) => id) });
  const noted = await notedAddresses(req, portal, ticketId);
  const isNoted = (address: string) => notationsOf(address).some((one) => noted.includes(`- ${one}`));
  const newAmong = (named: readonly { readonly address: string }[]) =>
    named.map(({ address }) => address).filter((address) => !isNoted(address));
  return noteOfCopied({
    strangers: newAmong(strangers),
    tooMany: newAmong(people.filter(({ id }) => left.some((one) => idText(one) === idText(id)))),
    unproven: newAmong(colleagues.filter((one) => !people.includes(one))),
  });
};

/**
 * True if a copied colleague may become a follower: if they see the ticket anyway, or if the sender is proven to have copied
 * them. Anyone can write a mail in another's name, or add the field to one that was signed.
 */
const mayShow = async (
  { req, portal, message, isProven, sender }: CopiedMail,
  from: string,
): Promise<boolean> =>
  (isProven && signedFields(message, from)('Cc')) || seesWholeOrganizations(req, portal, sender.principal);

interface Colleague {
  readonly id: RecordId;
  readonly address: string;
}

/** Separates people of the ticket's organization from strangers. Staff are neither. */
const tellApart = async (
  { req, portal, organization }: CopiedMail,
  addresses: readonly string[],
): Promise<{ colleagues: readonly Colleague[]; strangers: readonly { readonly address: string }[] }> => {
  const colleagues: Colleague[] = [];
  const strangers: { address: string }[] = [];
  for (const address of addresses) {
    const [person, other] = await findSenders(req, portal, address);
    const isNear = person && !other && reaches(person.principal, organization);
    if (!isNear) strangers.push({ address });
    else if (!person.principal.spans) colleagues.push({ id: person.principal.id, address });
  }
  return { colleagues, strangers };
};

/** The lines of the portal's own notes on a ticket. */
const notedAddresses = async (
  req: PayloadRequest,
  { options }: PortalContext,
  ticketId: RecordId,
): Promise<readonly string[]> => {
  const replies = options.slugs.ticketReplies as CollectionSlug;
  const { rows } = await runStatement<{ text: string }>(
    req,
    `select text from ${tableOf(req.payload, replies)}
     where ticket_id = $1 and internal and source = 'email' and created_by_id is null`,
    [ticketId],
  );
  return rows.flatMap(({ text }) => text.split('\n'));
};

interface LeftOut {
  readonly strangers: readonly string[];
  readonly tooMany: readonly string[];
  readonly unproven: readonly string[];
}

const noteOfCopied = ({ strangers, tooMany, unproven }: LeftOut): string | null => {
  const paragraphs = [
    ...listUnder(
      'Copied (Cc), but not a follower, because the address belongs to no one of this organization:',
      strangers,
    ),
    ...listUnder('Copied (Cc), but not a follower, because the ticket has as many as it can have:', tooMany),
    ...listUnder(
      'Copied (Cc), but not a follower, because it is not proven that the sender copied them, and the clients of this organization see only their own tickets:',
      unproven,
    ),
  ];
  return paragraphs.length === 0 ? null : paragraphs.join('\n\n');
};

const listUnder = (head: string, addresses: readonly string[]): readonly string[] =>
  addresses.length === 0 ? [] : [[head, ...addresses.map((address) => `- ${address}`)].join('\n')];
