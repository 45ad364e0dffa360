/** The troubles that last, by their kind, and the addresses at which an alert failed. */
export const alertTables = `
  create table if not exists support_portal.alerts (
    kind text primary key, since timestamptz, told_at timestamptz, count integer not null default 0, detail text,
    looked_at timestamptz not null);
  create table if not exists support_portal.alert_addresses (
    url text primary key, error text not null, failed_at timestamptz not null)`;
