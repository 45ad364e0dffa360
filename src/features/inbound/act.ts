import { type CollectionSlug, createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import type { RecordId } from '../../core/shared/ids.ts';
import { limits, noteOrigin } from '../tickets/feature.ts';
import {
  AttachmentRefused,
  attachFiles,
  mostAttachments,
  noteOfRefused,
  type RefusedAttachment,
} from './attachments.ts';
import type { Attachment } from './message/attachments.ts';
import type { InboundMessage } from './message/readMessage.ts';
import type { Sender } from './sender.ts';

/** The record that a message is to become. */
export type Target =
  | { readonly kind: 'reply'; readonly ticketId: RecordId; readonly organization: RecordId | null }
  | { readonly kind: 'ticket'; readonly organization: RecordId };

interface Acting {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly message: InboundMessage;
  /**
   * Called first in each transaction: decides on the author and the target, and locks the records that this depends on.
   * Null: there is nothing to do.
   */
  begin(req: PayloadRequest): Promise<{ readonly target: Target; readonly sender: Sender | null } | null>;
  /** Called last in the same transaction. */
  finish(req: PayloadRequest, created: Created): Promise<void>;
}

export interface Created {
  readonly ticketId: RecordId;
  /** Null for a new ticket. */
  readonly replyId: RecordId | null;
}

/**
 * Turns a message into a reply or a ticket, with its files, in one transaction: all of it exists, or nothing. If an
 * attachment is rejected as an upload, the transaction is repeated without it, and an internal note names it.
 */
export const act = async (acting: Acting): Promise<void> => {
  for (const refused: RefusedAttachment[] = []; ; ) {
    try {
      return await actOnce(acting, refused);
    } catch (error) {
      if (!(error instanceof AttachmentRefused)) throw error;
      refused.push(error.refused);
    }
  }
};

const actOnce = async (
  { payload, portal, message, begin, finish }: Acting,
  refused: readonly RefusedAttachment[],
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  await inTransaction(req, async () => {
    req.user = null;
    const begun = await begin(req);
    if (!begun) return;
    const { target, sender } = begun;
    const { body, attachments } = fitText(message);
    req.user = sender?.user ?? null;
    noteOrigin(req, {
      source: 'email',
      mailFrom: message.from[0]?.address ?? null,
      mailText: message.text.trim() === body ? null : cut(message.text, limits.reply),
      isOutsider: sender === null,
    });
    const created = await create({ req, portal, target, body, subject: message.subject });
    const { ticketId } = created;
    const files = { req, portal, ticketId, organization: target.organization, attachments, refused };
    await attachFiles(files);
    const note = noteOfRefused(refused, Math.max(0, attachments.length - mostAttachments));
    req.user = null;
    noteOrigin(req, { source: 'email' });
    if (note) await createReply({ req, portal, ticketId, text: cut(note, limits.reply), internal: true });
    await finish(req, created);
  });
};

interface Creating {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly target: Target;
  readonly body: string;
  readonly subject: string | null;
}

const create = async ({ req, portal, target, body, subject }: Creating): Promise<Created> => {
  if (target.kind === 'reply') {
    const { ticketId } = target;
    const replyId = await createReply({ req, portal, ticketId, text: body || '(No text)', internal: false });
    return { ticketId, replyId };
  }
  const made = await req.payload.create({
    collection: portal.options.slugs.tickets as CollectionSlug,
    data: {
      subject: subject?.trim() || '(No subject)',
      description: body || null,
      organization: target.organization,
    },
    depth: 0,
    overrideAccess: req.user === null,
    req,
  });
  return { ticketId: made.id, replyId: null };
};

interface NewReply {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  readonly text: string;
  readonly internal: boolean;
}

const createReply = async ({ req, portal, ticketId, text, internal }: NewReply): Promise<RecordId> => {
  const { id } = await req.payload.create({
    collection: portal.options.slugs.ticketReplies as CollectionSlug,
    data: { ticket: ticketId, text, internal },
    depth: 0,
    // Without a user it is the portal's own note, or a mail that staff put on the ticket.
    overrideAccess: req.user === null,
    req,
  });
  return id;
};

/** The text of the reply. One that is too long is cut, and attached whole. */
const fitText = ({
  reply,
  text,
  attachments,
}: InboundMessage): { body: string; attachments: readonly Attachment[] } => {
  const body = reply.trim();
  if (isWithin(body, limits.reply) && isWithin(text, limits.reply)) return { body, attachments };
  const whole = { name: 'message.txt', mimeType: 'text/plain', bytes: Buffer.from(text) };
  return { body: cut(body, limits.reply), attachments: [whole, ...attachments] };
};

/** The first code points of a text, one more than `most` at least if there are: an array of all would take seconds. */
const pointsOf = (text: string, most: number): string[] => [...text.slice(0, 2 * most + 1)];

const isWithin = (text: string, most: number): boolean =>
  text.length <= most || pointsOf(text, most).length <= most;

/** The beginning of a text, in as many code points as fit. */
const cut = (text: string, most: number): string =>
  isWithin(text, most) ? text : pointsOf(text, most).slice(0, most).join('');
