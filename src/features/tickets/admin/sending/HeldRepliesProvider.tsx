'use client';

import { toast } from '@payloadcms/ui';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { type PortalResult, sentenceOf } from '../../../../core/ui/requests/portalApi.ts';
import { isKnownAsMerged } from '../page/draft/merged.ts';
import { unmarkSending } from '../page/draft/submissions.ts';
import { HeldBar } from './HeldParts.tsx';
import {
  type HeldReplies,
  HeldRepliesContext,
  type HeldReply,
  type HeldState,
  mayLeave,
  type OnSent,
  submitHeld,
} from './heldReply.ts';

interface HeldRepliesProviderProps {
  readonly seconds: number;
  readonly children: ReactNode;
}

/** A reply whose seconds are not over. */
interface WaitingReply {
  readonly reply: HeldReply;
  readonly timer: number;
}

/**
 * Holds replies back for some seconds, in which they can be undone, also while other pages of the admin UI are open. The
 * draft stays in the browser until the server has the reply. A page that is closed sends it at once; if that fails, the
 * next page says so.
 */
export const HeldRepliesProvider = ({ seconds, children }: HeldRepliesProviderProps) => {
  const t = usePortalTexts();
  const [held, setHeld] = useState<readonly HeldState[]>([]);
  const waiting = useRef(new Map<string, WaitingReply>());
  const pages = useRef(new Map<string, OnSent>());
  // The functions below are made once, and read the present texts and replies.
  const now = useRef({ t, held });
  now.current = { t, held };

  const take = useCallback((ticket: string): HeldReply | null => {
    const found = waiting.current.get(ticket);
    waiting.current.delete(ticket);
    if (found) clearTimeout(found.timer);
    return found?.reply ?? null;
  }, []);
  const drop = useCallback(
    (ticket: string) => setHeld((before) => before.filter((one) => one.ticket !== ticket)),
    [],
  );

  /** Leaves a reply to its draft. */
  const giveBack = useCallback(
    (ticket: string) => {
      drop(ticket);
      if (!pages.current.has(ticket))
        toast.info(now.current.t('tickets:page:held:undone', { number: ticket }), { duration: 15_000 });
    },
    [drop],
  );

  const send = useCallback(
    async (ticket: string, isLeaving = false): Promise<void> => {
      const reply = take(ticket);
      if (!reply) return;
      setHeld((before) => before.map((one) => (one.ticket === ticket ? { ...one, is: 'sending' } : one)));
      const said = await submitHeld(reply, isLeaving);
      if (said === null) return giveBack(ticket);
      const { person, request } = reply;
      const page = pages.current.get(ticket);
      // Else all pages say that it was not sent, until that of the ticket, or of the one that it was merged into, has said so.
      if (!said.ok && page && !isKnownAsMerged(ticket, person))
        unmarkSending({ ticket, person, key: request.key });
      if (page) await page(said, reply);
      else tell(said, ticket, now.current.t);
      drop(ticket);
    },
    [take, drop, giveBack],
  );

  useLeaving(waiting, send);
  const isHeld = useCallback((ticket: string) => now.current.held.some((one) => one.ticket === ticket), []);

  const replies = useMemo(
    (): HeldReplies => ({
      seconds,
      held,
      hold(reply) {
        const timer = window.setTimeout(() => void send(reply.ticket), seconds * 1_000);
        waiting.current.set(reply.ticket, { reply, timer });
        setHeld((before) => [...before, { ...reply, is: 'waiting' }]);
      },
      undo(ticket) {
        const reply = take(ticket);
        if (!reply) return;
        unmarkSending({ ticket, person: reply.person, key: reply.request.key });
        giveBack(ticket);
      },
      sendNow: (ticket) => void send(ticket),
      follow(ticket, onSent) {
        pages.current.set(ticket, onSent);
        return () => {
          if (pages.current.get(ticket) === onSent) pages.current.delete(ticket);
        };
      },
    }),
    [seconds, held, send, take, giveBack],
  );

  return (
    <HeldRepliesContext.Provider value={replies}>
      {children}
      <HeldBar replies={replies} isHeld={isHeld} />
    </HeldRepliesContext.Provider>
  );
};

/** Sends all replies that wait when the page is closed. */
const useLeaving = (
  waiting: RefObject<Map<string, WaitingReply>>,
  send: (ticket: string, isLeaving: boolean) => Promise<void>,
): void =>
  useEffect(() => {
    const sendAll = () => {
      for (const ticket of [...waiting.current.keys()]) void send(ticket, true);
    };
    // A browser refuses to send long requests from a page that is being closed.
    const ask = (event: BeforeUnloadEvent) => {
      const requests = [...waiting.current.values()].map(({ reply }) => reply.request);
      if (!mayLeave(requests)) event.preventDefault();
    };
    addEventListener('pagehide', sendAll);
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('pagehide', sendAll);
      removeEventListener('beforeunload', ask);
    };
  }, [waiting, send]);

/** Reports the result of a reply whose ticket is not open. */
const tell = (said: PortalResult<unknown>, number: string, t: TranslateText): void => {
  if (said.ok) toast.success(t('tickets:page:held:sent', { number }));
  else
    toast.error(t('tickets:page:held:refused', { number, reason: sentenceOf(said, t) }), {
      duration: 30_000,
    });
};
