/** The large uploads, open or ended, with the lock of each. */
export const uploadTables = `
  create table if not exists support_portal.uploads (
    id text primary key, holder text not null, user_id text, target text not null, place jsonb not null,
    filename text not null, filetype text, size bigint not null, received bigint not null default 0,
    state text not null default 'open', file_id text, error jsonb, has_bytes boolean not null default true,
    tries integer not null default 0, again_at timestamptz not null default now(),
    lock_holder uuid, locked_until timestamptz, is_lock_wanted boolean not null default false,
    created_at timestamptz not null default now(), expires_at timestamptz not null);
  alter table support_portal.uploads add column if not exists received_at timestamptz not null default now();
  create index if not exists uploads_holder_idx on support_portal.uploads (holder)`;
