import { postgresOf } from '../database/pool.ts';
import type { AddressErasure } from '../ports/erasure.ts';
import type { Queue } from './jobs.ts';

/** An expression over the `data` of a job; its values are the parameters from `$4`. */
interface KeptData {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Takes an address out of the jobs of a queue.
 *
 * @param kept the data that a job with the address keeps; in these, the placeholder replaces it
 */
export const eraseInQueue = async <Data extends object>(
  { payload, inJson, placeholder }: AddressErasure,
  { name }: Queue<Data>,
  kept: KeptData = { sql: 'data', values: [] },
): Promise<void> => {
  await postgresOf(payload).pool.query(
    `update support_portal.jobs set data = regexp_replace((${kept.sql})::text, $2, $3, 'gi')::jsonb
     where queue = $1 and data::text ~* $2`,
    [name, inJson, placeholder, ...kept.values],
  );
};

/** Deletes the jobs of a queue that hold an address. */
export const deleteInQueue = async <Data extends object>(
  { payload, inJson }: AddressErasure,
  { name }: Queue<Data>,
): Promise<void> => {
  await postgresOf(payload).pool.query(
    'delete from support_portal.jobs where queue = $1 and data::text ~* $2',
    [name, inJson],
  );
};
