import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { toStorable } from '../../../core/shared/text/text.ts';

/** A message without its content. */
export interface Head {
  readonly uid: number;
  readonly size: number;
  /** ISO 8601, by the server's clock. */
  readonly receivedAt: string;
}

/** Messages without a date are from 1970. */
const headOf = ({ uid, size = 0, internalDate }: FetchMessageObject): Head => {
  const date = new Date(internalDate ?? 0);
  return { uid, size, receivedAt: (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString() };
};

/** The `Message-ID` in the header of a message, with its brackets; cut, because a stranger writes it. */
export const messageIdIn = (message: Uint8Array): string | null => {
  const [header = ''] = Buffer.from(message.subarray(0, longestHeader))
    .toString()
    .split(/\r?\n\r?\n/, 1);
  const [, id = ''] = /^message-id[ \t]*:((?:.|\r?\n[ \t])*)/im.exec(header) ?? [];
  return toStorable(id.slice(0, longestId).replace(/\s+/g, '')) || null;
};

/** Bytes of a header in which the `Message-ID` is looked for. */
const longestHeader = 32 * 1024;

/** The longest id, in characters. */
const longestId = 1_000;

/** The Message-ID; without one, the size stands for it. */
export const readIdentity = async (client: ImapFlow, { uid, size }: Head): Promise<string> => {
  const source = { start: 0, maxLength: longestHeader };
  const fetched = await client.fetchOne(String(uid), { uid: true, source }, { uid: true });
  const header = (fetched ? fetched.source : undefined) ?? Buffer.of();
  return messageIdIn(header) ?? `size ${size}`;
};

interface HeadsOptions {
  readonly sequence?: boolean;
  /** Limit to the last messages. */
  readonly last?: number;
}

/**
 * Messages without their content, in the order in which they came. Nothing of their headers is asked for: the server's digest of
 * one with 200,000 addresses exceeds what the library reads, at a line of 11 MB Dovecot ends, and the mailbox would not be read
 * any more.
 */
export const headsOf = async (
  client: ImapFlow,
  range: string,
  { sequence, last }: HeadsOptions = {},
): Promise<Head[]> => {
  const count = client.mailbox ? client.mailbox.exists : 0;
  if (count === 0) return [];
  const wanted = sequence && last ? `${Math.max(1, count - last + 1)}:*` : range;
  const heads: Head[] = [];
  const query = { uid: true, size: true, internalDate: true };
  for await (const found of client.fetch(wanted, query, { uid: !sequence })) heads.push(headOf(found));
  return heads.toSorted((one, other) => one.uid - other.uid);
};
