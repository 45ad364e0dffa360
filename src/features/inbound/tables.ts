import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { withDatabaseLock } from '../../core/database/lock.ts';
import { makeIndexes, type StartedIndex } from '../../core/database/makeIndexes.ts';
import { isMissingRight, preparePortalSchema } from '../../core/database/prepareSchema.ts';
import { tableOf } from '../../core/database/table.ts';

/** The mailboxes and who reads them, the clients that mails created, by their domain, the signed mails of the team, and the blocked senders. */
export const inboundTables = `
  create table if not exists support_portal.mailboxes (
    name text primary key, holder uuid, held_until timestamptz, state jsonb, read_at timestamptz,
    error text, failed_at timestamptz);
  create table if not exists support_portal.new_people (domain text not null, created_at timestamptz not null);
  create index if not exists new_people_domain_idx on support_portal.new_people (domain, created_at);
  create table if not exists support_portal.signed_mails (mark text primary key, mail text not null);
  create table if not exists support_portal.blocked_senders (
    id uuid primary key default gen_random_uuid(), sender text not null unique, user_id text not null, created_at timestamptz not null default now())`;

/**
 * Creates the indexes that no migration of the CMS can create, in the background. If that fails, the next start tries
 * again.
 */
export const prepareIndexes = (payload: Payload, { options }: PortalContext): void => {
  const table = tableOf(payload, options.slugs.inboundMails);
  const wanted = inboundIndexes(table, options.emailLog.searchIndexes);
  void preparePortalSchema(payload)
    .then(() => withDatabaseLock(payload, 'indexes', () => makeIndexes(payload, table, wanted)))
    .catch((error: Error) => {
      // The log has told already which right is missing.
      if (isMissingRight(error)) return;
      const message = 'The indexes of mail in could not be created; the next start retries';
      payload.logger.warn(`${message}: ${error.message}`);
    });
};

/**
 * @param searchable true to include the indexes for searching texts
 */
export const inboundIndexes = (table: string, searchable: boolean): readonly StartedIndex[] => {
  const name = table.replaceAll('"', '').split('.').at(-1) ?? table;
  const search = (column: string): StartedIndex => ({
    name: `${name}_${column}_search_idx`,
    definition: `using gin ("${column}" gin_trgm_ops)`,
    needs: 'pg_trgm',
  });
  return [
    // Finds the mail that an answer names. A tree has no room for the longest ids.
    { name: `${name}_message_id_idx`, definition: 'using hash (message_id)' },
    // Counts the messages of a sender. A tree has no room for the longest list of addresses either.
    { name: `${name}_sender_idx`, definition: 'using hash ("from")' },
    ...(searchable ? [search('from'), search('subject')] : []),
  ];
};
