/**
 * The users who have a ticket open, unlogged because that is worthless after a crash; and the mails about tickets
 * that were not sent.
 */
export const ticketTables = `
  create unlogged table if not exists support_portal.presence (
    ticket_id text not null, user_id text not null, page text not null,
    is_writing boolean not null, seen_at timestamptz not null, primary key (ticket_id, user_id, page));
  create table if not exists support_portal.failed_notices (
    at timestamptz not null, recipient text not null, type text not null, ticket_id text not null, notice jsonb not null,
    again_at timestamptz);
  alter table support_portal.failed_notices drop constraint if exists failed_notices_pkey;
  create index if not exists failed_notices_ticket_idx on support_portal.failed_notices (ticket_id, at)`;
