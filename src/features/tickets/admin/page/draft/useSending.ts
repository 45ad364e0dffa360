import { toast } from '@payloadcms/ui';
import { usePathname, useRouter } from 'next/navigation.js';
import { useEffect, useRef, useState } from 'react';
import { usePortalRoute, usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import {
  type PortalResult,
  type Reason,
  reasonOfRejection,
} from '../../../../../core/ui/requests/portalApi.ts';
import { tellUploaded } from '../../../../files/ui.ts';
import type { Status } from '../../../vocabulary.ts';
import { nextAfter } from '../../list/place.ts';
import { type OnSent, type ReplyRequest, submitAtOnce, useHeldReplies } from '../../sending/heldReply.ts';
import { newestOfOthers, type Replies } from '../conversation/useReplies.ts';
import type { useTicketChange } from '../useOpenTicket.ts';
import { markSending } from './submissions.ts';
import { useElsewhere } from './useElsewhere.ts';
import type { Submission } from './useSubmission.ts';

interface SendingTicket
  extends Pick<Replies, 'replies' | 'reload'>,
    Pick<ReturnType<typeof useTicketChange>, 'take' | 'catchUp'> {
  readonly id: number | string | undefined;
  /** The author. */
  readonly writer: number | string | null;
  /** The people to whom the page says that a reply goes; null while it does not know. */
  readonly mailedTo: readonly string[] | null;
  readonly isMerged: boolean;
  /** True if the form of the ticket has changes that are not saved. */
  readonly isModified: boolean;
  /** Reads at once who else has the ticket open. */
  look(): void;
  sayWriting(isWriting: boolean): void;
}

/**
 * Sends what is written in the composer of a ticket: a reply after its undo period, an internal note at once. The page then
 * reloads the ticket, or opens the next one.
 */
export const useSending = (ticket: SendingTicket) => {
  const { id, writer, replies, mailedTo, isMerged, isModified, look, reload, sayWriting, take, catchUp } =
    ticket;
  const t = usePortalTexts();
  const openNext = useNextTicket(id, isModified);
  const pathname = usePathname();
  const portalRoute = usePortalRoute();
  const sending = useHeldReplies();
  const held = sending?.held.find((reply) => reply.ticket === String(id)) ?? null;
  const [refusal, setRefusal] = useState<Reason | null>(null);
  const elsewhere = useElsewhere({ ticket: id, person: writer, isMerged, isHeld: held !== null });
  // The status that was chosen with a reply that is not sent yet.
  const chosen = useRef<Status | null>(null);

  const follow = async (said: PortalResult<unknown>, status: Status | null): Promise<Reason | null> => {
    if (!said.ok) {
      look();
      await reload();
      return reasonOfRejection(said);
    }
    if (status === null) return null;
    take({ status });
    toast.success(t('tickets:page:conversation:isNow', { status: t(`tickets:isNow:${status}`) }));
    return null;
  };

  const refresh = () => {
    tellUploaded();
    return Promise.all([reload(), catchUp()]);
  };

  const onSent = useRef<OnSent>(async () => {});
  onSent.current = async (said, { request }) => {
    const reason = await follow(said, request.status);
    setRefusal(reason);
    if (reason !== null) return;
    chosen.current = null;
    await refresh();
  };
  const followReply = sending?.follow;
  useEffect(() => followReply?.(String(id), (said, reply) => onSent.current(said, reply)), [id, followReply]);

  /**
   * @returns false for a submission that is sent at once: an internal note, and a reply whose draft the browser does not
   * keep
   */
  const hold = (request: ReplyRequest): boolean => {
    if (!sending || request.internal || writer === null || id === undefined) return false;
    const until = new Date(Date.now() + sending.seconds * 1_000);
    if (!markSending({ ticket: id, person: writer, ...request, until })) return false;
    sayWriting(false);
    chosen.current = request.status;
    sending.hold({ ticket: String(id), person: writer, portalRoute, page: pathname, request });
    return true;
  };

  const send = async ({ next, ...submission }: Submission): Promise<Reason | 'held' | null> => {
    setRefusal(null);
    if (mailedTo === null && !submission.internal) {
      look();
      return { key: 'tickets:page:answer:noRecipients' };
    }
    const newest = newestOfOthers(replies, writer);
    const request = {
      ...submission,
      author_id: writer === null ? null : String(writer),
      seen_reply_id: newest ? String(newest) : null,
      seen_recipient_ids: mailedTo ?? [],
    };
    elsewhere.setOwn(request.key);
    if (hold(request)) {
      openNext(next);
      return 'held';
    }
    const said = await submitAtOnce({ portalRoute, ticket: id, person: writer, request });
    elsewhere.setOwn(null);
    const reason = await follow(said, submission.status);
    if (reason === null && !openNext(next)) await refresh();
    return reason;
  };

  return {
    held,
    sending,
    refusal,
    elsewhere,
    /** The status that was chosen with that reply. */
    chosen: chosen.current,
    send,
  };
};

/**
 * Opens the next ticket of the list, unless this one has changes that are not saved, or the page was left meanwhile. The
 * function returns true if it opens.
 */
const useNextTicket = (id: SendingTicket['id'], isModified: boolean) => {
  const t = usePortalTexts();
  const router = useRouter();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  // Fields may be changed while the reply is on its way.
  const hasChanges = useRef(isModified);
  hasChanges.current = isModified;
  return (isWanted: boolean): boolean => {
    const following = isWanted && isThere.current ? nextAfter(String(id)) : null;
    if (following === null) return false;
    if (hasChanges.current) toast.info(t('tickets:page:conversation:staysForChanges'));
    else router.push(following);
    return !hasChanges.current;
  };
};
