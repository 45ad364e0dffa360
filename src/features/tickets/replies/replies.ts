import type { CollectionSlug, PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { enqueue, enqueueAll } from '../../../core/jobs/jobs.ts';
import { reachesTicket } from '../../../core/reach/reachSql.ts';
import { notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, idTextOrNull, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { withOwnMoments } from '../../../core/shared/values/moments.ts';
import type { Verdict } from '../../../core/texts/say.ts';
import { publishTicketEvent } from '../announce.ts';
import { enqueueForClients } from '../followers/enqueueNotices.ts';
import { originFields, originOf } from '../history/origin.ts';
import { completeMentions, mentionsIn, seeMentions } from '../mentions/mentions.ts';
import { type TicketNotice, ticketNoticeQueue } from '../notices/notices.ts';
import { sideOfWriter } from '../record/people.ts';
import { lockOpenEnd, type StoredTicket, ticketColumns, ticketOfRow } from '../record/storedTicket.ts';
import { isReopenedByReply } from '../record/transitions.ts';
import { checkReply } from '../text.ts';
import type { Side } from '../vocabulary.ts';
import { toPlainText } from './plainText.ts';
import { checkRichText, toRichText, toStored } from './richText.ts';

interface GivenReply {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Values by the CMS's names of the fields: `body` as rich text, or `text`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Enforces the rules of a new reply, and adds its other form: as rich text for staff, as text for the API.
 *
 * @returns its fields
 * @throws {ApiError} `validation_failed`; `not_found` for a ticket that is not there, or not in reach
 */
export const completeReply = async ({ req, portal, data }: GivenReply): Promise<Record<string, unknown>> => {
  const principal = portal.principalOf(req.user);
  if (data.body) assertRight(checkRichText(data.body));
  const text = data.body ? toPlainText(data.body) : data.text;
  assertRight(checkReply(text));
  const ticket = await lockOpenEnd(req, portal, relationId(data.ticket));
  const organization = ticket?.organization_id ?? null;
  if (!ticket) throw notFound();
  const place = { id: ticket.id, organization };
  if (principal && !(await reachesTicket(req, portal, principal, place))) throw notFound();
  const createdBy = data.createdBy ?? principal?.id;
  const mentions = await completeMentions({ req, portal, data, organization, author: createdBy });
  const fields = principal ? withOwnMoments(data) : data;
  const body = data.body ? toStored(data.body) : toRichText(text as string);
  const { answerKey = null } = originOf(req);
  return {
    ...fields,
    ...originFields(req),
    answerKey,
    ticket: ticket.id,
    text,
    body,
    organization,
    createdBy,
    side: await sideOfWriter({ req, portal, id: createdBy }),
    mentions,
  };
};

const assertRight = (check: Verdict): void => {
  if (check !== true) throw validationFailed([{ path: 'body', message: check }]);
};

interface FollowedReply {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The document of the CMS. */
  readonly reply: Record<string, unknown> & { id: RecordId };
}

/**
 * Carries out the effects of a new reply: it may reopen its ticket, publishes an event, and creates the job of its mail.
 * The assignee and the people whom it mentions get an internal note of a person, which has no other effects.
 */
export const followReply = async ({ req, portal, reply }: FollowedReply): Promise<void> => {
  const actor = portal.principalOf(req.user);
  const ticketOfReply = relationId(reply.ticket);
  // Someone who replies has read the ticket.
  if (actor && !isClient(actor) && ticketOfReply !== null)
    await seeMentions({ req, portal, ticketId: ticketOfReply, userId: actor.id });
  if (reply.internal === true) return followNote({ req, portal, reply }, actor?.id ?? null);
  const { slugs } = portal.options;
  const { source, alongWith } = originOf(req);
  // A mail of a person who is no user counts as a client's.
  const isFromClient = isClient(actor) || (actor === null && source === 'email');
  const ticket = await noteReply(req, portal, {
    ticketId: ticketOfReply,
    waitingFor: isFromClient ? 'staff' : 'client',
  });
  if (!ticket) return;
  if (isFromClient && isReopenedByReply(ticket.status)) {
    await req.payload.update({
      collection: slugs.tickets as CollectionSlug,
      id: ticket.id,
      data: { status: 'open' },
      depth: 0,
      // A sender without an account may not change the ticket; here staff put their mail on it.
      overrideAccess: actor === null,
      req,
    });
  }
  await publishTicketEvent(
    { req, portal },
    {
      event: 'ticket.replied',
      timestamp: new Date(String(reply.createdAt)),
      organization: ticket.organization_id,
      data: {
        id: idText(reply.id),
        ticket_id: idText(ticket.id),
        body: reply.text,
        created_by: idTextOrNull(relationId(reply.createdBy)),
        created_at: new Date(String(reply.createdAt)).toISOString(),
      },
    },
  );
  const about = isFromClient ? 'client_reply' : 'staff_reply';
  const notice: TicketNotice = {
    about,
    ticketId: ticket.id,
    replyId: reply.id,
    actorId: actor?.id ?? null,
    status: alongWith ?? null,
    requesterId: ticket.requester_id,
  };
  await (isFromClient ? enqueue(req, ticketNoticeQueue, notice) : enqueueForClients(req, portal, notice));
};

interface Noted {
  readonly ticketId: RecordId | null;
  readonly waitingFor: Side;
}

/** Notes on the ticket who is expected to reply. Returns null if there is none. */
const noteReply = async (
  req: PayloadRequest,
  { options }: PortalContext,
  { ticketId, waitingFor }: Noted,
): Promise<StoredTicket | null> => {
  // The time is that of the process's clock, as with the CMS. It never goes back.
  const { rows } = await runStatement<StoredTicket>(
    req,
    `update ${tableOf(req.payload, options.slugs.tickets)}
     set updated_at = greatest(updated_at, $1), waiting_for = $2 where id = $3 returning ${ticketColumns}`,
    [new Date().toISOString(), waitingFor, ticketId],
  );
  const [row] = rows;
  return row ? ticketOfRow(row) : null;
};

/** The portal's own notes, about attachments and the like, come with a mail of which the assignee gets a notice anyway. */
const followNote = async ({ req, reply }: FollowedReply, actorId: RecordId | null): Promise<void> => {
  const ticketId = relationId(reply.ticket);
  if (ticketId === null || actorId === null) return;
  const notice = { ticketId, replyId: reply.id, actorId };
  const mentions = mentionsIn(reply.mentions).map((mentionedId) => ({
    ...notice,
    about: 'mention' as const,
    mentionedId,
  }));
  const notices: readonly TicketNotice[] = [{ ...notice, about: 'note' }, ...mentions];
  await enqueueAll(
    req,
    ticketNoticeQueue,
    notices.map((data) => ({ data })),
  );
};
