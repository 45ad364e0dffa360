import { inTime } from '../../../core/shared/concurrency/within.ts';
import { unknownMark } from '../../../core/shared/errors/mailFailure.ts';
import { messageOf } from './property.ts';
import type { MailTransport, OutgoingMail, Refusal, SendResult } from './transport.ts';

/** A transport of a chain that provably did not take the mail, with its own error. */
export interface RefusedBefore {
  readonly transport: string;
  readonly error: string;
}

/** The result of handing a mail to a chain, and the transport that carried it. */
export type ChainResult = SendResult & {
  /** The transport that carried the mail. If none did, the last that was tried. It is null if none was tried. */
  readonly transport: string | null;
  /** The transports that refused before, in order. It is null if none did. */
  readonly fallback: readonly RefusedBefore[] | null;
};

/** Called before a transport gets the mail, with the transports that refused it before. */
export type TellTry = (transport: string, fallback: readonly RefusedBefore[] | null) => void;

interface TransportChain extends MailTransport {
  send(mail: OutgoingMail, trying?: TellTry): Promise<ChainResult>;
  close(): Promise<void>;
}

const noTransport =
  'No mail transport is connected: connect a provider under Settings → Notifications, or in the app’s configuration (mail.transports).';

/**
 * Many transports as one: a mail goes to the next only if the last one provably did not take it, and only for
 * the recipients that it did not refuse for good. A transport that took it, or may have taken it, ends the chain.
 *
 * @param transports in the order to be tried; a function is called for each mail.
 */
export const chainTransports = (
  transports: readonly MailTransport[] | (() => readonly MailTransport[]),
): TransportChain => {
  const current = () => (typeof transports === 'function' ? transports() : transports);
  return {
    name: 'chain',
    send: (mail, trying = () => {}) => sendOver(current(), mail, trying),
    close: async () => {
      await Promise.all(current().map((transport) => transport.close?.()));
    },
  };
};

const sendOver = async (
  transports: readonly MailTransport[],
  mail: OutgoingMail,
  trying: TellTry,
): Promise<ChainResult> => {
  const before: RefusedBefore[] = [];
  const undeliverable: Refusal[] = [];
  let last: ChainResult = {
    outcome: 'refused',
    error: noTransport,
    undeliverable,
    transport: null,
    fallback: null,
  };
  for (const { name, send } of transports.map(guarded)) {
    const recipients = withoutRefused(mail.recipients, undeliverable);
    if (recipients.length === 0) break;
    if (last.transport !== null && last.outcome === 'refused') {
      before.push({ transport: last.transport, error: last.error });
    }
    const tried = { transport: name, fallback: before.length > 0 ? [...before] : null };
    trying(tried.transport, tried.fallback);
    const result = await send({ ...mail, recipients });
    if (result.outcome === 'unknown') return { ...result, ...tried };
    if (result.outcome === 'accepted') {
      return { ...result, refused: [...undeliverable, ...result.refused], ...tried };
    }
    undeliverable.push(...result.undeliverable);
    last = { ...result, undeliverable: [...undeliverable], ...tried };
  }
  return last;
};

/** The longest sending of one mail, in seconds. An app's transport may never answer, and other mails wait for their turn. */
const longestSend = 10 * 60;

/** A refusal is a value. A transport that throws has proved nothing, so the mail is not sent again. */
const guarded = (transport: MailTransport): MailTransport => ({
  name: transport.name,
  send: async (mail) => {
    try {
      return await inTime(transport.send(mail), longestSend);
    } catch (error) {
      return { outcome: 'unknown', error: `Outcome unknown: ${messageOf(error)}` };
    }
  },
});

const withoutRefused = (recipients: readonly string[], refusals: readonly Refusal[]): string[] => {
  const refused = new Set(refusals.map(({ recipient }) => recipient));
  return recipients.filter((recipient) => !refused.has(recipient));
};

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
