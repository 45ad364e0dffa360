import type { NodemailerError } from 'nodemailer-10';
import type { Refusal, SendResult } from '../../transport.ts';
import { isRefusal, isVerdictOnRecipient } from './reply.ts';
import type { Delivery } from './session.ts';

interface Judgement {
  readonly messageId: string;
  /** The recipient as the mail names it, by the address that the server was told. */
  recipientOf(address: string): string;
  /** Cleans what the server said. */
  clean(text: string): string;
}

/** Reads from a delivery what the chain has to know. Only a mail handed over whole can have an unknown outcome. */
export const judgeDelivery = (
  delivery: Delivery,
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
export const wasLost = ({ error, progress }: Delivery): boolean =>
  error !== null &&
  progress === 'waiting' &&
  (error.responseCode === 421 || !(error.code === 'EENVELOPE' || error.code === 'EMESSAGE'));

/**
 * Says whether the next mail can begin in a session: its last mail was answered, and no rest of
 * a body is on the way.
 */
export const isReusable = ({ info, error, progress }: Delivery): boolean =>
  info ? progress === 'finished' : progress !== 'started' && isRefusal(error?.response);
