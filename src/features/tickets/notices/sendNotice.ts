import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { Job } from '../../../core/jobs/jobs.ts';
import { openEndOf } from '../../../core/ports/merge.ts';
import { adminLink } from '../../../core/request/publicOrigin.ts';
import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { textsIn } from '../../../core/texts/appTexts.ts';
import { clientPageLink } from '../../client-sessions/feature.ts';
import { type MailThread, mailThreadOf, sendOnce } from '../../mail/feature.ts';
import { inboundOptions } from '../../settings/feature.ts';
import { findAddressee, findDocument, type NoticeParts } from './addressee.ts';
import { keepFailedNotice } from './failedNotices.ts';
import { type MailedFiles, mailedFiles } from './mailedFiles.ts';
import { composeNotice, isOfNote, type TicketNotice } from './notices.ts';

/** Sends the mail of a notice. If it fails, the email log records it, and nothing is undone. */
export const sendNotice = async ({ payload, portal }: NoticeParts, job: Job<TicketNotice>): Promise<void> => {
  const { data: notice } = job;
  const { slugs } = portal.options;
  const addressee = await findAddressee({ payload, portal }, notice);
  if (!addressee) return;
  const { ticket, recipient, actor } = addressee;
  const { to } = recipient;
  const isReceipt = notice.about === 'received';
  if (notice.isSeldom && (await hasRecentReceipt({ payload, portal }, ticket))) return;
  const reply = await findDocument({ payload }, slugs.ticketReplies, notice.replyId);
  const link = recipient.isClient
    ? clientPageLink(payload, portal, `/tickets/${notice.ticketId}`)
    : adminLink(payload, `/collections/${slugs.tickets}/${notice.ticketId}`);
  // An answer by mail to an internal note would reach the client: its notice is no part of the thread.
  const thread = isOfNote(notice.about)
    ? null
    : mailThreadOf(payload, await inboundOptions(payload, portal.options.inbound));
  // It may have been merged since, and its mails follow.
  const relatedId = (await openEndOf({ payload }, portal, notice.ticketId)) ?? notice.ticketId;
  const t = await textsIn(payload, recipient.language);
  const message = (files: MailedFiles) => ({
    to,
    ...composeNotice({
      about: notice.about,
      status: notice.status,
      ticket,
      reply,
      isByOther: actor !== null && !isSameAddress(to, String(actor.email)),
      link,
      isAnswerable: thread !== null,
      files,
      t,
    }),
    ...(files.attachments.length > 0 && { attachments: [...files.attachments] }),
    ...(isReceipt && { headers: { 'Auto-Submitted': 'auto-replied' } }),
    ...(thread && threadOf({ thread, ticketId: notice.ticketId, to })),
    portal: {
      type: typeOf(notice),
      relatedTo: { type: 'ticket', id: relatedId },
      ...(notice.actorId !== null && { user: notice.actorId }),
    },
  });
  const { replyId } = notice;
  const { isClient: isAttached } = recipient;
  const attempt = await sendOnce(
    payload,
    async () => message(await mailedFiles({ payload, portal, replyId, isAttached, claims: job.claims })),
    job,
  );
  if (attempt?.status === 'failed') await keepFailedNotice(payload, attempt, notice);
};

const types: Readonly<Partial<Record<TicketNotice['about'], string>>> = {
  created: 'ticket_created',
  received: 'ticket_received',
  note: 'ticket_note',
  mention: 'ticket_mention',
};

/** The type of a notice in the email log. */
const typeOf = ({ about }: TicketNotice): string => types[about] ?? 'ticket_update';

interface ThreadedMail {
  readonly thread: MailThread;
  readonly ticketId: RecordId;
  readonly to: string;
}

/** Headers that make a mail part of its ticket's thread, so that replies to it come back. */
const threadOf = ({ thread, ticketId, to }: ThreadedMail) => {
  const root = `<${thread.rootId(ticketId)}>`;
  const messageId = `<${thread.newMessageId(ticketId, to)}>`;
  return {
    replyTo: thread.replyAddress(ticketId, to),
    messageId,
    inReplyTo: root,
    references: root,
  };
};

/** Time after a ticket by mail in which its requester gets no further receipt for one, in seconds. */
const secondsBetween = 120;

interface Parts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

/**
 * True if the requester of a ticket that came by mail made another one by mail shortly before. A program that answers each
 * mail, and does not say so, thus gets one receipt, whatever it writes.
 */
const hasRecentReceipt = async (
  { payload, portal }: Parts,
  ticket: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const { rowCount } = await postgresOf(payload).pool.query(
    `select from ${tableOf(payload, portal.options.slugs.tickets)}
     where requester_id = $1 and source = 'email' and (created_at, id) < ($2, $3)
       and created_at > $2::timestamptz - $4 * interval '1 second' limit 1`,
    [relationId(ticket.requester), ticket.createdAt, ticket.id as RecordId, secondsBetween],
  );
  return rowCount === 1;
};
