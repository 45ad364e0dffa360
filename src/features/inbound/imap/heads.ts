import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { toStorable } from '../../../core/shared/text/text.ts';

/** A message without its content. */
export interface Head {
  readonly uid: number;
  readonly size: number;
  /** ISO 8601, by the server's clock. */
  readonly receivedAt: string;
  readonly messageId: string | null;
}

/** Messages without a date are from 1970. */
const headOf = ({ uid, size = 0, internalDate, headers }: FetchMessageObject): Head => {
  const date = new Date(internalDate ?? 0);
  return {
    uid,
    size,
    receivedAt: (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString(),
    messageId: messageIdIn(headers?.toString() ?? ''),
  };
};

/** The first of the fields `Message-ID`, cut: a stranger writes it. */
const messageIdIn = (fields: string): string | null => {
  const [, id = ''] = /^message-id[ \t]*:((?:.|\r?\n[ \t])*)/i.exec(fields.slice(0, longestId)) ?? [];
  return toStorable(id.replace(/\s+/g, '')) || null;
};

/** The longest id, in characters. */
const longestId = 1_000;

/** The Message-ID; without one, the size stands for it. */
export const identityOf = ({ messageId, size }: Head): string => messageId ?? `size ${size}`;

interface HeadsOptions {
  readonly sequence?: boolean;
  /** Limit to the last messages. */
  readonly last?: number;
}

/**
 * Messages without their content, in the order in which they came. The server's digest of a header is not asked for: one with
 * 200,000 addresses exceeds what the library reads, and the mailbox would not be read any more.
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
  const query = { uid: true, size: true, internalDate: true, headers: ['message-id'] };
  for await (const found of client.fetch(wanted, query, { uid: !sequence })) heads.push(headOf(found));
  return heads.toSorted((one, other) => one.uid - other.uid);
};
