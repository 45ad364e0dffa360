import { useEffect, useLayoutEffect, useRef } from 'react';

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
