/** Recipients and their links; the secrets, codes and downloads of a link, which go with it. */
export const linkTables = `
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
  create index if not exists link_sendings_download_idx on support_portal.link_sendings (download_id)`;
