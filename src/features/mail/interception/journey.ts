import type { SendEmailOptions } from 'payload';
import { noteMailFailure } from '../../../core/shared/errors/mailFailure.ts';
import type { MailOutcome } from '../chain/chain.ts';

/** A mail as a function that sends mail was given it. */
export interface GivenMail {
  readonly message: SendEmailOptions;
  /** The name of the adapter in charge. */
  readonly adapterName: string;
}

/** The end of a mail's way to an adapter and back, over all that wraps it. */
export interface Journey {
  /** The mail as the adapter got it last; as the caller gave it, if it never got there. */
  readonly mail: GivenMail;
  /** The outcome that the innermost carrier reported. It is null if the mail never got there, or the carrier itself failed. */
  readonly carried: MailOutcome | null;
  readonly ending: Ending;
}

/** The end of a call of a mail function: its result, or its error. */
export type Ending =
  | { readonly kind: 'resolved'; readonly info: unknown }
  | { readonly kind: 'rejected'; readonly error: unknown };

/** Calls a mail function, and waits for its end. Never rejects. */
export const endingOf = async (send: () => Promise<unknown>): Promise<Ending> => {
  try {
    return { kind: 'resolved', info: await send() };
  } catch (error) {
    noteMailFailure(error);
    return { kind: 'rejected', error };
  }
};

/** Ends as the mail function did: returns its result, or throws its error. */
export const resume = (ending: Ending): unknown => {
  if (ending.kind === 'rejected') throw ending.error;
  return ending.info;
};

/**
 * The outcome of a mail. If no carrier has reported that it was sent, an adapter of the app or a plugin's function may still have
 * sent it, and the outcome is derived from its result.
 */
export const outcomeOfJourney = ({ mail, carried, ending }: Journey): MailOutcome => {
  if (ending.kind === 'rejected') return carried ?? outcomeOfError(mail.adapterName, ending.error);
  return isSent(carried) ? carried : outcomeOfResponse(mail.adapterName, ending.info);
};

/** A partly refused mail counts: one recipient's copy was accepted. */
const isSent = (outcome: MailOutcome | null): outcome is MailOutcome =>
  outcome !== null && (outcome.status === 'sent' || outcome.accepted.length > 0);

const outcomeOfResponse = (transport: string, info: unknown): MailOutcome => {
  const rejected = addressesIn(info, 'rejected');
  const accepted = addressesIn(info, 'accepted');
  const messageId = propertyOf(info, 'messageId');
  const response = propertyOf(info, 'response');
  return {
    status: rejected.length > 0 ? 'failed' : 'sent',
    transport,
    error:
      rejected.length > 0
        ? `Refused: ${rejected.join(', ')}. Accepted: ${accepted.join(', ') || 'others'}.`
        : null,
    messageId: typeof messageId === 'string' ? messageId.replace(/^<|>$/g, '') : null,
    response: typeof response === 'string' ? response : null,
    fallback: null,
    accepted,
    rejected,
  };
};

const outcomeOfError = (transport: string, error: unknown): MailOutcome => ({
  status: 'failed',
  transport,
  error:
    (error instanceof Error ? error.message : String(error)) || 'The mail function failed without a message.',
  messageId: null,
  response: null,
  fallback: null,
  accepted: [],
  rejected: [],
});

const addressesIn = (info: unknown, key: string): string[] => {
  const list = propertyOf(info, key);
  if (!Array.isArray(list)) return [];
  return list.map((entry) => String(propertyOf(entry, 'address') ?? entry));
};

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
