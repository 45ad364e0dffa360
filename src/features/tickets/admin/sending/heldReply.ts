import { createContext, useContext } from 'react';
import type { PortalResult } from '../../../../core/ui/requests/portalApi.ts';
import type { ReplyRequest } from './submitReply.ts';

/** A reply that was sent, and is held back for some seconds. */
export interface HeldReply {
  readonly ticket: string;
  /** The author. */
  readonly person: number | string;
  /** The beginning of the API's addresses: the login page, which is without it, has this part of the UI, too. */
  readonly portalRoute: string;
  /** The address of the ticket's page. */
  readonly page: string;
  readonly request: ReplyRequest;
}

export type HeldState = HeldReply & { readonly is: 'waiting' | 'sending' };

export interface HeldReplies {
  /** Time for which a reply is held back. */
  readonly seconds: number;
  readonly held: readonly HeldState[];
  hold(reply: HeldReply): void;
  undo(ticket: string): void;
  sendNow(ticket: string): void;
  /**
   * Tells the page of a ticket the result of its reply, before the reply is no longer held.
   *
   * @returns a function that ends it
   */
  follow(ticket: string, onSent: OnSent): () => void;
}

export type OnSent = (answer: PortalResult<unknown>, reply: HeldReply) => Promise<void>;

/** Null if replies are sent at once. */
export const HeldRepliesContext = createContext<HeldReplies | null>(null);

export const useHeldReplies = (): HeldReplies | null => useContext(HeldRepliesContext);
