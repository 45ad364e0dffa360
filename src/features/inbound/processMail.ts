import { isDeepStrictEqual } from 'node:util';
import { createLocalReq } from 'payload';
import type { Job } from '../../core/jobs/jobs.ts';
import { metricsOf } from '../../core/metrics/metrics.ts';
import { reasonOf } from '../../core/shared/errors/errors.ts';
import { mailThreadOf } from '../mail/feature.ts';
import { inboundOptions, ownAddresses } from '../settings/feature.ts';
import { act, inMailTransaction, type Target } from './acting/act.ts';
import type { Authentication } from './authentication/authenticate.ts';
import { isUnansweredDns } from './authentication/UnansweredDns.ts';
import { automaticReason } from './decision/automatic.ts';
import { type Decision, decide } from './decision/decide.ts';
import { gatherFacts, type ReadMail } from './decision/gatherFacts.ts';
import { addressOf } from './message/header/author.ts';
import { describeHeaders } from './message/readHeaders.ts';
import { isUnreadableMessage } from './message/UnreadableMessage.ts';
import { isOverCap, proofOverCap, settleExcess, waitAmongStrangers } from './overCap.ts';
import { readerOf } from './reading/reader.ts';
import type { InboundJob } from './receiveMail.ts';
import { blockOf } from './senders/blockedSenders.ts';
import { hasHadEnough, joiningClient, lockSender } from './senders/joiningClient.ts';
import { isSentAgain } from './senders/signedSender.ts';
import { blocked, type ClaimedMail, type Settled, settle, settleBounce } from './settle.ts';
import { isDecidable } from './storage/fate.ts';
import {
  findMail,
  notedHeaders,
  noteHeaders,
  readRawMail,
  removeRawMail,
  settleMail,
} from './storage/storedMail.ts';
import type { HeldReason } from './vocabulary.ts';

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

/** The reason why a message was not written by a person; null for all others. */
const automatic = async ({ payload, portal, message, options }: ReadMail): Promise<string | null> => {
  const own = await ownAddresses(payload, portal, options);
  return automaticReason(message, { own, thread: mailThreadOf(payload, options) });
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
  inMailTransaction(payload, message, async (req) => {
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
