import { unknownMark } from '../../../core/shared/errors/unknownOutcome.ts';
import type { ChainResult, RefusedBefore } from './chain.ts';
import type { OutgoingMail, Refusal } from './transport.ts';

/** The outcome of a mail, for the email log and the sender. */
export interface MailOutcome {
  /** `failed` as soon as one recipient was refused, or no transport is known to have accepted. */
  readonly status: 'sent' | 'failed';
  /** The transport that carried it. If none did, the last that was tried. It is null if none was tried. */
  readonly transport: string | null;
  /** It is null unless failed. */
  readonly error: string | null;
  /** The provider's id of the mail, else its `Message-ID`. It is null if no transport accepted. */
  readonly messageId: string | null;
  /** The last reply of the transport that accepted, if it gave one. */
  readonly response: string | null;
  /** The transports that refused before. It is null if none did. */
  readonly fallback: readonly RefusedBefore[] | null;
  /** Recipients whose copy was accepted. If there is one, `sendEmail` must resolve. */
  readonly accepted: readonly string[];
  /** Recipients whose copy was refused, under nodemailer's name for them. It is empty if the outcome is unknown. */
  readonly rejected: readonly string[];
}

/** Derives the outcome of `mail` from the chain's result. */
export const describeOutcome = (result: ChainResult, mail: Pick<OutgoingMail, 'recipients'>): MailOutcome => {
  const { transport, fallback } = result;
  const notAccepted = { status: 'failed', messageId: null, response: null, accepted: [] } as const;
  if (result.outcome === 'unknown') {
    return { ...notAccepted, transport, error: marked(result.error), fallback, rejected: [] };
  }
  if (result.outcome === 'refused') {
    const error = withRefusals(result.error, result.undeliverable);
    return { ...notAccepted, transport, error, fallback, rejected: [...mail.recipients] };
  }
  const { messageId, response, refused } = result;
  const rejected = refused.map(({ recipient }) => recipient);
  const accepted = mail.recipients.filter((recipient) => !rejected.includes(recipient));
  if (rejected.length === 0) {
    return { status: 'sent', transport, error: null, messageId, response, fallback, accepted, rejected };
  }
  const error = `Refused: ${listRefusals(refused)}.`;
  if (accepted.length === 0) return { ...notAccepted, transport, error, fallback, rejected };
  const named = `${error} Accepted: ${accepted.join(', ')}.`;
  return { status: 'failed', transport, error: named, messageId, response, fallback, accepted, rejected };
};

/** The outcome of a mail that no transport saw, such as one without a valid recipient. */
export const failedWithoutTransport = (reason: string): MailOutcome => ({
  status: 'failed',
  transport: null,
  error: reason,
  messageId: null,
  response: null,
  fallback: null,
  accepted: [],
  rejected: [],
});

/** An integrator's transport may not know how the error of an open outcome begins. */
const marked = (error: string): string => (error.startsWith(unknownMark) ? error : unknownMark + error);

/**
 * The transport's own error, followed by refusals that it does not contain: recipients that an earlier transport refused for
 * good.
 */
const withRefusals = (error: string, undeliverable: readonly Refusal[]): string => {
  const unsaid = undeliverable.filter((refusal) => !error.includes(refusal.error));
  return unsaid.length > 0 ? `${error} (refused: ${listRefusals(unsaid)})` : error;
};

const listRefusals = (refusals: readonly Refusal[]): string =>
  refusals.map(({ recipient, error }) => `${recipient} (${error})`).join(', ');
