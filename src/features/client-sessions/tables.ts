/** The sign-ins that clients have begun, the sessions that came of them, and each client’s last visit. */
export const clientSessionTables = `
  create table if not exists support_portal.sign_in_attempts (
    id uuid primary key default gen_random_uuid(), cookie_hash text not null unique, email text not null, next text,
    language text,
    code_hash text, link_hash text unique, tries integer not null default 0,
    asked_at timestamptz not null default now(), sent_at timestamptz);
  create index if not exists sign_in_attempts_asked_at_idx on support_portal.sign_in_attempts (asked_at);
  create table if not exists support_portal.client_sessions (
    id uuid primary key default gen_random_uuid(), token_hash text not null unique, user_id text not null,
    bound_to text not null, browser text not null, idle_seconds integer not null, former_at timestamptz,
    created_at timestamptz not null default now(), last_seen_at timestamptz not null default now(),
    ends_at timestamptz not null);
  create index if not exists client_sessions_user_id_idx on support_portal.client_sessions (user_id, created_at);
  create table if not exists support_portal.client_visits (user_id text primary key, last_at timestamptz not null)`;
