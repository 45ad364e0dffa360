import { createHash } from 'node:crypto';
import { maskKnownSecrets } from '../../../../core/shared/secrets/masking.ts';
import { asSaid, messageOf } from '../property.ts';
import {
  defaultLimits,
  type MailTransport,
  type OutgoingMail,
  type SendResult,
  type TransportLimits,
} from '../transport.ts';
import { checkTransport } from './checkTransport.ts';
import { type ProxyResponse, post } from './proxy/post.ts';
import { buildRequestBody, uncarriable } from './proxy/requestBody.ts';

export interface ProxyTransportOptions {
  /** The address to post mails to: Resend's `https://api.resend.com/emails`, or any server with the same API. */
  readonly url: string;
  /**
   * Sent as `Authorization: Bearer`.
   *
   * @default null: no such header
   */
  readonly token?: string | null;
  /**
   * Time limits, each for itself.
   *
   * @default 10 s to connect, 30 s for an answer, 60 s for the outcome
   */
  readonly limits?: TransportLimits;
}

/**
 * Posts mail as JSON to an HTTP API: that of Resend's `POST /emails`.
 *
 * @throws an Error that names the part of the options that is wrong
 */
export const proxyTransport = (options: ProxyTransportOptions): MailTransport => {
  checkTransport('proxyTransport', options);
  const { url, token, limits } = options;
  const secrets = token ? [token] : [];
  const clean = (text: string) => asSaid(maskKnownSecrets(text, secrets));

  const send = async (mail: OutgoingMail): Promise<SendResult> => {
    const missing = uncarriable(mail.message);
    if (missing) return { outcome: 'refused', error: missing, undeliverable: [] };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'payload-support-portal',
      'idempotency-key': idempotencyKey(mail),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const body = Buffer.from(JSON.stringify(await buildRequestBody(mail)));
    const exchange = await post({ url, headers, body, limits: { ...defaultLimits, ...limits } });
    return judgeExchange(exchange, mail, clean);
  };

  return {
    name: 'proxy',
    secrets,
    // Errors thrown here precede the request.
    send: (mail) =>
      send(mail).catch((error) => ({
        outcome: 'refused',
        error: clean(messageOf(error)),
        undeliverable: [],
      })),
  };
};

/** The same mail to the same recipients has the same key. A try for the remaining recipients has another. */
const idempotencyKey = ({ messageId, recipients }: OutgoingMail): string =>
  createHash('sha256')
    .update(JSON.stringify([messageId, recipients]))
    .digest('hex');

/**
 * Derives the result for the chain from an exchange: the headers of a 2xx are acceptance whatever follows, 422 is a verdict
 * on the mail, any other complete response a refusal.
 *
 * @param clean removes secrets from a text
 */
const judgeExchange = (
  { status, text, error, progress }: ProxyResponse,
  { messageId, recipients }: Pick<OutgoingMail, 'messageId' | 'recipients'>,
  clean: (text: string) => string,
): SendResult => {
  const answer = readJson(text);
  if (status !== null && status >= 200 && status < 300) {
    return {
      outcome: 'accepted',
      messageId: idOf(answer) ?? messageId,
      response: `HTTP ${status}`,
      refused: [],
    };
  }
  if (status !== null && text !== null) {
    const reason = clean(messageIn(answer) ?? `HTTP ${status}`);
    const undeliverable = status === 422 ? recipients.map((recipient) => ({ recipient, error: reason })) : [];
    return { outcome: 'refused', error: reason, undeliverable };
  }
  const reason = clean(error?.message || 'The connection broke');
  return progress === 'finished'
    ? { outcome: 'unknown', error: `Outcome unknown: ${reason}` }
    : { outcome: 'refused', error: reason, undeliverable: [] };
};

const readJson = (text: string | null): Record<string, unknown> => {
  try {
    const json: unknown = JSON.parse(text ?? '');
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const idLimit = 255;

const idOf = ({ id }: Record<string, unknown>): string | null =>
  typeof id === 'string' && id.length <= idLimit && asSaid(id) !== '' ? asSaid(id) : null;

const messageIn = ({ message }: Record<string, unknown>): string | null =>
  typeof message === 'string' && asSaid(message) !== '' ? asSaid(message) : null;
