import { useEffect } from 'react';
import { relationId } from '../../../../../core/shared/values/ids.ts';
import { callPortal } from '../../../../../core/ui/requests/portalApi.ts';
import type { Replies } from './useReplies.ts';

interface ShownTicket extends Pick<Replies, 'replies' | 'earlier'> {
  readonly portalRoute: string;
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
      void callPortal(portalRoute, { method: 'POST', path: `/tickets/${id}/mentions/seen` });
  }, [portalRoute, id, seen]);
};
