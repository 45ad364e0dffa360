import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { toRecordId } from '../../../core/database/ids.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { takeForReply } from '../../files/feature.ts';
import { type Origin, type Source, withOrigin } from '../history/origin.ts';
import type { Side } from '../vocabulary.ts';

interface WantedReply {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  /** Plain text, or rich text as the CMS's editor writes it. */
  readonly content: { readonly text: string } | { readonly body: unknown };
  readonly internal: boolean;
  readonly origin: Origin;
  /**
   * Writes it past the access of the request's user: for the portal's own notes, and for a mail that staff put on a
   * ticket.
   *
   * @default false
   */
  readonly overrideAccess?: boolean;
  /**
   * The files that are sent with it.
   *
   * @default none
   */
  readonly fileIds?: readonly (RecordId | string)[];
  /**
   * The colleagues whom an internal note mentions.
   *
   * @default none
   */
  readonly mentions?: readonly string[];
}

/** A reply as it is stored. */
export interface StoredReply {
  id: RecordId;
  /** The target, if the ticket was merged. */
  ticket_id: RecordId;
  text: string;
  internal: boolean | null;
  created_at: Date;
  created_by_id: RecordId | null;
  source: Source | null;
  /** The side for which it was written; null if it is not known. */
  side: Side | null;
}

/**
 * Creates a reply for the request's user, with all hooks and fields of the collection. On the way:
 * `collections/ticketReplies.ts`, and `replies.ts`: `completeReply` before the row, `followReply` after it.
 *
 * @throws {ApiError} `validation_failed`, `not_found`; and the CMS's own errors
 */
export const createReplyRecord = ({
  req,
  portal,
  ticketId,
  content,
  internal,
  origin,
  overrideAccess = false,
  fileIds = [],
  mentions = [],
}: WantedReply): Promise<StoredReply> =>
  inTransaction(req, async () => {
    const { users } = portal.options.slugs;
    const document: Record<string, unknown> & { id: RecordId } = await withOrigin(req, origin, () =>
      req.payload.create({
        collection: portal.options.slugs.ticketReplies as CollectionSlug,
        data: {
          ...content,
          ticket: ticketId,
          internal,
          ...(mentions.length > 0 && {
            mentions: mentions.map((id) => ({
              user: toRecordId(req.payload, { path: 'mentions', id, slug: users }),
            })),
          }),
        },
        depth: 0,
        overrideAccess,
        req,
      }),
    );
    const place = {
      id: document.id,
      ticketId: relationId(document.ticket) ?? ticketId,
      organization: relationId(document.organization),
      internal,
    };
    await takeForReply({ req, portal }, place, fileIds);
    return {
      id: document.id,
      ticket_id: place.ticketId,
      text: String(document.text),
      internal,
      created_at: new Date(String(document.createdAt)),
      created_by_id: relationId(document.createdBy),
      source: origin.source,
      side: (document.side as Side | null | undefined) ?? null,
    };
  });
