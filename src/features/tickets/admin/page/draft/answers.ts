import { useEffect, useRef } from 'react';
import { usePortalRoute } from '../../../../../core/ui/react/usePortal.ts';
import { followFate } from './fate.ts';
import type { HeldSubmission } from './submissions.ts';

interface Asked<Sending extends HeldSubmission> {
  readonly ticket: number | string | undefined;
  /** The submission whose end the browser does not know; null for none. */
  readonly sending: Sending | null;
  /** Called if the server has the reply. */
  onSent(sending: Sending): void;
  /** Called if it has none. */
  onUnsent(sending: Sending): void;
  /** Called if it has no such ticket, or none that its author can see. */
  onGone?(sending: Sending): void;
}

/** Asks the portal what has become of a submission, until it tells. */
export const useAnswer = <Sending extends HeldSubmission>({ ticket, sending, ...told }: Asked<Sending>) => {
  const portalRoute = usePortalRoute();
  const tell = useRef(told);
  tell.current = told;
  useEffect(() => {
    if (sending === null || ticket === undefined) return;
    const { key, until } = sending;
    return followFate(portalRoute, { ticket, key, until }, (fate) => {
      const { onSent, onUnsent, onGone } = tell.current;
      ({ sent: onSent, unsent: onUnsent, gone: onGone })[fate]?.(sending);
    });
  }, [portalRoute, ticket, sending]);
};
