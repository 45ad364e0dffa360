import { noteMailFailure } from '../../core/shared/mailFailure.ts';
import type { MailInFlight } from './interception.ts';
import type { MailOutcome } from './outcome.ts';

interface Settled {
  outcome: MailOutcome;
  /** Returns the result of the mail function, or throws its error. */
  answer(): unknown;
}

/**
 * Waits for a mail function. If the chain has not reported the outcome, an adapter of the app or a plugin's function carried
 * the mail, and the outcome is derived from its result.
 */
export const settleAdapter = async (mail: MailInFlight, send: () => Promise<unknown>): Promise<Settled> => {
  try {
    const info = await send();
    const outcome = isSent(mail.outcome) ? mail.outcome : outcomeOfAnswer(mail.adapterName, info);
    return { outcome, answer: () => info };
  } catch (error) {
    noteMailFailure(error);
    const outcome = mail.outcome ?? outcomeOfError(mail.adapterName, error);
    return {
      outcome,
      answer: () => {
        throw error;
      },
    };
  }
};

/** A partly refused mail counts: one recipient's copy was accepted. */
const isSent = (outcome: MailOutcome | null): outcome is MailOutcome =>
  outcome !== null && (outcome.status === 'sent' || outcome.accepted.length > 0);

const outcomeOfAnswer = (transport: string, info: unknown): MailOutcome => {
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
