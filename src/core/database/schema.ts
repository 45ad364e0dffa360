import type { PortalContext } from '../context.ts';

/**
 * Unlogged tables hold data that is worthless after a crash, such as the counts of the current minute. Their writes cost no
 * WAL, and PostgreSQL empties them when it recovers.
 *
 * Builds before 4.9.0 kept their jobs in tables of pg-boss: waiting jobs are moved, and the tables dropped. To be removed
 * with 4.11. Jobs of `webhook-deliveries` are left out, because the deliveries themselves are the queue now.
 */
const coreTables = `
  create schema if not exists support_portal;
  create table if not exists support_portal.meta (key text primary key, value text not null);
  create unlogged table if not exists support_portal.rate_limits (
    subject text primary key, count integer not null, ends_at timestamptz not null);
  create table if not exists support_portal.sign_in_limits (
    subject text primary key, count integer not null, ends_at timestamptz not null);
  create table if not exists support_portal.idempotency_keys (
    api_key_id text not null, path text not null, key text not null,
    fingerprint text not null, answer text not null, created_at timestamptz not null default now(),
    primary key (api_key_id, path, key));
  create index if not exists idempotency_keys_created_at_idx on support_portal.idempotency_keys (created_at);
  create table if not exists support_portal.totals (
    metric text not null, labels text not null, value bigint not null, primary key (metric, labels));
  create table if not exists support_portal.jobs (
    id uuid primary key default gen_random_uuid(), queue text not null, data jsonb not null,
    due_at timestamptz not null, claims integer not null default 0, is_claimed boolean not null default false);
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

/**
 * The tables that are not collections, kept out of the CMS's migrations: those of core, then those of the features in their
 * order. Each start creates the missing ones.
 */
export const portalSchemaSql = (features: PortalContext['features']): string =>
  [coreTables, ...features.flatMap(({ tables }) => tables ?? [])].join(';\n');
