import type { Payload, PayloadRequest } from 'payload';
import { z } from 'zod';
import type { HookOptions, SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { callables, flag, group, type ShapeOf, texts } from '../../core/options/shapes.ts';
import type { TicketEvent } from './events.ts';

/** Called after each event of a ticket; its result is ignored. */
export type AfterTicketEventHook = (args: {
  event: TicketEvent;
  payload: Payload;
  /** The request that caused the event. Its transaction is over. */
  req: PayloadRequest;
}) => unknown;

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    tickets?: {
      /**
       * Sends the requester of each new ticket a receipt by mail (`ticket_received`), if a person made it: the client on a
       * page or by mail, or staff for them in the admin UI. It has the ticket's number, its text as the portal read it, and the link
       * to its page. None is sent for tickets of programs (API keys, code of the app), to staff and representatives, to a client who
       * chose fewer mails, and to automatic mail. Unlike the mail to the
       * notification address, it goes to the client.
       *
       * @default true
       */
      receipts?: boolean;
      /**
       * Seconds for which a reply that staff send in the admin UI is held back, so that they can undo it: 5 to 30. Until then
       * nothing leaves, and the draft stays. It does not apply to internal notes and to other interfaces. 0 sends at once.
       *
       * @default 10
       */
      undoSeconds?: number;
      list?: {
        /**
         * Names of fields that the list of tickets in the admin UI has as columns, after its own: fields of
         * `collections.tickets.fields`, of its `overrides`, or of another plugin, of the types text, email, number,
         * checkbox, select, radio, date, or a relationship to one record. A reader who may not read a field (its
         * `access.read`, asked without a ticket) does not get its column.
         *
         * @default []
         */
        columns?: readonly string[];
        /**
         * Names of such fields by which the list can be filtered, apart from relationships. A reader who may not read a
         * field cannot filter by it.
         *
         * @default []
         */
        filters?: readonly string[];
      };
    };
  }
  interface HookOptions {
    /**
     * Called after each event of a ticket, `ticket.created`, `ticket.updated` or `ticket.replied`, with the data that
     * webhooks get, even if there are no webhooks. Called in the process that made the change, in this order, once the
     * change is committed; nothing waits for it. A hook that throws is logged and harms nothing else. Unlike a webhook it
     * is called once at most: a process that dies at that moment does not make up for it.
     *
     * @default []
     */
    afterTicketEvent?: readonly AfterTicketEventHook[];
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly tickets: {
      readonly receipts: boolean;
      readonly undoSeconds: number;
      /** Names of added fields that the list has, each once. */
      readonly list: { readonly columns: readonly string[]; readonly filters: readonly string[] };
    };
  }
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

const isWholeWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

export const ticketOptions: FeatureOptions = {
  shape: {
    tickets: group<NonNullable<SupportPortalOptions['tickets']>>({
      receipts: flag.optional(),
      undoSeconds: z
        .custom(
          (value) => value === 0 || isWholeWithin(value, 5, 30),
          'has to be 0, or a whole number of 5 to 30.',
        )
        .optional(),
      list: group<NonNullable<NonNullable<SupportPortalOptions['tickets']>['list']>>({
        columns: texts.optional(),
        filters: texts.optional(),
      }),
    }),
  },
  hooks: { afterTicketEvent: callables.optional() } satisfies Partial<ShapeOf<HookOptions>>,
  resolve: ({ tickets }) => ({
    tickets: {
      receipts: tickets?.receipts ?? true,
      undoSeconds: tickets?.undoSeconds ?? 10,
      list: {
        columns: [...new Set(tickets?.list?.columns)],
        filters: [...new Set(tickets?.list?.filters)],
      },
    },
  }),
  resolveHooks: ({ afterTicketEvent }) => ({ afterTicketEvent: afterTicketEvent ?? [] }),
};
