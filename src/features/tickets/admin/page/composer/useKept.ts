import { useEffect, useRef, useState } from 'react';
import { usePortalRoute } from '../../../../../core/ui/react/usePortal.ts';
import { findAnswer, timeUntilKnown } from '../draft/answers.ts';
import type { OpenSubmission } from '../draft/merged.ts';

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
  readonly sending: OpenSubmission | null;
  /** True if there is a text. One that has come back and was then sent or discarded leaves no notice above the next one. */
  readonly isWritten: boolean;
  /** Called if the server has the reply. */
  onSent(sending: OpenSubmission): void;
  /** Called if it has none. */
  onUnsent(sending: OpenSubmission): void;
}

/** Time after which a portal that did not tell is asked again, in milliseconds. */
const betweenTries = 10_000;

/** @returns a reply that was not sent: its page was closed before, or its ticket merged; null for none */
export const useUnsent = ({ ticket, sending, isWritten, ...told }: UnsentDraft): OpenSubmission | null => {
  const portalRoute = usePortalRoute();
  const [unsent, setUnsent] = useState<OpenSubmission | null>(null);
  const tell = useRef(told);
  tell.current = told;
  const written = useRef(isWritten);
  written.current = isWritten;
  useEffect(() => {
    if (!isWritten) setUnsent(null);
  }, [isWritten]);
  useEffect(() => {
    if (sending === null) return;
    let isThere = true;
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (pause: number) => {
      timer = setTimeout(() => void ask(), pause);
    };
    const ask = async () => {
      const result = await findAnswer(portalRoute, { ticket, key: sending.key });
      if (!isThere) return;
      if (!result.ok) return askIn(betweenTries);
      if (result.output.id !== null) return tell.current.onSent(sending);
      // A text that was discarded meanwhile needs no notice; that of a merged ticket comes only then.
      if (written.current || sending.mergedFrom !== undefined) setUnsent(sending);
      tell.current.onUnsent(sending);
    };
    askIn(timeUntilKnown(sending));
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [portalRoute, ticket, sending]);
  return unsent;
};
