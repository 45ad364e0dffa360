import { enqueue } from '../../core/jobs/jobs.ts';
import { type Authentication, isVerdict } from './authentication/authenticate.ts';
import { isUnansweredDns } from './authentication/UnansweredDns.ts';
import { readerOf } from './reading/reader.ts';
import { inboundQueues } from './receiveMail.ts';
import { blockOf } from './senders/blockedSenders.ts';
import { hasHadEnough } from './senders/joiningClient.ts';
import { blocked, type ClaimedMail, type Settled, settle } from './settle.ts';

/** A message over the limit of its sender waits, unless the sender is blocked. */
export const settleExcess = async (claimed: ClaimedMail, address: string | null): Promise<Settled | null> =>
  settle(
    claimed,
    (await blockOf(claimed.payload, address)) === null ? { outcome: 'held', reason: 'too_many' } : blocked,
  );

/**
 * The proof of a message over the limit of its sender, as long as proven ones are below theirs. `later`: its signature is to be
 * checked, which takes time that the messages of known people do not wait for.
 */
export const proofOverCap = async (
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
export const waitAmongStrangers = async ({ req, mail }: ClaimedMail): Promise<null> => {
  await enqueue(req, inboundQueues.strangers, { mailId: mail.id });
  return null;
};

export const isOverCap = async (
  { portal, req }: ClaimedMail,
  address: string | null,
  isProven = false,
): Promise<boolean> => address !== null && hasHadEnough(req, portal, address, { isProven });
