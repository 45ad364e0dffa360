import PostalMime, { type Email } from 'postal-mime';
import type { Mailbox } from '../../../core/shared/addresses/addressList.ts';
import { toStorable } from '../../../core/shared/text/text.ts';
import { type Attachment, readAttachments } from './attachments.ts';
import { mendBytes } from './bytes/mendBytes.ts';
import { type Author, readAuthor } from './header/author.ts';
import {
  inLine,
  readMessageId,
  readReferences,
  readReturnPath,
  readServerResults,
  type ServerResults,
} from './header/fields.ts';
import { describeRecipients, readRecipients, readSenders } from './header/mailboxes.ts';
import { checkLines } from './limits.ts';
import type { Conversation } from './reply/conversation.ts';
import { hasTicketNumber, isForwardSubject, isReplySubject } from './reply/separator.ts';
import { unmarked } from './text/marks.ts';
import { markedText } from './text/messageText.ts';
import { replyText } from './text/replyText.ts';
import { UnreadableMessage } from './UnreadableMessage.ts';

type Headers = ReadonlyMap<string, readonly string[]>;

/** A message that came, as far as the portal needs it: plain data, which one thread hands to another. Every text can be stored. */
export interface InboundMessage {
  /** All mailboxes of `From`, groups flattened. None, or several, if the sender wrote so. */
  readonly from: readonly Mailbox[];
  /** The person whom the message is from. The only one of `from`, unless another reader may see someone else. */
  readonly author: Author;
  /** The verdicts that the receiving server may have written. */
  readonly serverResults: ServerResults;
  /** The addresses that servers delivered to, and those of To and Cc, each once, 1,000 at most. */
  readonly recipients: readonly string[];
  /** The addresses of To and Cc, cut to 1,000 characters. */
  readonly to: string;
  /** The subject on one line, cut to 255 code points. */
  readonly subject: string | null;
  /** The id without angle brackets. */
  readonly messageId: string | null;
  /** The ids that it answers, the nearest first, without angle brackets, 200 at most. */
  readonly references: readonly string[];
  /** True if its bounces would go to no one, by its header or by the server that handed it over. */
  readonly hasEmptyReturnPath: boolean;
  /** All values of each header, by its name in small letters, unfolded but not decoded, in the order of the message. */
  readonly headers: Headers;
  /** All of the text. It is empty if there is none. */
  readonly text: string;
  /** The text without quoted history and signature; all of it if that leaves nothing. */
  readonly reply: string;
  readonly attachments: readonly Attachment[];
  /** The raw message if bytes of the reply could not be decoded, which are U+FFFD in it. */
  readonly original: Uint8Array | null;
}

const longestSubject = 255;

/** The headers of all parts together, in bytes: the parser takes a second for encoded names of this size. */
const longestHeaders = 524_288;

/** The parser compares each line with the boundaries of all parts around it. */
const deepestPart = 110;

/**
 * Reads a raw message (RFC 5322 with MIME), also a broken one that other clients read.
 *
 * @param envelopeSender that of the SMTP connection, `''` for the empty one; null if it is not known
 * @throws {UnreadableMessage} if there is no header, or more lines, nested parts or headers than any client writes.
 */
export const readMessage = async (
  bytes: Uint8Array,
  envelopeSender: string | null = null,
): Promise<InboundMessage> => {
  checkLines(bytes);
  const email = await parse(bytes);
  const headers = headersOf(email);
  const header = headerOf({ headers });
  const subject = inLine(email.subject ?? '', longestSubject);
  const marked = markedText(email);
  const text = unmarked(marked);
  const recipients = readRecipients(header);
  const references = readReferences(header);
  const isForward = isForwardSubject(subject, text) || isFirst({ subject, recipients, references });
  const from = readSenders(header);
  const reply = replyText(marked, { isForward, conversation: conversationOf(email, subject, from) });
  return {
    from,
    author: authorOf(email, from),
    serverResults: readServerResults(email.headers),
    recipients,
    to: describeRecipients(header),
    subject: subject === '' ? null : subject,
    messageId: readMessageId(header),
    references,
    hasEmptyReturnPath:
      envelopeSender === '' || header('Return-Path').some((path) => readReturnPath(path) === ''),
    headers,
    text,
    reply,
    attachments: readAttachments(email.attachments),
    original: reply.includes('\uFFFD') ? new Uint8Array(bytes) : null,
  };
};

const conversationOf = (
  { to = [], cc = [] }: Email,
  subject: string,
  [author = { name: '', address: '' }]: readonly Mailbox[],
): Conversation => {
  const partners = [...to, ...cc]
    .slice(0, mostPartners)
    .map(({ name, address = '' }) => ({ name: inLine(name, longestSubject), address }));
  return { subject, author, partners };
};

/** More stand in no line that heads a quote. */
const mostPartners = 100;

interface Links extends Pick<InboundMessage, 'recipients' | 'references'> {
  readonly subject: string;
}

/** True if nothing says that a message answers another: it has no history, so a mail in it is what the person hands on. */
const isFirst = ({ subject, recipients, references }: Links): boolean =>
  references.length === 0 &&
  subject !== '' &&
  !isReplySubject(subject) &&
  !hasTicketNumber(subject) &&
  !recipients.some((address) => address.includes('+'));

const parse = async (bytes: Uint8Array): Promise<Email> => {
  const email = await parseMime(mendBytes(bytes));
  if (email.headers.some(isField)) return email;
  throw new UnreadableMessage('The message has no header.');
};

/** The parser throws only if one of its limits is exceeded, and says which. */
const parseMime = async (bytes: Uint8Array): Promise<Email> => {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxHeadersSize: longestHeaders,
      maxNestingDepth: deepestPart,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableMessage(`The message cannot be parsed: ${reason}.`, { cause });
  }
};

/** RFC 5322 allows more names, but no client uses them, and random bytes do. The type may be our own. */
const isField = ({ key, originalKey, value }: Email['headers'][number]): boolean =>
  /^[A-Za-z\d][\w.-]*$/.test(originalKey) && value !== '' && key !== 'content-type';

/** The author by the fields as they came: NUL, at which some readers stop, is gone from text that can be stored. */
const authorOf = ({ headers }: Email, from: readonly Mailbox[]): Author => {
  const author = readAuthor(headers.filter(({ key }) => key === 'from').map(({ value }) => value));
  const isSeen = author.kind !== 'one' || (from.length === 1 && from[0]?.address === author.address);
  return isSeen ? author : { kind: 'ambiguous' };
};

/** The values of a header, by its name in any case. */
export const headerOf =
  ({ headers }: Pick<InboundMessage, 'headers'>) =>
  (name: string): readonly string[] =>
    headers.get(name.toLowerCase()) ?? [];

const headersOf = ({ headers }: Email): Headers => {
  const values = new Map<string, string[]>();
  for (const { key, value } of headers) {
    const storable = toStorable(value);
    const known = values.get(key);
    if (known) known.push(storable);
    else values.set(key, [storable]);
  }
  return values;
};
