import { useEffect } from 'react';
import { usePreferenceChange } from '../../../../../core/ui/react/usePreferenceChange.ts';
import { seenKey, withSeen } from '../../seenKey.ts';
import type { ReplyDocument } from './useReplies.ts';

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
