import { useEffect, useRef, useState } from 'react';
import { usePortalRoute } from '../../../../../core/ui/react/usePortal.ts';
import { callPortal } from '../../../../../core/ui/requests/portalApi.ts';
import type { HeldSubmission } from '../draft/draft.ts';

/** True if someone else has replied since the user began to write. */
export const useArrived = (newest: number | string | null | undefined, isWritten: boolean): boolean => {
  const atBeginning = useRef(newest);
  // The replies come later than a draft of an earlier visit.
  if (!isWritten || atBeginning.current === undefined) atBeginning.current = newest;
  return isWritten && newest !== atBeginning.current;
};

const goesOnKey = 'portal-answer-goes-on';

export interface GoesOn {
  readonly is: boolean;
  set(wanted: boolean): void;
}

/** The choice to open the next ticket after sending, which the browser keeps. */
export const useGoesOn = (): GoesOn => {
  const [is, setIs] = useState(false);
  useEffect(() => setIs(localStorage.getItem(goesOnKey) === 'yes'), []);
  return {
    is,
    set(wanted: boolean) {
      setIs(wanted);
      localStorage.setItem(goesOnKey, wanted ? 'yes' : 'no');
    },
  };
};

interface UnsentDraft {
  readonly ticket: number | string;
  /** The submission whose end the browser does not know: its page was closed. */
  readonly sending: HeldSubmission | null;
  /** Called with the key of the submission if the server has the reply. */
  onSent(key: string): void;
}

/** Time that a submission may take, in milliseconds, after it can no longer be undone. */
const patience = 3_000;

/** @returns a reply that was not sent: its page was closed before, or its ticket merged; null for none */
export const useUnsent = ({ ticket, sending, onSent }: UnsentDraft): HeldSubmission | null => {
  const portalRoute = usePortalRoute();
  const [unsent, setUnsent] = useState<HeldSubmission | null>(null);
  const tell = useRef(onSent);
  tell.current = onSent;
  useEffect(() => {
    if (sending === null) return;
    let isThere = true;
    const ask = async () => {
      const path = `/tickets/${ticket}/answers/${sending.key}` as const;
      const result = await callPortal<{ id: string | null }>(portalRoute, { method: 'GET', path });
      if (!isThere || !result.ok) return;
      if (result.output.id === null) setUnsent(sending);
      else tell.current(sending.key);
    };
    const left = Date.parse(sending.until) + patience - Date.now();
    const timer = setTimeout(() => void ask(), Math.max(0, left));
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [portalRoute, ticket, sending]);
  return unsent;
};
