import { useEffect, useRef, useState } from 'react';
import { useAnswer } from '../draft/answers.ts';
import type { OpenSubmission } from '../draft/merged.ts';
import type { HeldSubmission } from '../draft/submissions.ts';

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

/** A submission that was not sent. It has `mergedFrom` if its ticket was merged. */
export type UnsentSubmission = HeldSubmission & Partial<OpenSubmission>;

interface UnsentDraft {
  readonly ticket: number | string;
  /** The submission whose text the composer has from the beginning; null for none. */
  readonly first: HeldSubmission | null;
  /** The submission of a merged ticket whose end the browser does not know. */
  readonly sending: OpenSubmission | null;
  /** True if there is a text. One that has come back and was then sent or discarded leaves no notice above the next one. */
  readonly isWritten: boolean;
  /** Called if the server has the reply. */
  onSent(sending: OpenSubmission): void;
  /** Called if it has none. */
  onUnsent(sending: OpenSubmission): void;
}

/** @returns a reply that was not sent: its page was closed before, or its ticket merged; null for none */
export const useUnsent = ({ ticket, first, sending, isWritten, onSent, onUnsent }: UnsentDraft) => {
  const [unsent, setUnsent] = useState<UnsentSubmission | null>(first);
  useEffect(() => {
    if (!isWritten) setUnsent(null);
  }, [isWritten]);
  useAnswer({
    ...{ ticket, sending, onSent },
    onUnsent(submission: OpenSubmission) {
      setUnsent(submission);
      onUnsent(submission);
    },
  });
  return unsent;
};
