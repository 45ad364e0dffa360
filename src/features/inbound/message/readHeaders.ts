import { foldAddress } from '../../../core/shared/addresses/notations.ts';
import { headerBytes } from './bytes/mendBytes.ts';
import type { Author } from './header/author.ts';
import { type InboundMessage, readMessage } from './readMessage.ts';

/** The header of a message as its row stores it. */
export interface DescribedHeaders {
  /** The addresses of `From`, cut to 1,000 characters. */
  readonly from: string | null;
  /** The names of `From`, cut likewise. */
  readonly fromName: string | null;
  readonly to: string | null;
  readonly subject: string | null;
  readonly messageId: string | null;
}

/** The described headers of a message that was read. */
export const describeHeaders = ({ from, to, subject, messageId }: InboundMessage): DescribedHeaders => {
  const senders = from.map(({ address }) => foldAddress(address)).join(', ');
  const names = from.flatMap(({ name }) => name || []).join(', ');
  return {
    from: senders.slice(0, 1_000) || null,
    fromName: names.slice(0, 1_000) || null,
    to,
    subject,
    messageId,
  };
};

/** In bytes: no client writes a longer header. */
export const longestHeader = 262_144;

/**
 * This much of a header is read before its message has a lane, in bytes. All messages pass here one after the other, and
 * a list of addresses in groups takes a second per megabyte. The senders of a longer header may wait as strangers do.
 */
export const readAtArrival = 32_768;

export interface ReadHeaders extends DescribedHeaders {
  readonly author: Author;
}

/** The header of a message whose header cannot be read. */
export const unreadHeaders: ReadHeaders = {
  from: null,
  fromName: null,
  to: null,
  subject: null,
  messageId: null,
  author: { kind: 'none' },
};

/** The beginning of a message's header, as a message without a body; null if it cannot be read. */
export const readBeginning = (bytes: Uint8Array): Promise<InboundMessage | null> =>
  readMessage(headerBytes(bytes.subarray(0, readAtArrival))).catch(() => null);

/** The header of a message that is not read, or not all there. Never throws: a field that cannot be read is null. */
export const readHeaders = async (bytes: Uint8Array): Promise<ReadHeaders> => {
  const message = await readBeginning(bytes);
  return message ? { ...describeHeaders(message), author: message.author } : unreadHeaders;
};
