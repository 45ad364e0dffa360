import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import { useConfig } from '@payloadcms/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { relationId } from '../../../../../core/shared/values/ids.ts';
import { useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../../../core/ui/requests/cmsApi.ts';
import type { Reason } from '../../../../../core/ui/requests/portalApi.ts';
import type { PersonDocument } from '../../../../people/ui.ts';
import type { Side } from '../../../vocabulary.ts';
import type { TicketThere } from '../presence/usePresence.ts';

export interface ReplyDocument {
  readonly id: number | string;
  readonly body: SerializedEditorState;
  readonly internal?: boolean | null;
  readonly createdAt: string;
  readonly createdBy?: PersonDocument;
  /** The side for which it was written, if that is stored. */
  readonly side?: Side | null;
  readonly source?: string | null;
  /** The sender's address, and all of the text, if it came by mail. */
  readonly mailFrom?: string | null;
  readonly mailText?: string | null;
  /** The colleagues whom an internal note mentions. */
  readonly mentions?: readonly { readonly user?: PersonDocument }[] | null;
}

export interface Replies {
  /** Oldest first; null until they are there. */
  readonly replies: readonly ReplyDocument[] | null;
  /** Older ones that are not shown yet. */
  readonly earlier: number;
  readonly problem: Reason | null;
  showEarlier(): void;
  reload(): Promise<void>;
  /** Reloads if the server has other replies than these. */
  follow(there: TicketThere): void;
}

const pageSize = 50;

/** The newest replies of a ticket, and as many older ones as were asked for. */
export const useReplies = (ticketId: number | string | undefined): Replies => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const { ticketReplies, users } = useSlugs();
  const [limit, setLimit] = useState(pageSize);
  const [found, setFound] = useState<Pick<Replies, 'replies' | 'earlier' | 'problem'>>({
    replies: null,
    earlier: 0,
    problem: null,
  });

  const reload = useCallback(async () => {
    if (ticketId === undefined) return;
    const query = new URLSearchParams({
      'where[ticket][equals]': String(ticketId),
      sort: '-createdAt',
      limit: String(limit),
      depth: '1',
      'select[body]': 'true',
      'select[internal]': 'true',
      'select[createdAt]': 'true',
      'select[createdBy]': 'true',
      'select[side]': 'true',
      'select[source]': 'true',
      'select[mentions]': 'true',
      'select[mailFrom]': 'true',
      'select[mailText]': 'true',
      [`populate[${users}][name]`]: 'true',
      [`populate[${users}][email]`]: 'true',
      [`populate[${users}][role]`]: 'true',
    });
    const result = await callCms<{ docs: ReplyDocument[]; totalDocs: number }>(apiRoute, {
      method: 'GET',
      path: `/${ticketReplies}?${query}`,
    });
    setFound((before) => {
      if (!result.ok) return { ...before, problem: result.message };
      const replies = result.output.docs.toReversed();
      const earlier = Math.max(0, result.output.totalDocs - limit);
      // The same replies again cause no drawing.
      const isSame = idsOf(replies) === idsOf(before.replies) && earlier === before.earlier;
      return { replies: isSame ? before.replies : replies, earlier, problem: null };
    });
  }, [apiRoute, ticketReplies, users, ticketId, limit]);

  useEffect(() => void reload(), [reload]);

  const shown = useRef(found);
  shown.current = found;
  const follow = ({ count, newestId }: TicketThere): void => {
    const { replies, earlier, problem } = shown.current;
    const isLoading = replies === null && problem === null;
    if (isLoading) return;
    const newest = replies?.at(-1)?.id;
    const isSame = (newest === undefined ? null : String(newest)) === newestId;
    if (replies === null || !isSame || replies.length + earlier !== count) void reload();
  };

  return { ...found, reload, follow, showEarlier: () => setLimit((before) => before + pageSize) };
};

const idsOf = (replies: readonly ReplyDocument[] | null): string =>
  replies === null ? 'none yet' : replies.map(({ id }) => id).join();

/** True for a reply that a person wrote. */
export const isBy = (reply: ReplyDocument | undefined, person: unknown): boolean =>
  String(relationId(reply?.createdBy)) === String(person);

/** The newest reply of other people; null for none, undefined while it is not known. */
export const newestOfOthers = (
  replies: readonly ReplyDocument[] | null,
  person: unknown,
): number | string | null | undefined =>
  replies === null ? undefined : (replies.findLast((reply) => !isBy(reply, person))?.id ?? null);
