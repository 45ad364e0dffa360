import { Button } from '@payloadcms/ui';
import { useLayoutEffect, useRef } from 'react';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { type PendingState, undoMs, type usePendingChange } from './usePendingChange.ts';

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
