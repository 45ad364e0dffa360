import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from './types.ts';

export interface ReceivedWebhook {
  /** The headers of the request, with names in lower case, or as the web's `Headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came, before any parser. */
  readonly body: string | Uint8Array;
  /** `whsec_…`, from the response to the registration. */
  readonly secret: string;
}

/** The request does not come from the portal, or is not recent. `cause` names the problem. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Checks the signature and the time of a webhook by the rules of Standard Webhooks (standardwebhooks.com).
 *
 * @returns the event
 * @throws {WebhookVerificationError} if it is not signed with the secret, or was signed more than five minutes ago
 */
export const verifyWebhook = ({ headers, body, secret }: ReceivedWebhook): WebhookEvent => {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  try {
    return new Webhook(secret).verify(text, textHeaders(headers)) as WebhookEvent;
  } catch (cause) {
    throw new WebhookVerificationError('The webhook is not signed with this secret, or is not recent.', {
      cause,
    });
  }
};

const textHeaders = (headers: ReceivedWebhook['headers']): Record<string, string> => {
  const entries = isWeb(headers) ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
};

/** Any implementation of the web's `Headers`, not only that of the running Node. */
const isWeb = (headers: ReceivedWebhook['headers']): headers is Headers => Symbol.iterator in headers;
