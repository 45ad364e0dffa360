import { postgresOf } from '../../core/database/pool.ts';
import { deleteInQueue } from '../../core/jobs/eraseInQueue.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';
import { emailChangeQueue } from './emailChangeMails.ts';

/** Forgets the changes that await a confirmation at an address, and the mails about it. */
export const eraseChanges = async (erasure: AddressErasure): Promise<void> => {
  const { payload, notations } = erasure;
  await deleteInQueue(erasure, emailChangeQueue);
  await postgresOf(payload).pool.query('delete from support_portal.email_changes where email = any($1)', [
    notations,
  ]);
};
