import { timingSafeEqual } from 'node:crypto';
import { signatureHeaders } from '../webhooks/signature.ts';
import type { WebhookEvent } from './types.ts';

export interface ReceivedWebhook {
  /** As they came, their names in lower case, or the web's. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came, before any parser. */
  readonly body: string | Uint8Array;
  /** `whsec_…`, as the registration answered it. */
  readonly secret: string;
  /** @default the present */
  readonly now?: Date;
}

/** What was received is not what the portal sent, or not now. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** In seconds, before and after. */
const tolerance = 5 * 60;

/**
 * Checks where a webhook comes from, by the rules of Standard Webhooks (standardwebhooks.com).
 *
 * @returns the event
 * @throws {WebhookVerificationError} where it is not signed with the secret, or was more than five minutes ago
 */
export const verifyWebhook = ({ headers, body, secret, now = new Date() }: ReceivedWebhook): WebhookEvent => {
  const [id, sent, signatures] = (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map(
    (name) => (headers instanceof Headers ? headers.get(name) : headers[name]),
  );
  if (typeof id !== 'string' || typeof sent !== 'string' || typeof signatures !== 'string') {
    throw new WebhookVerificationError('The headers of a signed webhook are missing.');
  }
  const timestamp = Number(sent);
  if (!(Math.abs(now.getTime() / 1_000 - timestamp) <= tolerance)) {
    throw new WebhookVerificationError('The webhook was not signed within the last five minutes.');
  }
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const expected = signatureHeaders({ id, timestamp, body: text }, [secret])['webhook-signature'];
  if (!signatures.split(' ').some((signature) => isSame(signature, expected))) {
    throw new WebhookVerificationError('The webhook is not signed with this secret.');
  }
  return JSON.parse(text) as WebhookEvent;
};

const isSame = (one: string, other: string): boolean => {
  const [here, there] = [Buffer.from(one), Buffer.from(other)];
  return here.length === there.length && timingSafeEqual(here, there);
};
