/** The API keys whose owners were warned that the key expires. */
export const apiKeyTables = `
  create table if not exists support_portal.api_key_warnings (
    api_key_id text primary key, created_at timestamptz not null default now())`;
