import type { Payload, PayloadRequest } from 'payload';
import type { FeatureOptions } from '../../core/feature.ts';
import type { HookOptions } from '../../core/options/options.ts';
import { callables, type ShapeOf } from '../../core/options/shapes.ts';
import type { TicketEvent } from './events.ts';

/** Called after each event of a ticket; its result is ignored. */
export type AfterTicketEventHook = (args: {
  event: TicketEvent;
  payload: Payload;
  /** The request that caused the event. Its transaction is over. */
  req: PayloadRequest;
}) => unknown;

declare module '../../core/options/options.ts' {
  interface HookOptions {
    /**
     * Called after each event of a ticket, `ticket.created`, `ticket.updated` or `ticket.replied`, with what webhooks
     * are sent; whether there are webhooks does not matter. Called in the process that made the change, in this order,
     * once the change is committed; nothing waits for it. One that throws is logged and harms nothing else. Unlike a
     * webhook it is called once at most: a process that dies at that moment does not make up for it.
     *
     * @default []
     */
    afterTicketEvent?: readonly AfterTicketEventHook[];
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedHooks {
    readonly afterTicketEvent: readonly AfterTicketEventHook[];
  }
}

declare module '../../core/context.ts' {
  interface AppHooks {
    /** Calls the `afterTicketEvent` hooks, one after the other. Never throws. */
    afterTicketEvent(event: TicketEvent, req: PayloadRequest): Promise<void>;
  }
}

export const ticketOptions: FeatureOptions = {
  shape: {},
  hooks: { afterTicketEvent: callables.optional() } satisfies Partial<ShapeOf<HookOptions>>,
  resolve: () => ({}),
  resolveHooks: ({ afterTicketEvent }) => ({ afterTicketEvent: afterTicketEvent ?? [] }),
};
