import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { openEndsSql } from '../../../core/ports/merge.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { MailThread } from '../../mail/feature.ts';
import { recipientsOfTicket } from '../acting/ticketRecipients.ts';
import type { InboundMessage } from '../message/readMessage.ts';
import type { MatchedTicket } from './decide.ts';

/** Number of tickets that a message may name in one way. */
const mostNamed = 10;

interface TicketClues {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly message: Pick<InboundMessage, 'recipients' | 'references' | 'subject'>;
  /** The address of the sender; '' if it is not known for sure. */
  readonly sender: string;
  /** It is null while no address for mail in is set. */
  readonly thread: MailThread | null;
  /** True for a ticket that the sender may write to. */
  mayWriteTo(ticket: MatchedTicket): Promise<boolean>;
}

/**
 * The tickets that a message names, by the first of these that names one: the token in the address it was sent to, the
 * Message-IDs among its references, a `[#id]` in its subject. Several if it was sent to several tokens, or if its subject
 * names several.
 */
export const matchTickets = async (clues: TicketClues): Promise<readonly MatchedTicket[]> => {
  const { req, portal, message } = clues;
  const tokens = await ticketsOfTokens(clues);
  if (tokens.length > 0) return findTickets(req, portal, tokens);
  const referenced = await ticketsOfReferences(clues);
  if (referenced !== null) return referenced;
  // Names of no ticket may be another system's, or words of the client's own.
  return findTickets(req, portal, idsInSubject(message.subject));
};

/** The tickets of our reply addresses, those that were signed for other people of the ticket included. */
const ticketsOfTokens = async ({
  req,
  portal,
  message,
  sender,
  thread,
}: TicketClues): Promise<readonly RecordId[]> => {
  if (!thread) return [];
  const found: RecordId[] = [];
  const named = message.recipients.flatMap((address) => {
    const ticket = thread.ticketNamedBy(address);
    return ticket === null ? [] : [{ address, ticket }];
  });
  for (const { address, ticket } of named) {
    if (thread.ticketOfAddress(address, sender) !== null) found.push(ticket);
  }
  // A later step decides which tickets the sender may write to, as with the other names.
  for (const { address, ticket } of named.filter((one) => !found.includes(one.ticket)).slice(0, mostNamed)) {
    const recipients = await recipientsOfTicket(req, portal, ticket);
    const isOurs = recipients.some((recipient) => thread.ticketOfAddress(address, recipient) !== null);
    if (isOurs) found.push(ticket);
  }
  return [...new Set(found)];
};

/** The tickets of the nearest Message-ID that has any; null if none has. */
const ticketsOfReferences = async ({
  req,
  portal,
  message,
  thread,
  mayWriteTo,
}: TicketClues): Promise<readonly MatchedTicket[] | null> => {
  const received = await ticketsOfReceived(req, portal, message.references);
  for (const id of message.references) {
    const own = thread?.ticketOfMessageId(id) ?? null;
    if (own !== null) return findTickets(req, portal, [own]);
    const tickets = received.get(id);
    if (!tickets) continue;
    // Anyone can write a mail with the Message-ID of another one.
    const open: MatchedTicket[] = [];
    const ends = await findTickets(req, portal, tickets);
    for (const ticket of ends) if (await mayWriteTo(ticket)) open.push(ticket);
    return open.length > 0 ? open : ends.slice(0, 1);
  }
  return null;
};

/** The tickets of the mails that became part of one, by their Message-IDs. */
const ticketsOfReceived = async (
  req: PayloadRequest,
  { options }: PortalContext,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RecordId[]>> => {
  if (messageIds.length === 0) return new Map();
  const { rows } = await runStatement<{ message_id: string; tickets: RecordId[] }>(
    req,
    `select message_id, array_agg(distinct ticket_id) as tickets from ${tableOf(req.payload, options.slugs.inboundMails)}
     where message_id = any($1) and outcome in ('reply', 'ticket') and ticket_id is not null group by message_id`,
    [[...messageIds]],
  );
  return new Map(rows.map(({ message_id, tickets }) => [message_id, tickets]));
};

const idsInSubject = (subject: string | null): RecordId[] =>
  [...(subject ?? '').matchAll(/\[#([\w-]{1,64})\]/g)].slice(0, mostNamed).map(([, id = '']) => id);

const findTickets = async (
  req: PayloadRequest,
  { options }: PortalContext,
  ids: readonly RecordId[],
): Promise<readonly MatchedTicket[]> => {
  const possible = ids.filter((id) => isId(req.payload, id));
  if (possible.length === 0) return [];
  const { rows } = await runStatement<{ id: RecordId; organization: RecordId | null }>(
    req,
    openEndsSql(tableOf(req.payload, options.slugs.tickets)),
    [possible],
  );
  return rows;
};
