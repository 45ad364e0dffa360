import { postgresOf } from '../../core/database/pool.ts';
import type { AddressErasure } from '../../core/ports/erasure.ts';

/** Forgets the sign-ins that have begun with an address. */
export const eraseAttempts = async ({ payload, notations }: AddressErasure): Promise<void> => {
  await postgresOf(payload).pool.query('delete from support_portal.sign_in_attempts where email = any($1)', [
    notations,
  ]);
};
