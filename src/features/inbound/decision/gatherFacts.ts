import type { Payload, PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { relationColumnOf, relationsTableOf, tableOf } from '../../../core/database/table.ts';
import { openEndsSql } from '../../../core/ports/merge.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type MailThread, mailThreadOf } from '../../mail/feature.ts';
import { canBeAccount, organizationsOfDomain } from '../../people/feature.ts';
import { type InboundSettings, notificationAddress } from '../../settings/feature.ts';
import { type Authentication, isVerdict } from '../authentication/authenticate.ts';
import { addressOf } from '../message/header/author.ts';
import type { InboundMessage } from '../message/readMessage.ts';
import { type LaneName, readerOf } from '../reading/reader.ts';
import type { Output } from '../reading/works.ts';
import { findSenders } from '../senders/sender.ts';
import { signedNames } from '../senders/signedSender.ts';
import type { StoredMail } from '../storage/storedMail.ts';
import { type Facts, type MatchedTicket, mayReply } from './decide.ts';

/** A message under way whose bytes have been read. */
export interface ReadMail extends Pick<Output<'read'>, 'message' | 'judgement' | 'bytes'> {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** The lane that reads it. */
  readonly lane: LaneName;
  /** A request without a transaction, a user, or anything else of its own. */
  readonly req: PayloadRequest;
  readonly mail: StoredMail;
  readonly options: InboundSettings;
}

/** Gathers all that the decision about a person's message rests on. */
export const gatherFacts = async (reading: ReadMail): Promise<Facts> => {
  const { payload, portal, req, message, options } = reading;
  const { author } = message;
  const thread = mailThreadOf(payload, options);
  const address = addressOf(author);
  const senders = address === null ? [] : await findSenders(req, portal, address);
  const [sender] = senders;
  const isOfTeam = senders.some(({ principal }) => !isClient(principal));
  const names = isOfTeam ? signedNames(message, address ?? '') : message;
  const tickets = await matchTickets({
    req,
    portal,
    message: names,
    sender: address ?? '',
    thread,
    mayWriteTo: async (ticket) => sender !== undefined && mayReply(req, portal, sender, ticket),
  });
  const isAnswer = names.recipients.some((recipient) => thread?.hasToken(recipient));
  const named = { author, tickets, hasForeignToken: isAnswer && tickets.length === 0 };
  if (address === null)
    return { ...named, authentication: 'none', senders: [], domainOf: [], mayReply: false };
  const authentication = await authenticationOf(reading, address);
  const mayJoin = senders.length === 0 && !portal.options.existing.users && canBeAccount(address);
  const domainOf = mayJoin ? await organizationsOfDomain(payload, portal, address) : [];
  const [ticket] = tickets;
  return {
    ...named,
    authentication,
    senders,
    domainOf,
    // Last, because a signature takes time to check, in which the ticket may change.
    mayReply: sender && ticket ? await mayReply(req, portal, sender, ticket) : false,
  };
};

const authenticationOf = async (
  { payload, lane, mail, judgement, bytes }: ReadMail,
  from: string,
): Promise<Authentication> =>
  isVerdict(judgement)
    ? judgement
    : readerOf(payload).authenticate(lane, { bytes, from, judgement, connection: mail.connection });

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
const matchTickets = async (clues: TicketClues): Promise<readonly MatchedTicket[]> => {
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

/**
 * The addresses to which mails about a ticket go or went, as far as its records tell: those of its people, of the authors of
 * its replies, and the notification address.
 */
const recipientsOfTicket = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  ticketId: RecordId,
): Promise<readonly string[]> => {
  const { payload } = req;
  if (!isId(payload, ticketId)) return [];
  const { rows } = await runStatement<{ email: string }>(
    req,
    `with people (id) as (
       select unnest(array[requester_id, assignee_id, created_by_id]) from ${tableOf(payload, slugs.tickets)} where id = $1
       union select ${relationColumnOf(payload, slugs.users)} from ${relationsTableOf(payload, slugs.tickets)}
         where path = 'followers' and parent_id = $1
       union select created_by_id from ${tableOf(payload, slugs.ticketReplies)} where ticket_id = $1
     ) select email from ${tableOf(payload, slugs.users)} where id in (select id from people)`,
    [ticketId],
  );
  const team = await notificationAddress(payload);
  return [...rows.map(({ email }) => email), ...(team === null ? [] : [team])];
};
