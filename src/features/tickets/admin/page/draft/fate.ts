import {
  callPortal,
  type PortalResult,
  type PortalRoute,
} from '../../../../../core/ui/requests/portalApi.ts';
import type { HeldSubmission } from './submissions.ts';

/** Time that a submission may take, in milliseconds, after the last sign that it is under way. */
const patience = 3_000;

/** The longest time in which a reply can be undone, in milliseconds. */
const longestUndo = 30_000;

/**
 * Time until the portal can say what has become of a submission, in milliseconds. It is never longer than a submission can
 * take: the clock may have been set back.
 */
export const timeUntilKnown = ({ until }: Pick<HeldSubmission, 'until'>): number =>
  Math.min(Math.max(0, Date.parse(until) - Date.now() + patience), longestUndo + patience);

interface Submitted {
  readonly ticket: number | string;
  readonly key: string;
}

/** The end of a submission. It is gone if its ticket is not there, or no longer in the reach of its author. */
type Fate = 'sent' | 'unsent' | 'gone' | 'unknown';

/** Asks the portal what has become of a submission; it is unknown as long as the portal does not tell. */
export const findFate = async (portalRoute: PortalRoute, { ticket, key }: Submitted): Promise<Fate> => {
  const said: PortalResult<{ readonly id: string | null }> = await callPortal(portalRoute, {
    ...{ method: 'GET', path: `/tickets/${ticket}/answers/${key}` },
  });
  if (!said.ok) return said.isMissing ? 'gone' : 'unknown';
  return said.output.id === null ? 'unsent' : 'sent';
};

/** Time after which a portal that did not tell is asked again, in milliseconds. */
const betweenTries = 10_000;

/**
 * Asks the portal what has become of a submission, until it tells.
 *
 * @returns a function that ends it
 */
export const followFate = (
  portalRoute: PortalRoute,
  submission: Submitted & Pick<HeldSubmission, 'until'>,
  tell: (fate: Exclude<Fate, 'unknown'>) => void,
): (() => void) => {
  let isThere = true;
  let timer: ReturnType<typeof setTimeout>;
  const askIn = (pause: number) => {
    timer = setTimeout(() => void ask(), pause);
  };
  const ask = async () => {
    const fate = await findFate(portalRoute, submission);
    if (!isThere) return;
    // A page that no one sees takes nothing back: others still say that it was not sent.
    const isTold = fate !== 'unknown' && !(fate === 'unsent' && document.hidden);
    if (isTold) tell(fate);
    // A ticket may come back into reach.
    if (!isTold || fate === 'gone') askIn(betweenTries);
  };
  askIn(timeUntilKnown(submission));
  return () => {
    isThere = false;
    clearTimeout(timer);
  };
};
