import { isDeepStrictEqual } from 'node:util';
import { createLocalReq, type PayloadRequest } from 'payload';
import { inTransaction } from '../../core/database/transaction.ts';
import { enqueue, type Job } from '../../core/jobs/jobs.ts';
import { metricsOf } from '../../core/metrics/metrics.ts';
import { reasonOf } from '../../core/shared/errors/errors.ts';
import { idText } from '../../core/shared/values/ids.ts';
import { takeEvents } from '../delivery/feature.ts';
import { mailThreadOf } from '../mail/feature.ts';
import { inboundOptions, ownAddresses } from '../settings/feature.ts';
import { act, inMailTransaction, type Target } from './acting/act.ts';
import { type Authentication, isVerdict } from './authentication/authenticate.ts';
import { isUnansweredDns } from './authentication/UnansweredDns.ts';
import type { Bounce } from './bounce/vocabulary.ts';
import { automaticReason } from './decision/automatic.ts';
import { type Decision, decide } from './decision/decide.ts';
import { gatherFacts, type ReadMail } from './decision/gatherFacts.ts';
import { addressOf } from './message/header/author.ts';
import { describeHeaders } from './message/readHeaders.ts';
import { isUnreadableMessage } from './message/UnreadableMessage.ts';
import { readerOf } from './reading/reader.ts';
import { type InboundJob, inboundQueues } from './receiveMail.ts';
import { blockOf } from './senders/blockedSenders.ts';
import { hasHadEnough, joiningClient, lockSender } from './senders/joiningClient.ts';
import { isSentAgain } from './senders/signedSender.ts';
import { isDecidable } from './storage/fate.ts';
import {
  findMail,
  notedHeaders,
  noteHeaders,
  readRawMail,
  removeRawMail,
  type Settlement,
  settleMail,
} from './storage/storedMail.ts';
import type { HeldReason, InboundOutcome } from './vocabulary.ts';

type ClaimedMail = Omit<ReadMail, 'message' | 'judgement' | 'bytes' | 'options'>;

/** Number of attempts to process a message before it counts as failed. */
const mostTries = 10;

/** Processes a message that waits. A message that cannot be processed is tried again; after ten tries staff decide. */
export const processMail = async (
  { payload, portal, lane }: Pick<ReadMail, 'payload' | 'portal' | 'lane'>,
  { data: { mailId }, claims }: Pick<Job<InboundJob>, 'data' | 'claims'>,
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  const mail = await findMail(req, portal, mailId);
  if (!mail) return;
  const settled = mail.outcome
    ? { outcome: mail.outcome, reason: mail.reason }
    : await processOnce({ payload, portal, lane, req, mail }, claims);
  // A message that staff have accepted in the meantime is kept.
  if (settled && !isDecidable(settled) && mail.settled_by_id === null)
    await removeRawMail(payload, portal.options.slugs.inboundMails, mail);
};

/** @returns the outcome; null if another process was first, or is to be next */
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
  if (isUnreadableMessage(error)) return error.message;
  return claims >= mostTries ? `Tried ${mostTries} times: ${reasonOf(error)}` : null;
};

const tryToProcess = async (claimed: ClaimedMail, claims: number): Promise<Settled | null> => {
  const { payload, portal, lane, mail, req } = claimed;
  // A message that ends its process never gets to an error.
  if (claims > mostTries) throw new Error('each time the process ended.');
  const raw = await readRawMail(payload, portal.options.slugs.inboundMails, mail);
  if (!raw) throw new Error('the raw message is not in the file storage.');
  const options = await inboundOptions(payload, portal.options.inbound);
  const trustedAuthservId = options.trustedAuthservId[mail.via];
  // A message over the limit is not read, unless it is proven to be from its sender.
  if (await isOverCap(claimed, mail.from)) {
    const proof = await proofOverCap(claimed, raw, trustedAuthservId);
    if (proof === 'later') return waitAmongStrangers(claimed);
    if (proof !== 'pass') return settleExcess(claimed, mail.from);
  }
  const envelopeSender = mail.connection?.sender ?? null;
  const { bounce, ...read } = await readerOf(payload).read(lane, {
    bytes: raw,
    envelopeSender,
    trustedAuthservId,
  });
  const { message } = read;
  const headers = describeHeaders(message);
  // The receipt read only the beginning of a long header; another version may have read a message that is processed again.
  if (!isDeepStrictEqual(headers, notedHeaders(mail))) await noteHeaders(req, portal, mail.id, headers);
  if (headers.from !== mail.from && (await isOverCap(claimed, headers.from)))
    return settleExcess(claimed, headers.from);
  const reading = { ...claimed, ...read, options };
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

/**
 * The proof of a message over the limit of its sender, as long as proven ones are below theirs. `later`: its signature is to be
 * checked, which takes time that the messages of known people do not wait for.
 */
const proofOverCap = async (
  claimed: ClaimedMail,
  bytes: Uint8Array,
  trustedAuthservId: string | null,
): Promise<Authentication | 'later'> => {
  const { payload, lane, mail } = claimed;
  if (mail.from === null || (await isOverCap(claimed, mail.from, true))) return 'none';
  const judgement = await readerOf(payload).judge({ bytes, trustedAuthservId });
  if (isVerdict(judgement)) return judgement;
  if (lane === 'known') return 'later';
  const unproven = { bytes: new Uint8Array(bytes), from: mail.from, judgement, connection: mail.connection };
  return readerOf(payload)
    .authenticate(lane, unproven)
    .catch((error: unknown) => {
      if (isUnansweredDns(error)) return 'none';
      throw error;
    });
};

/** Leaves a message to the lane of strangers. */
const waitAmongStrangers = async ({ req, mail }: ClaimedMail): Promise<null> => {
  await enqueue(req, inboundQueues.strangers, { mailId: mail.id });
  return null;
};

const isOverCap = async (
  { portal, req }: ClaimedMail,
  address: string | null,
  isProven = false,
): Promise<boolean> => address !== null && hasHadEnough(req, portal, address, { isProven });

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
  const { text } = reading.message;
  const facts = await gatherFacts(reading).catch(async (error: unknown) => {
    if (isUnansweredDns(error) && (await areEnoughWaiting(reading))) return null;
    throw error;
  });
  if (!facts) return settle(reading, { outcome: 'held', reason: 'too_many', text });
  const { authentication } = facts;
  const decision = decide(facts);
  if (decision.kind === 'reply' || decision.kind === 'ticket')
    return createFrom(reading, { decision, authentication });
  const { kind: outcome, reason } = decision;
  return settle(reading, { outcome, reason, authentication, text });
};

/** True if so many messages of the sender wait already that this one need not: each is tried again and again. */
const areEnoughWaiting = async ({ req, portal, mail, message }: ReadMail): Promise<boolean> => {
  const address = addressOf(message.author);
  return address !== null && hasHadEnough(req, portal, address, { before: mail });
};

interface Settled {
  readonly outcome: InboundOutcome;
  readonly reason: string | null;
}

/**
 * Writes an outcome that creates nothing, unless another process was first.
 *
 * @param also further work in the same transaction; it returns additions to the outcome
 */
const settle = async (
  { payload, portal, mail }: Pick<ReadMail, 'payload' | 'portal' | 'mail'>,
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
  inMailTransaction(payload, message, async (req, refused) => {
    const locked = await findMail(req, portal, mail.id, 'for update');
    if (locked?.outcome !== null) return null;
    const hold = async (reason: HeldReason) => {
      const { text } = message;
      await settleMail(req, portal, mail.id, { outcome: 'held', reason, authentication, text });
      return { outcome: 'held' as const, reason };
    };
    const address = addressOf(message.author) ?? '';
    await lockSender(req, address);
    const isProven = authentication === 'pass';
    if (await hasHadEnough(req, portal, address, { isProven })) return hold('too_many');
    if (isProven && (await isSentAgain({ req, message, from: address, mailId: mail.id })))
      return hold('ambiguous');
    const target = targetOf(decision);
    const sender =
      decision.sender ?? (await joiningClient({ req, portal, message, organization: target.organization }));
    if (sender === 'too_many' || sender === 'ambiguous') return hold(sender);
    const created = await act({
      req,
      portal,
      message,
      isProven,
      target,
      sender,
      refused,
      receipt: 'seldom',
    });
    await settleMail(req, portal, mail.id, { outcome: decision.kind, authentication, ...created });
    return { outcome: decision.kind, reason: null };
  });

/** A reply goes to the ticket that its own was merged into, if that happened since the decision. */
const targetOf = (decision: Creation): Target =>
  decision.kind === 'ticket'
    ? { kind: 'ticket', organization: decision.organization }
    : { kind: 'reply', ticketId: decision.ticket.id, organization: decision.ticket.organization };
