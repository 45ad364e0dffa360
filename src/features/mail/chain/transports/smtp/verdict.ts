import type { NodemailerError } from 'nodemailer-10';
import type { Refusal, SendResult } from '../../transport.ts';
import type { SmtpAttempt } from './session.ts';

interface Judgement {
  readonly messageId: string;
  /** The recipient as the mail names it, by the address that the server was told. */
  recipientOf(address: string): string;
  /** Removes secrets from the server's words. */
  clean(text: string): string;
}

/** Derives the result for the chain from a delivery. Only a mail that was handed over whole can have an unknown outcome. */
export const judgeDelivery = (
  delivery: SmtpAttempt,
  { messageId, recipientOf, clean }: Judgement,
): SendResult => {
  const { info, error, progress } = delivery;
  const unknown = (message: string): SendResult => ({
    outcome: 'unknown',
    error: `Outcome unknown: ${clean(message)}`,
  });
  const refusal = ({ recipient = '', response, message }: NodemailerError): Refusal => ({
    recipient: recipientOf(recipient),
    error: clean(response ?? message),
  });
  if (info && progress === 'finished') {
    const { response } = info;
    return {
      outcome: 'accepted',
      messageId,
      response: clean(response),
      refused: delivery.refusals.map(refusal),
    };
  }
  if (info) return unknown(`The server answered before it had the whole mail: ${info.response}`);
  if (progress === 'finished' && !isRefusal(error?.response)) return unknown(error?.message ?? '');
  const undeliverable = delivery.refusals
    .filter(({ response = '' }) => isVerdictOnRecipient(response))
    .map(refusal);
  return { outcome: 'refused', error: clean(error?.message ?? ''), undeliverable };
};

/** Says whether the connection was gone before the mail began: a kept connection may have been for a while. */
export const wasLost = ({ error, progress }: SmtpAttempt): boolean =>
  error !== null &&
  progress === 'waiting' &&
  (error.responseCode === 421 || !(error.code === 'EENVELOPE' || error.code === 'EMESSAGE'));

/** True if the next mail can begin in a session: its last mail was answered, and no rest of a body is on the way. */
export const isReusable = ({ info, error, progress }: SmtpAttempt): boolean =>
  info ? progress === 'finished' : progress !== 'started' && isRefusal(error?.response);

/**
 * Says whether a server's reply to RCPT refuses that recipient for good, for every sender: 5xx with an enhanced
 * code 5.1.x (no such address) or 5.2.x (mailbox unusable), or 550, 551, 553 without any. `550 5.7.1` is a policy
 * on the sender, and 4xx passes: another transport may do better. Servers also write the enhanced code as `5.7.1:`,
 * as `#5.7.1`, or in brackets, `(#5.7.1)` even at the end of the line.
 */
export const isVerdictOnRecipient = (reply: string): boolean => {
  if (!/^5\d\d/.test(reply)) return false;
  const enhanced = enhancedCode.exec(reply)?.[1];
  return enhanced === undefined ? /^55[013]/.test(reply) : enhanced === '5.1' || enhanced === '5.2';
};

const enhancedCode = /^\d{3}[ -](?:[#([]{0,2}|.*[([]#)(\d\.\d{1,3})\.\d{1,3}(?![\w-]|\.\w)/m;

/** Says whether a reply is a refusal; anything else after the body leaves the outcome open. */
const isRefusal = (reply: string | undefined): boolean => reply !== undefined && /^[45]\d\d/.test(reply);
