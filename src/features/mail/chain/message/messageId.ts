import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer-10';
import { domainOf } from '../../../../core/shared/addresses/addressList.ts';

/** A new `Message-ID` at the sender's domain, without angle brackets: a random UUID in 22 characters. */
export const newMessageId = (sender: string): string =>
  `${Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')}@${domainOf(sender)}`;

/** The `Message-ID` that the caller gave a message, without angle brackets. Returns null if it gave none. */
export const givenMessageId = ({ messageId, headers, raw }: SendMailOptions): string | null =>
  bare(messageId) ?? bare(headerValue(headers, 'message-id')) ?? bare(rawHeader(raw));

const bare = (messageId: unknown): string | null => {
  if (typeof messageId !== 'string') return null;
  const cleaned = messageId.replace(/[<>\s\p{Cc}]/gu, '');
  return cleaned === '' ? null : cleaned;
};

const headerValue = (headers: SendMailOptions['headers'], name: string): unknown => {
  if (!headers) return undefined;
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(headers)
    ? headers.map(({ key, value }) => [key, value])
    : Object.entries(headers);
  return pairs.find(([key]) => String(key).toLowerCase() === name)?.[1];
};

const rawHeader = (raw: unknown): string | undefined => {
  if (typeof raw !== 'string' && !Buffer.isBuffer(raw)) return undefined;
  const [head] = raw
    .slice(0, 65_536)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return /^message-id:[ \t]*(?:\r?\n[ \t]+)?<?([^<>\s]+)/im.exec(head ?? '')?.[1];
};
