import { useCallback, useEffect, useRef, useState } from 'react';

/** A change of many tickets that someone has asked for. */
export interface ManyChange {
  /** The change in words, such as “Set 2 tickets to Closed”. */
  readonly action: string;
  /** Sends the change to the server at once, also from a page that is being left. */
  apply(): Promise<void>;
}

export type PendingState = {
  readonly is: 'waiting' | 'applying' | 'undone' | 'done';
  readonly action: string;
} | null;

/** Time in which a change can be undone. */
export const undoMs = 10_000;

/**
 * Holds a change back for ten seconds, in which it can be undone. It is sent to the server afterwards, so no mail leaves
 * before. Leaving or closing the page applies it at once.
 */
export const usePendingChange = () => {
  const [state, setState] = useState<PendingState>(null);
  const waiting = useRef<{ readonly change: ManyChange; readonly timer: number } | null>(null);

  const take = useCallback((): ManyChange | null => {
    const { current } = waiting;
    waiting.current = null;
    if (current) clearTimeout(current.timer);
    return current?.change ?? null;
  }, []);

  const apply = useCallback(async () => {
    const change = take();
    if (!change) return;
    const { action } = change;
    setState({ is: 'applying', action });
    await change.apply();
    setState({ is: 'done', action });
  }, [take]);

  useEffect(() => {
    const leave = () => void apply();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [apply]);

  return {
    state,
    ask(change: ManyChange) {
      waiting.current = { change, timer: window.setTimeout(() => void apply(), undoMs) };
      setState({ is: 'waiting', action: change.action });
    },
    applyNow: () => void apply(),
    undo() {
      const change = take();
      if (change) setState({ is: 'undone', action: change.action });
    },
  };
};
