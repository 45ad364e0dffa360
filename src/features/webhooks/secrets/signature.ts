import { createHmac, randomBytes } from 'node:crypto';

/** The signed content. Only the timestamp differs between attempts. */
interface SignedMessage {
  readonly id: string;
  /** Unix seconds of the try. */
  readonly timestamp: number;
  readonly body: string;
}

const prefix = 'whsec_';
const secretBytes = 32;

export const makeSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/**
 * The headers of Standard Webhooks (standardwebhooks.com), version `v1`.
 *
 * @param secrets with or without `whsec_`; each signs, the newest first
 */
export const signatureHeaders = (
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`).join(' '),
});

const sign = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(prefix, ''), 'base64'))
    .update(content)
    .digest('base64');
