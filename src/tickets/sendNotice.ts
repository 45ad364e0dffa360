import type { CollectionSlug, Payload } from 'payload';
import type { RecordId } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { readSettings } from '../settings/readSettings.ts';
import { ticketOfDocument } from './changes.ts';
import type { TicketNotice } from './notices.ts';
import { composeNotice } from './composeNotice.ts';

interface NoticeParts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

/** Sends the mail of a notice. One that fails is told by the email log, and undoes nothing. */
export const sendNotice = async ({ payload, portal }: NoticeParts, notice: TicketNotice): Promise<void> => {
  const ticket = await find(payload, portal.options.slugs.tickets, notice.ticketId);
  if (!ticket) return;
  const { requester_id, assignee_id } = ticketOfDocument(ticket);
  const { users, ticketReplies } = portal.options.slugs;
  const isForRequester = notice.about === 'staff_reply' || notice.about === 'status';
  const recipientId = isForRequester ? requester_id : notice.about === 'client_reply' ? assignee_id : null;
  if (isForRequester && recipientId === null) return;
  if (recipientId !== null && String(recipientId) === String(notice.actorId)) return;
  const to =
    recipientId === null
      ? await notificationAddress(payload)
      : await addressOf(payload, users, recipientId);
  const actor = notice.actorId === null ? null : await find(payload, users, notice.actorId);
  if (to === null || isSame(to, actor?.email)) return;
  const reply = notice.replyId === null ? null : await find(payload, ticketReplies, notice.replyId);
  const type = notice.about === 'created' ? 'ticket_created' : 'ticket_update';
  await payload
    .sendEmail({
      to,
      ...composeNotice({ about: notice.about, ticket, reply, link: linkTo(payload, portal, notice.ticketId) }),
      portal: {
        type,
        relatedTo: { type: 'ticket', id: notice.ticketId },
        ...(notice.actorId !== null && { user: notice.actorId }),
      },
    })
    .catch(() => {});
};

const linkTo = ({ config }: Payload, { options }: PortalContext, id: RecordId): string | null =>
  config.serverURL
    ? `${config.serverURL}${config.routes.admin}/collections/${options.slugs.tickets}/${id}`
    : null;

type Document = Record<string, unknown>;

const find = async (payload: Payload, slug: string, id: RecordId): Promise<Document | null> => {
  // A job acts for the portal itself; what goes into the mail is decided by whom it is for.
  const found = await payload.findByID({
    collection: slug as CollectionSlug,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
  });
  return found as unknown as Document | null;
};

const addressOf = async (payload: Payload, users: string, id: RecordId): Promise<string | null> => {
  const user = await find(payload, users, id);
  return typeof user?.email === 'string' ? user.email : null;
};

const notificationAddress = async (payload: Payload): Promise<string | null> =>
  (await readSettings(payload)).notificationEmail || null;

const isSame = (address: string, other: unknown): boolean =>
  typeof other === 'string' && address.toLowerCase() === other.toLowerCase();

