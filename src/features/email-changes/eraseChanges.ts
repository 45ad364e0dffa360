import { postgresOf } from '../../core/database/pool.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';
import { emailChangeQueue } from './emailChangeMails.ts';

/** Forgets the changes that await a confirmation at an address, and the mails about it. */
export const eraseChanges = async ({ payload, notations, inJson }: AddressErasure): Promise<void> => {
  const { pool } = postgresOf(payload);
  await pool.query('delete from support_portal.jobs where queue = $1 and data::text ~* $2', [
    emailChangeQueue.name,
    inJson,
  ]);
  await pool.query('delete from support_portal.email_changes where email = any($1)', [notations]);
};
