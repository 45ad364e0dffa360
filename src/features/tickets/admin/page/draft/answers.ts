import { useEffect, useRef } from 'react';
import { usePortalRoute } from '../../../../../core/ui/react/usePortal.ts';
import {
  callPortal,
  type PortalResult,
  type PortalRoute,
} from '../../../../../core/ui/requests/portalApi.ts';
import type { HeldSubmission } from './submissions.ts';

/** Time that a submission may take, in milliseconds, after the last sign that it is under way. */
const patience = 3_000;

/** Time until the portal can say what has become of a submission, in milliseconds. */
export const timeUntilKnown = ({ until }: Pick<HeldSubmission, 'until'>): number =>
  Math.max(0, Date.parse(until) + patience - Date.now());

interface Submitted {
  readonly ticket: number | string;
  readonly key: string;
}

/** Asks the portal for the reply of a submission; its id is null if there is none. */
export const findAnswer = (
  portalRoute: PortalRoute,
  { ticket, key }: Submitted,
): Promise<PortalResult<{ readonly id: string | null }>> =>
  callPortal(portalRoute, { method: 'GET', path: `/tickets/${ticket}/answers/${key}` });

interface Asked<Sending extends HeldSubmission> {
  readonly ticket: number | string | undefined;
  /** The submission whose end the browser does not know; null for none. */
  readonly sending: Sending | null;
  /** Called if the server has the reply. */
  onSent(sending: Sending): void;
  /** Called if it has none. */
  onUnsent(sending: Sending): void;
}

/** Time after which a portal that did not tell is asked again, in milliseconds. */
const betweenTries = 10_000;

/** Asks the portal what has become of a submission, until it tells. */
export const useAnswer = <Sending extends HeldSubmission>({ ticket, sending, ...told }: Asked<Sending>) => {
  const portalRoute = usePortalRoute();
  const tell = useRef(told);
  tell.current = told;
  useEffect(() => {
    if (sending === null || ticket === undefined) return;
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
      // A page that no one sees takes nothing back: others still say that it was not sent.
      if (document.hidden) return askIn(betweenTries);
      tell.current.onUnsent(sending);
    };
    askIn(timeUntilKnown(sending));
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [portalRoute, ticket, sending]);
};
