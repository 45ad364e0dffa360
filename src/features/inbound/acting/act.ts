import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { inStoringTurn, inTurnAt } from '../../../core/http/turns.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { takeForReply } from '../../files/feature.ts';
import { createReplyRecord, createTicketRecord, limits, type Origin } from '../../tickets/feature.ts';
import type { Attachment } from '../message/attachments.ts';
import { addressOf } from '../message/header/author.ts';
import type { InboundMessage } from '../message/readMessage.ts';
import { isReplySubject } from '../message/reply/separator.ts';
import type { Sender } from '../senders/sender.ts';
import { attachFiles, mostAttachments, noteOfRefused } from './attachments.ts';
import { followCopied } from './copied.ts';

/** The record that a message is to become. */
export type Target =
  | { readonly kind: 'reply'; readonly ticketId: RecordId; readonly organization: RecordId | null }
  | { readonly kind: 'ticket'; readonly organization: RecordId };

/** Runs a transaction of a message, in its turn if the message brings files. */
export const inMailTransaction = async <Result>(
  payload: Payload,
  message: InboundMessage,
  work: (req: PayloadRequest) => Promise<Result>,
): Promise<Result> => {
  const bringsFiles = fitText(message, { isOfStaff: false }).attachments.length > 0;
  const req = await createLocalReq({}, payload);
  const run = () => inTransaction(req, () => work(req));
  return bringsFiles ? inTurnOfSender(payload, message, run) : run();
};

/** Messages of one sender wait for each other in the transaction, and so does one that was claimed anew: here they wait before it. */
const inTurnOfSender = <Result>(
  payload: Payload,
  { author }: InboundMessage,
  run: () => Promise<Result>,
): Promise<Result> =>
  inTurnAt(payload, `mails of ${addressOf(author) ?? ''}`, () => inStoringTurn(payload, run), 1);

interface MailAction {
  /** In the transaction that `inMailTransaction` runs. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly message: InboundMessage;
  /** True if it is proven that the sender wrote it. */
  readonly isProven: boolean;
  readonly target: Target;
  /** It is null for a person who is no user. */
  readonly sender: Sender | null;
  readonly receipt?: Origin['receipt'];
}

interface Created {
  readonly ticketId: RecordId;
  /** It is null for a new ticket. */
  readonly replyId: RecordId | null;
}

/**
 * Turns a message into a reply or a ticket, with its files and followers. Internal notes name the attachments that were
 * rejected, and the strangers in `Cc`.
 */
export const act = async ({
  req,
  portal,
  message,
  isProven,
  target,
  sender,
  receipt,
}: MailAction): Promise<Created> => {
  const isOfClient = sender !== null && isClient(sender.principal);
  const { body, attachments } = fitText(message, { isOfStaff: sender !== null && !isOfClient });
  const origin: Origin = {
    source: 'email',
    mailFrom: message.from[0]?.address ?? null,
    mailText: message.text.trim() === body ? null : cut(message.text),
    ...(receipt && { receipt }),
  };
  // Without a user it is a mail that staff put on the ticket.
  const creating = { req, portal, origin, overrideAccess: sender === null };
  req.user = sender?.user ?? null;
  const created = await create(creating, { target, body, subject: message.subject });
  const { ticketId, replyId } = created;
  const { organization } = target;
  const files = await attachFiles({ req, portal, ticketId, organization, attachments });
  // The files of a new ticket stand at its description.
  if (replyId !== null)
    await takeForReply({ req, portal }, { id: replyId, ticketId, organization, internal: false }, files.ids);
  const copied = isOfClient
    ? await followCopied({ req, portal, message, isProven, ticketId, organization, sender })
    : null;
  req.user = null;
  const left = noteOfRefused(files.refused, Math.max(0, attachments.length - mostAttachments));
  for (const note of [left, copied]) if (note !== null) await createNote({ req, portal, ticketId, note });
  return created;
};

interface CreationContext {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly origin: Origin;
  readonly overrideAccess: boolean;
}

interface Contents {
  readonly target: Target;
  readonly body: string;
  readonly subject: string | null;
}

const create = async (creating: CreationContext, { target, body, subject }: Contents): Promise<Created> => {
  if (target.kind === 'reply') {
    const { ticketId } = target;
    const content = { text: body || wordsOf(subject) || '(No text)' };
    const reply = await createReplyRecord({ ...creating, ticketId, content, internal: false });
    return { ticketId: reply.ticket_id, replyId: reply.id };
  }
  const data = {
    subject: subject?.trim() || '(No subject)',
    description: body || null,
    organization: target.organization,
  };
  const { id } = await createTicketRecord({ ...creating, data });
  return { ticketId: id, replyId: null };
};

/** Some people write all that they say into the subject. */
const wordsOf = (subject: string | null): string =>
  subject === null || isReplySubject(subject) ? '' : subject.trim();

interface MailNote {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  readonly note: string;
}

/** The portal's own internal note about a mail. */
const createNote = ({ req, portal, ticketId, note }: MailNote) =>
  createReplyRecord({
    req,
    portal,
    ticketId,
    content: { text: cut(note) },
    internal: true,
    origin: { source: 'email' },
    overrideAccess: true,
  });

/**
 * The text of the reply. A text that is too long is cut, and attached whole; a text with bytes that could not be decoded
 * has the message as it came beside it. A mail from staff may quote text that no client sees, so only its reply is
 * attached.
 */
const fitText = (
  { reply, text, attachments, original }: InboundMessage,
  { isOfStaff }: { readonly isOfStaff: boolean },
): { body: string; attachments: readonly Attachment[] } => {
  const body = reply.trim();
  const whole = isOfStaff ? body : text;
  const added: Attachment[] = [];
  if (!isWithin(body, limits.reply) || !isWithin(whole, limits.reply))
    added.push({ name: 'message.txt', mimeType: 'text/plain', bytes: Buffer.from(whole) });
  if (original !== null && !isOfStaff)
    added.push({ name: 'message.eml', mimeType: 'message/rfc822', bytes: original });
  return { body: cut(body), attachments: [...added, ...attachments] };
};

/** The text cut to as many code points as fit into a reply. */
const cut = (text: string): string =>
  isWithin(text, limits.reply) ? text : pointsOf(text, limits.reply).slice(0, limits.reply).join('');

const isWithin = (text: string, most: number): boolean =>
  text.length <= most || pointsOf(text, most).length <= most;

/** The start of a text: at least `most` + 1 code points, if it has them. Spreading all of a long text takes seconds. */
const pointsOf = (text: string, most: number): string[] => [...text.slice(0, 2 * most + 1)];
