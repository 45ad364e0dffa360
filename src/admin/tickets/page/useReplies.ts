import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import { useCallback, useEffect, useState } from 'react';
import { callCms } from '../../shared/cmsApi.ts';
import type { PersonDocument } from '../person.ts';

export interface ReplyDocument {
  readonly id: number | string;
  readonly body: SerializedEditorState;
  readonly internal?: boolean | null;
  readonly createdAt: string;
  readonly createdBy?: PersonDocument;
  readonly source?: string | null;
  /** The sender's address, and all of the text, if it came by mail. */
  readonly mailFrom?: string | null;
  readonly mailText?: string | null;
}

export interface Replies {
  /** Oldest first; null until they are there. */
  readonly replies: readonly ReplyDocument[] | null;
  /** Older ones that are not shown yet. */
  readonly earlier: number;
  readonly problem: string | null;
  showEarlier(): void;
  reload(): Promise<void>;
}

interface Source {
  readonly apiRoute: string;
  readonly repliesSlug: string;
  readonly usersSlug: string;
  readonly ticketId: number | string | undefined;
}

const pageSize = 50;

/** How often new replies are looked for while the page is seen, in milliseconds. */
const betweenLooks = 8_000;

/** The newest replies of a ticket, and as many older ones as were asked for. New ones show up by themselves. */
export const useReplies = ({ apiRoute, repliesSlug, usersSlug, ticketId }: Source): Replies => {
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
      'select[source]': 'true',
      'select[mailFrom]': 'true',
      'select[mailText]': 'true',
      [`populate[${usersSlug}][name]`]: 'true',
      [`populate[${usersSlug}][email]`]: 'true',
      [`populate[${usersSlug}][role]`]: 'true',
    });
    const answer = await callCms<{ docs: ReplyDocument[]; totalDocs: number }>(apiRoute, {
      method: 'GET',
      path: `/${repliesSlug}?${query}`,
    });
    setFound((before) => {
      if (!answer.ok) return { ...before, problem: answer.message };
      const replies = answer.output.docs.toReversed();
      const earlier = Math.max(0, answer.output.totalDocs - limit);
      // The same replies again cause no drawing.
      const isSame = idsOf(replies) === idsOf(before.replies) && earlier === before.earlier;
      return { replies: isSame ? before.replies : replies, earlier, problem: null };
    });
  }, [apiRoute, repliesSlug, usersSlug, ticketId, limit]);

  useEffect(() => {
    void reload();
    const look = () => void (document.visibilityState === 'visible' && reload());
    const looks = setInterval(look, betweenLooks);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(looks);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);

  return { ...found, reload, showEarlier: () => setLimit((before) => before + pageSize) };
};

const idsOf = (replies: readonly ReplyDocument[] | null): string =>
  replies === null ? 'none yet' : replies.map(({ id }) => id).join();
