import { Button } from '@payloadcms/ui';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';

/** Shows the state of a change of many tickets, and undoes it. It keeps the focus of the button that asked for it. */
export const PendingChange = ({
  state,
  undo,
  applyNow,
}: Pick<ReturnType<typeof usePendingChange>, 'state' | 'undo' | 'applyNow'>) => {
  const t = usePortalTexts();
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed is gone with the state before.
    if (state && (document.activeElement === document.body || document.activeElement === null))
      (frame.current?.querySelector('button') ?? frame.current)?.focus();
  }, [state]);
  return (
    <div
      ref={frame}
      tabIndex={-1}
      className={state && state.is !== 'done' ? 'portal-tickets__bulk portal-tickets__pending' : undefined}
    >
      <span role="status">{state && sentenceOf(state, t)}</span>
      {state?.is === 'waiting' && (
        <>
          <Button size="small" margin={false} onClick={undo}>
            {t('tickets:list:bulk:undo')}
          </Button>
          <Button size="small" margin={false} buttonStyle="secondary" onClick={applyNow}>
            {t('tickets:list:bulk:applyNow')}
          </Button>
        </>
      )}
    </div>
  );
};

const sentenceOf = ({ is, action }: NonNullable<PendingState>, t: ReturnType<typeof usePortalTexts>) => {
  if (is === 'waiting') return t('tickets:list:bulk:pending', { action, seconds: undoMs / 1_000 });
  if (is === 'applying') return t('tickets:list:bulk:applying', { action });
  return is === 'undone' ? t('tickets:list:bulk:undone', { action }) : '';
};

/** A change of many tickets that someone has asked for. */
export interface ManyChange {
  /** The change in words, such as “Set 2 tickets to Closed”. */
  readonly action: string;
  /** Sends the change to the server at once, also from a page that is being left. */
  apply(): Promise<void>;
}

type PendingState = {
  readonly is: 'waiting' | 'applying' | 'undone' | 'done';
  readonly action: string;
} | null;

/** Time in which a change can be undone. */
const undoMs = 10_000;

/**
 * Holds a change back for ten seconds, in which it can be undone. It is sent to the server afterwards, so no mail leaves
 * before. Leaving or closing the page applies it at once; the browser asks before it closes the document, which could tell of no refusal.
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

  const isOpen = state?.is === 'waiting' || state?.is === 'applying';
  useEffect(() => {
    if (!isOpen) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOpen]);

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
