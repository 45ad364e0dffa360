/** The tokens of providers’ requests, each of which counts once. */
export const deliveryTables = `
  create table if not exists support_portal.used_tokens (
    token text primary key, body text not null, expires_at timestamptz not null)`;
