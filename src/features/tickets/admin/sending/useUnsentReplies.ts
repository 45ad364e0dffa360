import { useEffect, useState } from 'react';
import { usePortalRoute } from '../../../../core/ui/react/usePortal.ts';
import { findFate, timeUntilKnown } from '../page/draft/fate.ts';
import { onEntryChange } from '../page/draft/kept.ts';
import { forgetSent, openSubmissionsOf, type TicketSubmission } from '../page/draft/submissions.ts';

/** Time after which a portal that did not tell is asked again, in milliseconds. */
const betweenTries = 60_000;

/** The same text that is sent again has the same key, and another end. */
const nameOf = ({ key, until }: TicketSubmission): string => `${key} ${until}`;

interface UnsentReply extends TicketSubmission {
  /** True if its ticket is not there, or no longer in the reach of its author. */
  readonly isGone: boolean;
}

const isAmong = (all: readonly TicketSubmission[], wanted: TicketSubmission): boolean =>
  all.some((one) => nameOf(one) === nameOf(wanted));

/**
 * Finds the replies of the user that were held back when their page was closed, or the session ended, and that the portal does not
 * have. The page of their ticket, if that is there, takes each as a draft again.
 *
 * @param isHeld true for a ticket whose reply this page holds back, or sends
 */
export const useUnsentReplies = (isHeld: (ticket: string) => boolean): readonly UnsentReply[] => {
  const portalRoute = usePortalRoute();
  const { person } = portalRoute;
  const [unsent, setUnsent] = useState<readonly UnsentReply[]>([]);
  useEffect(() => {
    setUnsent([]);
    if (person === undefined) return;
    const timers = new Map<string, number>();
    const askIn = (pause: number, submission: TicketSubmission): void => {
      timers.set(
        nameOf(submission),
        window.setTimeout(() => void ask(submission), pause),
      );
    };
    const isOpen = (submission: TicketSubmission): boolean =>
      timers.has(nameOf(submission)) && isAmong(openSubmissionsOf(person), submission);
    const ask = async (submission: TicketSubmission): Promise<void> => {
      const { ticket, key } = submission;
      // This page says itself what becomes of it.
      if (isHeld(ticket) || !isOpen(submission)) return;
      const fate = await findFate(portalRoute, { ticket, key });
      if (!isOpen(submission)) return;
      if (fate === 'unknown') askIn(betweenTries, submission);
      else if (fate === 'sent') forgetSent({ ticket, person, key });
      else setUnsent((before) => [...before, { ...submission, isGone: fate === 'gone' }]);
    };
    const look = () => {
      const open = openSubmissionsOf(person);
      setUnsent((before) =>
        before.every((one) => isAmong(open, one)) ? before : before.filter((one) => isAmong(open, one)),
      );
      for (const submission of open)
        if (!timers.has(nameOf(submission))) askIn(timeUntilKnown(submission), submission);
    };
    look();
    const end = onEntryChange({}, look);
    return () => {
      end();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, [portalRoute, person, isHeld]);
  return unsent;
};
