import { type Api, type Filter, type Input, path, type Tagged } from './api.ts';
import type { List } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Follower, Reply, SavedReply, Ticket, TicketSummary } from './types.ts';

type TicketFilter = Filter<'list_tickets'>;

/** Lists of full tickets by `view: 'full'`, of their summaries else. */
interface ListTickets {
  (filter: TicketFilter & { view: 'full' }, options?: CallOptions): List<Ticket>;
  (filter?: TicketFilter & { view?: never }, options?: CallOptions): List<TicketSummary>;
}

export const ticketsOf = ({ call, list }: Api) => ({
  /** The tickets in reach, newest first. */
  list: ((filter, options) => list('/v1/tickets', filter, options)) as ListTickets,
  create: (input: Input<'create_ticket'>, options?: CallOptions) =>
    call<'create_ticket'>({ method: 'POST', path: '/v1/tickets', input }, options) as Promise<Tagged<Ticket>>,
  get: (id: string, options?: CallOptions) =>
    call<'get_ticket'>({ method: 'GET', path: path`/v1/tickets/${id}` }, options) as Promise<Tagged<Ticket>>,
  /** Changes a ticket; with `ifMatch: ticket.etag` only if no one else has meanwhile. */
  update: (id: string, input: Input<'update_ticket'>, options?: CallOptions) =>
    call<'update_ticket'>({ method: 'PATCH', path: path`/v1/tickets/${id}`, input }, options) as Promise<
      Tagged<Ticket>
    >,
  /** Merges a ticket into another one of its organization, and returns that one. For keys of staff and representatives. */
  merge: (id: string, input: Input<'merge_ticket'>, options?: CallOptions) =>
    call<'merge_ticket'>({ method: 'POST', path: path`/v1/tickets/${id}/merge`, input }, options) as Promise<
      Tagged<Ticket>
    >,
  followers: {
    /** The people who get the ticket’s mails beside the requester. */
    list: (ticketId: string, filter?: Filter<'list_followers'>, options?: CallOptions) =>
      list<Follower>(path`/v1/tickets/${ticketId}/followers`, filter, options),
    /** Adds a client or a representative of the ticket’s organization. */
    add: (ticketId: string, userId: string, options?: CallOptions) =>
      call<'add_follower'>(
        { method: 'PUT', path: path`/v1/tickets/${ticketId}/followers/${userId}` },
        options,
      ) as Promise<Tagged<Ticket>>,
    remove: async (ticketId: string, userId: string, options?: CallOptions): Promise<void> => {
      await call<'remove_follower'>(
        { method: 'DELETE', path: path`/v1/tickets/${ticketId}/followers/${userId}` },
        options,
      );
    },
  },
  replies: {
    /** The replies and internal notes of a ticket, oldest first. */
    list: (ticketId: string, filter?: Filter<'list_replies'>, options?: CallOptions) =>
      list<Reply>(path`/v1/tickets/${ticketId}/replies`, filter, options),
    create: (ticketId: string, input: Input<'reply_to_ticket'>, options?: CallOptions) =>
      call<'reply_to_ticket'>(
        { method: 'POST', path: path`/v1/tickets/${ticketId}/replies`, input },
        options,
      ),
  },
});

export const savedRepliesOf = ({ list }: Api) => ({
  /** The saved replies in reach, newest first. For keys of staff and representatives. */
  list: (filter?: Filter<'list_saved_replies'>, options?: CallOptions) =>
    list<SavedReply>('/v1/saved-replies', filter, options),
});
