import { createHash } from 'node:crypto';
import { maskKnownSecrets } from '../../../../core/shared/secrets/masking.ts';
import { asSaid, messageOf } from '../property.ts';
import type { MailTransport, OutgoingMail, SendResult } from '../transport.ts';
import { defaultLimits, type TransportLimits } from '../transport.ts';
import { checkTransport } from './checkTransport.ts';
import { post } from './proxy/post.ts';
import { buildRequestBody, uncarriable } from './proxy/requestBody.ts';
import { judgeExchange } from './proxy/verdict.ts';

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
