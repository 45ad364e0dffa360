/** The files of each transfer. */
export const transferTables = `
  create table if not exists support_portal.transfer_files (
    transfer_id text not null, file_id text not null, filename text not null, size_bytes bigint not null, mime_type text not null,
    is_own boolean not null, added_at timestamptz not null default now(), primary key (transfer_id, file_id));
  create index if not exists transfer_files_file_idx on support_portal.transfer_files (file_id)`;
