import { useCallback, useEffect, useRef } from 'react';
import { newKey } from '../../../../../core/ui/requests/newKey.ts';
import { callPortal, type PortalRoute } from '../../../../../core/ui/requests/portalApi.ts';
import type { mailOutcomes } from '../../../notices/addressee.ts';
import type { Status } from '../../../vocabulary.ts';
import { type PresentPerson, showPresent } from './present.ts';

interface PresenceResponse {
  readonly others: readonly PresentPerson[];
  readonly reply_count: number;
  readonly newest_reply_id: string | null;
  readonly merged_into: string | null;
  readonly ticket_status: Status;
  readonly recipients: readonly RecipientThere[];
}

/** The requester or a follower, in the form of the portal's API. */
export interface RecipientThere {
  readonly user_id: string;
  readonly is_requester: boolean;
  readonly mail: (typeof mailOutcomes)[number];
}

/** The server's state of a ticket. */
export interface TicketThere {
  readonly count: number;
  readonly newestId: string | null;
  /** The ticket that it was merged into. */
  readonly mergedInto: string | null;
  readonly status: Status;
  /** The people to whom a reply goes. */
  readonly recipients: readonly RecipientThere[];
}

interface PresencePage {
  readonly portalRoute: PortalRoute;
  readonly ticketId: number | string | undefined;
  /** Called with each response, so that one request covers the people and the ticket. */
  onTicket(there: TicketThere): void;
}

/**
 * Interval in milliseconds: with the lease in `src/features/tickets/presence.ts`, a page that dies is gone within 30
 * seconds.
 */
const betweenBeats = 8_000;

/** After this long in the background a browser slows a page's timers: the page is left out then, in milliseconds. */
const longestHidden = 4 * 60_000;

/**
 * Reports that the page is open, and reads who else has the ticket open. A page that is closed reports it at once.
 *
 * @returns a function that reports whether the user is writing, so that others see it soon, and one that asks at once
 */
export const usePresence = ({ portalRoute, ticketId, onTicket }: PresencePage) => {
  const isWriting = useRef(false);
  const beatNow = useRef<() => void>(() => {});
  const tell = useRef(onTicket);
  tell.current = onTicket;

  useEffect(() => {
    if (ticketId === undefined) return;
    const page = newKey();
    let seenAt = Date.now();
    let isGone = false;
    const say = (state: 'open' | 'writing' | 'gone') =>
      callPortal<PresenceResponse>(portalRoute, {
        method: 'POST',
        path: `/tickets/${ticketId}/presence`,
        body: { page, state },
        isRepeatable: true,
        // A request that outlives its page.
        keepalive: state === 'gone',
      });
    const beat = async () => {
      isGone = false;
      const result = await say(isWriting.current ? 'writing' : 'open');
      if (isGone) return;
      // Without a response the state is unknown, so nothing is shown.
      showPresent(result.ok ? result.output.others : []);
      if (result.ok)
        tell.current({
          count: result.output.reply_count,
          newestId: result.output.newest_reply_id,
          mergedInto: result.output.merged_into,
          status: result.output.ticket_status,
          recipients: result.output.recipients,
        });
    };
    const look = () => {
      if (document.visibilityState === 'visible') seenAt = Date.now();
      if (Date.now() - seenAt < longestHidden) void beat();
    };
    // A page that is closed becomes hidden after it has said so.
    const comeBack = () => void (document.visibilityState === 'visible' && look());
    const wake = ({ persisted }: PageTransitionEvent) => void (persisted && look());
    const leave = () => {
      isGone = true;
      showPresent([]);
      void say('gone');
    };
    beatNow.current = () => void beat();
    void beat();
    const beats = setInterval(look, betweenBeats);
    document.addEventListener('visibilitychange', comeBack);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', wake);
    return () => {
      clearInterval(beats);
      document.removeEventListener('visibilitychange', comeBack);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', wake);
      beatNow.current = () => {};
      leave();
    };
  }, [portalRoute, ticketId]);

  const sayWriting = useCallback((isNow: boolean) => {
    if (isNow === isWriting.current) return;
    isWriting.current = isNow;
    beatNow.current();
  }, []);
  const look = useCallback(() => beatNow.current(), []);
  return { sayWriting, look };
};
