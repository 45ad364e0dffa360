/** The mailboxes and who reads them, the clients that mails created, by their domain, the signed mails of the team, and the blocked senders. */
export const inboundTables = `
  create table if not exists support_portal.mailboxes (
    name text primary key, holder uuid, held_until timestamptz, state jsonb, read_at timestamptz,
    error text, failed_at timestamptz);
  create table if not exists support_portal.new_people (domain text not null, created_at timestamptz not null);
  create index if not exists new_people_domain_idx on support_portal.new_people (domain, created_at);
  create table if not exists support_portal.signed_mails (mark text primary key, mail text not null);
  create table if not exists support_portal.blocked_senders (
    id uuid primary key default gen_random_uuid(), sender text not null unique, user_id text not null, created_at timestamptz not null default now())`;
