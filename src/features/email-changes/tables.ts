/** The email addresses that people want for their accounts and have not confirmed yet. */
export const emailChangeTables = `
  create table if not exists support_portal.email_changes (
    user_id text primary key, id uuid not null unique, email text not null, bound_to text not null,
    token_hash text unique, created_at timestamptz not null default now(), expires_at timestamptz not null)`;
