import { isDeepStrictEqual } from 'node:util';
import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { isClient } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import type { Job } from '../../core/jobs/jobs.ts';
import { metricsOf } from '../../core/metrics/metrics.ts';
import { reachesTicket } from '../../core/reach/reachSql.ts';
import { idText } from '../../core/shared/ids.ts';
import { takeEvents } from '../delivery/feature.ts';
import { mailThreadOf } from '../mail/feature.ts';
import { canBeAccount, organizationsOfDomain } from '../people/feature.ts';
import type { InboundSettings } from '../settings/feature.ts';
import { inboundOptions } from '../settings/feature.ts';
import { act, inMailTransaction, type Target } from './act.ts';
import type { Authentication } from './authentication/authenticate.ts';
import { automaticReason } from './automatic.ts';
import { blockOf } from './blockedSenders.ts';
import type { Bounce } from './bounce/vocabulary.ts';
import { type Decision, decide, type Facts, type MatchedTicket, mayWrite } from './decide.ts';
import { isDecidable } from './fate.ts';
import { joiningClient } from './joiningClient.ts';
import { matchTickets } from './matchTickets.ts';
import { addressOf } from './message/author.ts';
import { describeHeaders } from './message/readHeaders.ts';
import type { InboundMessage } from './message/readMessage.ts';
import { isUnreadableMessage } from './message/UnreadableMessage.ts';
import { ownAddresses } from './ownAddresses.ts';
import { readRawMail, removeRawMail } from './rawMail.ts';
import { readerOf, type Senders } from './reading/reader.ts';
import type { InboundJob } from './receiveMail.ts';
import { findSenders, type Sender } from './sender.ts';
import { hasHadEnough, lockSender } from './senderLimit.ts';
import { signedNames } from './signedNames.ts';
import {
  findMail,
  notedHeaders,
  noteHeaders,
  type Settlement,
  type StoredMail,
  settleMail,
} from './storedMail.ts';
import type { HeldReason, InboundOutcome } from './vocabulary.ts';

interface Parts {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** The queue in which the message waits. */
  readonly senders: Senders;
}

interface ClaimedMail extends Parts {
  /** Without a transaction, a user, or anything else of a request. */
  readonly req: PayloadRequest;
  readonly mail: StoredMail;
}

/** Number of attempts to process a message before it counts as failed. */
const mostTries = 10;

/** Processes a message that waits. A message that cannot be processed is tried again; after ten tries staff decide. */
export const processMail = async (
  { payload, portal, senders }: Parts,
  { data: { mailId }, claims }: Pick<Job<InboundJob>, 'data' | 'claims'>,
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  const mail = await findMail(req, portal, mailId);
  if (!mail) return;
  const settled = mail.outcome
    ? { outcome: mail.outcome, reason: mail.reason }
    : await processOnce({ payload, portal, senders, req, mail }, claims);
  // A message that staff have accepted in the meantime is kept.
  if (settled && !isDecidable(settled) && mail.settled_by_id === null)
    await removeRawMail(payload, portal.options.slugs.inboundMails, mail);
};

interface Settled {
  readonly outcome: InboundOutcome;
  readonly reason: string | null;
}

/** @returns the outcome; null if another process was first */
const processOnce = async (claimed: ClaimedMail, claims: number): Promise<Settled | null> => {
  const settled = await tryToProcess(claimed, claims).catch((error: unknown) => {
    const reason = finalReason(error, claims);
    if (reason === null) throw error;
    return settle(claimed, { outcome: 'failed', reason });
  });
  if (settled) metricsOf(claimed.payload).count('inbound_processed', { outcome: settled.outcome });
  return settled;
};

/** The reason why a message failed for good; null if it is retried. */
const finalReason = (error: unknown, claims: number): string | null => {
  const message = error instanceof Error ? error.message : String(error);
  if (isUnreadableMessage(error)) return message;
  return claims >= mostTries ? `Tried ${mostTries} times: ${message}` : null;
};

const tryToProcess = async (claimed: ClaimedMail, claims: number): Promise<Settled | null> => {
  const { payload, portal, senders, mail, req } = claimed;
  // A message that ends its process never gets to an error.
  if (claims > mostTries) throw new Error('each time the process ended.');
  const raw = await readRawMail(payload, portal.options.slugs.inboundMails, mail);
  if (!raw) throw new Error('the raw message is not in the file storage.');
  // A message over the limit is not read.
  if (await isOverCap(claimed, mail.from)) return settleExcess(claimed, mail.from);
  const envelopeSender = mail.connection?.sender ?? null;
  const { message, bounce, bytes } = await readerOf(payload).read(senders, { bytes: raw, envelopeSender });
  const headers = describeHeaders(message);
  // Of a long header only the beginning was read at the receipt; of a message that is processed again, another version may have.
  if (!isDeepStrictEqual(headers, notedHeaders(mail))) await noteHeaders(req, portal, mail.id, headers);
  if (headers.from !== mail.from && (await isOverCap(claimed, headers.from)))
    return settleExcess(claimed, headers.from);
  const reading = {
    ...claimed,
    message,
    bytes,
    options: await inboundOptions(payload, portal.options.inbound),
  };
  if (bounce) return settleBounce(reading, bounce);
  if ((await blockOf(payload, addressOf(message.author))) !== null)
    return settle(claimed, { ...blocked, text: message.text });
  const ignored = await automatic(reading);
  if (ignored === null) return carryOut(reading);
  return settle(claimed, { outcome: 'ignored', reason: ignored, text: message.text });
};

const blocked = { outcome: 'ignored', reason: 'blocked' } as const;

/** A message over the limit of its sender waits, unless the sender is blocked. */
const settleExcess = async (claimed: ClaimedMail, address: string | null): Promise<Settled | null> =>
  settle(
    claimed,
    (await blockOf(claimed.payload, address)) === null ? { outcome: 'held', reason: 'too_many' } : blocked,
  );

const isOverCap = async ({ portal, req }: ClaimedMail, address: string | null): Promise<boolean> =>
  address !== null && hasHadEnough(req, portal, address);

interface ReadMail extends ClaimedMail {
  readonly message: InboundMessage;
  readonly bytes: Uint8Array;
  readonly options: InboundSettings;
}

/** The reason why a message was not written by a person; null for all others. */
const automatic = async ({ payload, portal, message, options }: ReadMail): Promise<string | null> => {
  const own = await ownAddresses(payload, portal, options);
  return automaticReason(message, { own, thread: mailThreadOf(payload, options) });
};

/** Records the report of a bounce about the mail that came back, and settles the bounce. */
const settleBounce = (reading: ReadMail, bounce: Bounce): Promise<Settled | null> => {
  const { portal, mail, message } = reading;
  const events = bounce.recipients.map(({ address, ...said }) => ({
    ...said,
    eventId: `mail ${mail.id}`,
    messageIds: bounce.messageIds,
    recipient: address ?? '',
    at: mail.received_at,
  }));
  return settle(reading, { outcome: 'bounce', text: message.text }, async (req) => {
    if (bounce.messageIds.length === 0) return {};
    const [email] = (await takeEvents(req, portal, 'mail', events)).emails;
    return { logRowId: email === undefined ? null : idText(email) };
  });
};

/** Decides what becomes of a person's message, and does it. */
const carryOut = async (reading: ReadMail): Promise<Settled | null> => {
  const facts = await gatherFacts(reading);
  const { authentication } = facts;
  const decision = await withinReach(reading, decide(facts));
  if (decision.kind === 'reply' || decision.kind === 'ticket')
    return createFrom(reading, { decision, authentication });
  const { kind: outcome, reason } = decision;
  return settle(reading, { outcome, reason, authentication, text: reading.message.text });
};

/** A client of an organization whose clients see only their own tickets does not reply to those of others. */
const withinReach = async ({ req, portal }: ReadMail, decision: Decision): Promise<Decision> => {
  if (decision.kind !== 'reply') return decision;
  const isOpen = await mayReply(req, portal, decision.sender, decision.ticket);
  return isOpen ? decision : { kind: 'held', reason: 'not_a_participant' };
};

const mayReply = async (
  req: PayloadRequest,
  portal: PortalContext,
  { principal }: Sender,
  ticket: MatchedTicket,
): Promise<boolean> =>
  mayWrite(principal, ticket.organization) && (await reachesTicket(req, portal, principal, ticket));

const gatherFacts = async (reading: ReadMail): Promise<Facts> => {
  const { payload, portal, senders: among, req, message, mail, bytes, options } = reading;
  const { author } = message;
  const thread = mailThreadOf(payload, options);
  const address = addressOf(author);
  const senders = address === null ? [] : await findSenders(req, portal, address);
  const isOfTeam = senders.some(({ principal }) => !isClient(principal));
  const names = isOfTeam ? signedNames(message, address ?? '') : message;
  const tickets = await matchTickets({
    req,
    portal,
    message: names,
    sender: address ?? '',
    thread,
    mayWriteTo: async (ticket) => {
      const [sender] = senders;
      return sender !== undefined && (await mayReply(req, portal, sender, ticket));
    },
  });
  const isAnswer = names.recipients.some((recipient) => thread?.hasToken(recipient));
  const named = { author, tickets, hasForeignToken: isAnswer && tickets.length === 0 };
  if (address === null) return { ...named, authentication: 'none', senders: [], domainOf: [] };
  const authentication = await readerOf(payload).authenticate(among, {
    bytes,
    from: address,
    serverResults: message.serverResults,
    connection: mail.connection,
    trustedAuthservId: options.trustedAuthservId[mail.via],
  });
  const mayJoin = senders.length === 0 && !portal.options.existing.users && canBeAccount(address);
  const domainOf = mayJoin ? await organizationsOfDomain(payload, portal, address) : [];
  return { ...named, authentication, senders, domainOf };
};

/**
 * Writes an outcome that creates nothing, unless another process was first.
 *
 * @param also further work in the same transaction; it returns additions to the outcome
 */
const settle = async (
  { payload, portal, mail }: ClaimedMail,
  settlement: Settlement,
  also: (req: PayloadRequest) => Promise<Partial<Settlement>> = async () => ({}),
): Promise<Settled | null> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const locked = await findMail(req, portal, mail.id, 'for update');
    if (locked?.outcome !== null) return null;
    await settleMail(req, portal, mail.id, { ...settlement, ...(await also(req)) });
    return { outcome: settlement.outcome, reason: settlement.reason ?? null };
  });
};

type Creation = Extract<Decision, { kind: 'reply' | 'ticket' }>;

interface DecidedCreation {
  readonly decision: Creation;
  readonly authentication: Authentication;
}

/** Creates what was decided, unless another process was first. */
const createFrom = (
  { payload, portal, mail, message }: ReadMail,
  { decision, authentication }: DecidedCreation,
): Promise<Settled | null> =>
  inMailTransaction(payload, async (req, refused) => {
    const locked = await findMail(req, portal, mail.id, 'for update');
    if (locked?.outcome !== null) return null;
    const hold = async (reason: HeldReason) => {
      const { text } = message;
      await settleMail(req, portal, mail.id, { outcome: 'held', reason, authentication, text });
      return { outcome: 'held' as const, reason };
    };
    const address = addressOf(message.author) ?? '';
    await lockSender(req, address);
    if (await hasHadEnough(req, portal, address)) return hold('too_many');
    const target = targetOf(decision);
    const sender =
      decision.sender ?? (await joiningClient({ req, portal, message, organization: target.organization }));
    if (sender === 'too_many' || sender === 'ambiguous') return hold(sender);
    const created = await act({ req, portal, message, target, sender, refused, receipt: 'seldom' });
    await settleMail(req, portal, mail.id, { outcome: decision.kind, authentication, ...created });
    return { outcome: decision.kind, reason: null };
  });

/** A reply goes to the ticket that its own was merged into, if that happened since the decision. */
const targetOf = (decision: Creation): Target =>
  decision.kind === 'ticket'
    ? { kind: 'ticket', organization: decision.organization }
    : { kind: 'reply', ticketId: decision.ticket.id, organization: decision.ticket.organization };
