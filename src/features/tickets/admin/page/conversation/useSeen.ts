import { useEffect, useLayoutEffect, useRef } from 'react';
import { relationId } from '../../../../../core/shared/values/ids.ts';
import { usePreferenceChange } from '../../../../../core/ui/react/usePreferenceChange.ts';
import { callPortal, type PortalRoute } from '../../../../../core/ui/requests/portalApi.ts';
import { seenKey, withSeen } from '../../seenKey.ts';
import type { Replies, ReplyDocument } from './useReplies.ts';

interface SeenTicket {
  readonly id: number | string | undefined;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  readonly replies: readonly ReplyDocument[] | null;
}

/**
 * Notes the last reply that the reader has seen on a ticket, by the server's clock, each time its replies have changed. The
 * list shows the number of later ones.
 */
export const useSeen = ({ id, createdAt, replies }: SeenTicket): void => {
  const change = usePreferenceChange(seenKey);
  const at = replies === null ? undefined : (replies.at(-1)?.createdAt ?? createdAt);
  useEffect(() => {
    if (id !== undefined && at !== undefined)
      void change((seen) => withSeen(Object(seen) as Readonly<Record<string, string>>, String(id), at));
  }, [id, at, change]);
};

interface ShownTicket extends Pick<Replies, 'replies' | 'earlier'> {
  readonly portalRoute: PortalRoute;
  readonly id: number | string | undefined;
  /** The reader. */
  readonly writer: unknown;
}

/** Tells the server that the reader has seen the notes that mention them, so that the ticket leaves the view of mentions. */
export const useSeenMentions = ({ portalRoute, id, writer, replies, earlier }: ShownTicket): void => {
  const isMe = ({ user }: { readonly user?: unknown }) => String(relationId(user)) === String(writer);
  const mentioning = (replies ?? []).filter(({ mentions }) => mentions?.some(isMe)).map((reply) => reply.id);
  // An older note that is not shown yet may mention them, too.
  const seen = earlier > 0 ? 'earlier' : mentioning.join();
  useEffect(() => {
    if (id !== undefined && seen !== '')
      void callPortal(portalRoute, {
        method: 'POST',
        path: `/tickets/${id}/mentions/seen`,
        isRepeatable: true,
      });
  }, [portalRoute, id, seen]);
};

export interface NewestReply {
  /** It is null if there is no reply. */
  readonly id: number | string | null;
  readonly isOwn: boolean;
}

/**
 * Scrolls to the newest reply when the conversation is drawn, and to each later one: always to the user's own, and to
 * others' if the user was at the end of the conversation. No one is moved away from earlier replies.
 *
 * @returns the ref of the element at the end of the conversation
 */
export const useNewestInSight = (isDrawn: boolean, reply: NewestReply | null) => {
  const end = useRef<HTMLDivElement>(null);
  const wasInSight = useRef(true);
  const shown = useRef<NewestReply['id'] | undefined>(undefined);

  const newest = reply?.id;
  const isOwn = reply?.isOwn === true;
  useLayoutEffect(() => {
    if (!isDrawn || newest === undefined) return;
    const isFirst = shown.current === undefined;
    const isNew = newest !== shown.current;
    shown.current = newest;
    if (isFirst || (isNew && (isOwn || wasInSight.current))) end.current?.scrollIntoView({ block: 'end' });
  }, [isDrawn, newest, isOwn]);

  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver((seen) => {
      wasInSight.current = seen.at(-1)?.isIntersecting ?? true;
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return end;
};
