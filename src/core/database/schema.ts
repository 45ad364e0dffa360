/**
 * Tables that are not collections, kept out of the CMS's migrations. They are created at the start if they are missing.
 *
 * Unlogged tables hold data that is worthless after a crash: the counts of the current minute, and the users who have a
 * ticket open. Their writes cost no WAL, and PostgreSQL empties them when it recovers.
 *
 * Builds before 4.9.0 kept their jobs in tables of pg-boss: waiting jobs are moved, and the tables dropped. To be removed
 * with 4.11. Jobs of `webhook-deliveries` are left out, because the deliveries themselves are the queue now.
 */
export const portalSchemaSql = `
  create schema if not exists support_portal;
  create table if not exists support_portal.meta (key text primary key, value text not null);
  create unlogged table if not exists support_portal.rate_limits (
    subject text primary key, count integer not null, ends_at timestamptz not null);
  create unlogged table if not exists support_portal.presence (
    ticket_id text not null, user_id text not null, page text not null,
    is_writing boolean not null, seen_at timestamptz not null, primary key (ticket_id, user_id, page));
  create table if not exists support_portal.idempotency_keys (
    api_key_id text not null, path text not null, key text not null,
    fingerprint text not null, answer text not null, created_at timestamptz not null default now(),
    primary key (api_key_id, path, key));
  create index if not exists idempotency_keys_created_at_idx on support_portal.idempotency_keys (created_at);
  create table if not exists support_portal.api_key_warnings (
    api_key_id text primary key, created_at timestamptz not null default now());
  create table if not exists support_portal.totals (
    metric text not null, labels text not null, value bigint not null, primary key (metric, labels));
  create table if not exists support_portal.jobs (
    id uuid primary key default gen_random_uuid(), queue text not null, data jsonb not null,
    due_at timestamptz not null, claims integer not null default 0, is_claimed boolean not null default false);
  create table if not exists support_portal.mailboxes (
    name text primary key, holder uuid, held_until timestamptz, state jsonb, read_at timestamptz,
    error text, failed_at timestamptz);
  create table if not exists support_portal.used_tokens (
    token text primary key, body text not null, expires_at timestamptz not null);
  create table if not exists support_portal.email_changes (
    user_id text primary key, id uuid not null unique, email text not null, bound_to text not null,
    token_hash text unique, created_at timestamptz not null default now(), expires_at timestamptz not null);
  create table if not exists support_portal.sign_in_attempts (
    id uuid primary key default gen_random_uuid(), cookie_hash text not null unique, email text not null, next text,
    language text,
    code_hash text, link_hash text unique, tries integer not null default 0,
    asked_at timestamptz not null default now(), sent_at timestamptz);
  create index if not exists sign_in_attempts_asked_at_idx on support_portal.sign_in_attempts (asked_at);
  create table if not exists support_portal.sign_in_limits (
    subject text primary key, count integer not null, ends_at timestamptz not null);
  create table if not exists support_portal.client_sessions (
    id uuid primary key default gen_random_uuid(), token_hash text not null unique, user_id text not null,
    bound_to text not null, browser text not null, idle_seconds integer not null, former_at timestamptz,
    created_at timestamptz not null default now(), last_seen_at timestamptz not null default now(),
    ends_at timestamptz not null);
  create index if not exists client_sessions_user_id_idx on support_portal.client_sessions (user_id, created_at);
  create table if not exists support_portal.client_visits (user_id text primary key, last_at timestamptz not null);
  create table if not exists support_portal.new_people (domain text not null, created_at timestamptz not null);
  create index if not exists new_people_domain_idx on support_portal.new_people (domain, created_at);
  create table if not exists support_portal.alerts (
    kind text primary key, since timestamptz, told_at timestamptz, count integer not null default 0, detail text,
    looked_at timestamptz not null);
  create table if not exists support_portal.alert_addresses (
    url text primary key, error text not null, failed_at timestamptz not null);
  create index if not exists jobs_due_idx on support_portal.jobs (queue, due_at);
  do $$ begin
    if to_regclass('support_portal.job') is not null then
      insert into support_portal.jobs (id, queue, data, due_at)
      select id, name, data, start_after from support_portal.job
      where state < 'completed' and name <> 'webhook-deliveries';
    end if;
  end $$;
  drop table if exists support_portal.schedule, support_portal.subscription, support_portal.archive,
    support_portal.job, support_portal.queue, support_portal.version`;
