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
  create table if not exists support_portal.link_recipients (
    id uuid primary key default gen_random_uuid(), kind text not null, record_id text not null, email text not null,
    name text, created_at timestamptz not null default now(), sent_at timestamptz, reminded_at timestamptz,
    opened_at timestamptz, downloaded_at timestamptz, downloads integer not null default 0);
  create index if not exists link_recipients_record_idx on support_portal.link_recipients (kind, record_id);
  create index if not exists link_recipients_email_idx on support_portal.link_recipients (email);
  create table if not exists support_portal.links (
    id uuid primary key default gen_random_uuid(), kind text not null, record_id text not null,
    recipient_id uuid references support_portal.link_recipients (id) on delete cascade, label text,
    created_at timestamptz not null default now(), wrong integer not null default 0, opened_at timestamptz,
    stopped_at timestamptz, revoked_at timestamptz);
  create index if not exists links_record_idx on support_portal.links (kind, record_id);
  create index if not exists links_recipient_idx on support_portal.links (recipient_id);
  create table if not exists support_portal.link_tokens (
    token_hash text primary key, link_id uuid not null references support_portal.links (id) on delete cascade,
    created_at timestamptz not null default now());
  create index if not exists link_tokens_link_idx on support_portal.link_tokens (link_id);
  create table if not exists support_portal.link_codes (
    link_id uuid primary key references support_portal.links (id) on delete cascade, code_hash text,
    tries integer not null default 0, asked_at timestamptz not null default now(), sent_at timestamptz);
  create table if not exists support_portal.link_downloads (
    id uuid primary key default gen_random_uuid(), link_id uuid not null references support_portal.links (id) on delete cascade,
    file_id text not null, size bigint not null, sent jsonb not null default '[]',
    begun_at timestamptz not null default now(), last_at timestamptz not null default now(), completed_at timestamptz);
  alter table support_portal.link_downloads add column if not exists is_repeated boolean not null default false;
  create index if not exists link_downloads_link_idx on support_portal.link_downloads (link_id, file_id);
  create table if not exists support_portal.link_sendings (
    id uuid primary key default gen_random_uuid(),
    download_id uuid not null references support_portal.link_downloads (id) on delete cascade,
    start bigint not null, until bigint not null, held_until timestamptz not null);
  create index if not exists link_sendings_download_idx on support_portal.link_sendings (download_id);
  create table if not exists support_portal.transfer_files (
    transfer_id text not null, file_id text not null, filename text not null, size_bytes bigint not null, mime_type text not null,
    is_own boolean not null, added_at timestamptz not null default now(), primary key (transfer_id, file_id));
  create index if not exists transfer_files_file_idx on support_portal.transfer_files (file_id);
  create table if not exists support_portal.upload_request_files (
    request_id text not null, file_id text not null, filename text not null, size_bytes bigint not null, mime_type text not null,
    item_id uuid, link_id uuid not null, recipient_id uuid, is_rejected boolean not null default false,
    uploaded_at timestamptz not null default now(), told_at timestamptz, primary key (request_id, file_id));
  create index if not exists upload_request_files_untold_idx on support_portal.upload_request_files (request_id, uploaded_at)
    where told_at is null;
  create table if not exists support_portal.new_people (domain text not null, created_at timestamptz not null);
  create index if not exists new_people_domain_idx on support_portal.new_people (domain, created_at);
  create table if not exists support_portal.blocked_senders (
    id uuid primary key default gen_random_uuid(), sender text not null unique, user_id text not null, created_at timestamptz not null default now());
  create table if not exists support_portal.failed_notices (
    at timestamptz not null, recipient text not null, type text not null, ticket_id text not null, notice jsonb not null,
    again_at timestamptz);
  alter table support_portal.failed_notices drop constraint if exists failed_notices_pkey;
  create index if not exists failed_notices_ticket_idx on support_portal.failed_notices (ticket_id, at);
  create table if not exists support_portal.alerts (
    kind text primary key, since timestamptz, told_at timestamptz, count integer not null default 0, detail text,
    looked_at timestamptz not null);
  create table if not exists support_portal.alert_addresses (
    url text primary key, error text not null, failed_at timestamptz not null);
  create table if not exists support_portal.uploads (
    id text primary key, holder text not null, user_id text, target text not null, place jsonb not null,
    filename text not null, filetype text, size bigint not null, received bigint not null default 0,
    state text not null default 'open', file_id text, error jsonb, has_bytes boolean not null default true,
    tries integer not null default 0, again_at timestamptz not null default now(),
    lock_holder uuid, locked_until timestamptz, is_lock_wanted boolean not null default false,
    created_at timestamptz not null default now(), expires_at timestamptz not null);
  create index if not exists uploads_holder_idx on support_portal.uploads (holder);
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
