/** The files that came for each upload request. */
export const requestTables = `
  create table if not exists support_portal.upload_request_files (
    request_id text not null, file_id text not null, filename text not null, size_bytes bigint not null, mime_type text not null,
    item_id uuid, link_id uuid not null, recipient_id uuid, is_rejected boolean not null default false,
    uploaded_at timestamptz not null default now(), told_at timestamptz, primary key (request_id, file_id));
  create index if not exists upload_request_files_untold_idx on support_portal.upload_request_files (request_id, uploaded_at)
    where told_at is null`;
