import { isMember } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import type { CollectionOptions, OpenableOptions } from '../../core/options/collections.ts';
import { moveWithTicket } from '../../core/ports/merge.ts';
import { registerHeldReplies } from './admin/sending/registerHeldReplies.ts';
import { ticketEvents } from './events.ts';
import { assertListFields } from './lists/assertListFields.ts';
import { countTicketWork } from './lists/countTickets.ts';
import { eraseFailedNotices, pruneFailedNotices } from './notices/failedNotices.ts';
import { ticketNoticeQueue } from './notices/notices.ts';
import { sendNotice } from './notices/sendNotice.ts';
import { answerTicket, findAnswer } from './operations/answerTicket.ts';
import { createTicket, updateTicket } from './operations/changeTickets.ts';
import { addFollower, listFollowers, removeFollower } from './operations/followers.ts';
import { listTags } from './operations/listTags.ts';
import { mergeTicket } from './operations/mergeTicket.ts';
import { getTicket, listTickets } from './operations/readTickets.ts';
import { createReply, listReplies } from './operations/replies.ts';
import { seeMentions } from './operations/seeMentions.ts';
import { sendMailAgain } from './operations/sendMailAgain.ts';
import { sharePresence } from './operations/sharePresence.ts';
import { ticketOptions } from './options.ts';
import { ticketPages } from './pages/pages.ts';
import { prunePresence } from './presence.ts';
import { lockTicketsOf } from './record/storedTicket.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { ticketTools } from './tools.ts';

export { addCopiedFollowers } from './followers/followers.ts';
export type { Origin } from './history/origin.ts';
export { createTicketRecord } from './record/createTicketRecord.ts';
export { assertTicketOf, lockNamedTicket, restrictToTicket } from './record/recordsOfTicket.ts';
export { assigneeOf, lockOpenEnd } from './record/storedTicket.ts';
// The parts that other features use.
export { createReplyRecord } from './replies/createReplyRecord.ts';
export { limits } from './vocabulary.ts';

declare module '../../core/access/scopes.ts' {
  interface Scopes {
    'tickets:read': true;
    'tickets:write': true;
  }
}

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    tickets?: OpenableOptions;
    ticketReplies?: CollectionOptions;
    ticketChanges?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    tickets: typeof en;
  }
}

/**
 * The users who have a ticket open, unlogged because that is worthless after a crash; and the mails about tickets
 * that were not sent.
 */
const ticketTables = `
  create unlogged table if not exists support_portal.presence (
    ticket_id text not null, user_id text not null, page text not null,
    is_writing boolean not null, seen_at timestamptz not null, primary key (ticket_id, user_id, page));
  create table if not exists support_portal.failed_notices (
    at timestamptz not null, recipient text not null, type text not null, ticket_id text not null, notice jsonb not null,
    again_at timestamptz);
  alter table support_portal.failed_notices drop constraint if exists failed_notices_pkey;
  create index if not exists failed_notices_ticket_idx on support_portal.failed_notices (ticket_id, at)`;

/** Tickets, their replies and their history. */
export const tickets: Feature = {
  name: 'tickets',
  tables: ticketTables,
  extendConfig: registerHeldReplies,
  followMerge: moveWithTicket('ticketReplies'),
  scopes: { 'tickets:read': isMember, 'tickets:write': isMember },
  collections: {
    tickets: {
      slug: 'tickets',
      takes: 'apiFields',
      record: { type: 'ticket', word: 'collections:tickets:singular' },
    },
    ticketReplies: { slug: 'ticket-replies', takes: 'fields' },
    ticketChanges: { slug: 'ticket-changes', takes: 'fields', isWrittenByPortal: true },
  },
  peopleHooks(portal) {
    const lockBeforeDelete = lockTicketsOf(portal);
    return { users: { lockBeforeDelete }, organizations: { lockBeforeDelete } };
  },
  options: ticketOptions,
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    tickets: { name: 'Tickets', description: 'The requests of clients, and the replies to them.' },
    tags: { name: 'Tickets' },
  },
  operations: [
    listTickets,
    createTicket,
    getTicket,
    updateTicket,
    mergeTicket,
    listFollowers,
    addFollower,
    removeFollower,
    listReplies,
    createReply,
    answerTicket,
    findAnswer,
    sharePresence,
    seeMentions,
    sendMailAgain,
    listTags,
  ],
  clientPages: ticketPages,
  tools: ticketTools,
  events: ticketEvents,
  start(payload, portal) {
    assertListFields(payload, portal);
    registerWorker(payload, ticketNoticeQueue, (job) => sendNotice({ payload, portal }, job));
    return undefined;
  },
  // If the database is unreachable, the next poll deletes the stale rows of presence.
  polls: [{ failure: null, run: prunePresence }],
  countWork: countTicketWork,
  dailyTasks: [{ failure: 'Old failed mails of tickets could not be forgotten', run: pruneFailedNotices }],
  erase: eraseFailedNotices,
  customerParts: [
    {
      name: 'customerTickets',
      component: 'CustomerTickets',
      on: ['ticket', 'person', 'organization'],
      place: 3,
    },
  ],
  mailTypes: {
    ticket_created: 'tickets:mailType:created',
    ticket_received: 'tickets:mailType:received',
    ticket_update: 'tickets:mailType:update',
    ticket_note: 'tickets:mailType:note',
    ticket_mention: 'tickets:mailType:mention',
  },
  widgets: [
    {
      slug: 'portal-tickets',
      component: 'TicketsWidget',
      label: 'dashboard:widget:tickets',
      minWidth: 'small',
      width: { staff: 'medium', others: 'full' },
    },
  ],
};
