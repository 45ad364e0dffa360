import { createLocalReq } from 'payload';
import { textsWithinSql } from '../database/jsonTexts.ts';
import { postgresOf } from '../database/pool.ts';
import { runStatement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { AddressErasure } from '../ports/erasure.ts';
import type { Queue } from './jobs.ts';

/** Jobs of one transaction. Workers do not claim them meanwhile. */
const batchSize = 100;

/**
 * Takes an address out of every text in the jobs of a queue.
 *
 * @param keep returns the data that a job with the address keeps; in these, the placeholder replaces it
 */
export const eraseInQueue = async <Data extends object>(
  erasure: AddressErasure,
  { name }: Queue<Data>,
  keep: (data: Data) => Data = (data) => data,
): Promise<void> => {
  for (let found = batchSize; found === batchSize; ) found = await eraseInSome(erasure, name, keep);
};

interface FoundJob<Data extends object> {
  readonly id: string;
  readonly data: Data;
  /** The texts with the address, each with what it becomes. */
  readonly replaced: Readonly<Record<string, string>>;
}

/** @returns the number of jobs from which the address was taken */
const eraseInSome = async <Data extends object>(
  { payload, inText, placeholder }: AddressErasure,
  queue: string,
  keep: (data: Data) => Data,
): Promise<number> => {
  const req = await createLocalReq({}, payload);
  return inTransaction(req, async () => {
    const { rows } = await runStatement<FoundJob<Data>>(
      req,
      `select id, data, replaced from support_portal.jobs, lateral (
         select jsonb_object_agg(text, regexp_replace(text, $2, $3, 'gi')) as replaced
         from ${textsWithinSql('data')} where text ~* $2
       ) found
       where queue = $1 and replaced is not null order by id limit ${batchSize} for update of jobs`,
      [queue, inText, placeholder],
    );
    for (const { id, data, replaced } of rows) {
      const left = new Map(Object.entries(replaced));
      const json = JSON.stringify(keep(data), (_, value) => left.get(value) ?? value);
      await runStatement(req, 'update support_portal.jobs set data = $1 where id = $2', [json, id]);
    }
    return rows.length;
  });
};

/** Deletes the jobs of a queue that hold an address. */
export const deleteInQueue = async <Data extends object>(
  { payload, inText }: AddressErasure,
  { name }: Queue<Data>,
): Promise<void> => {
  await postgresOf(payload).pool.query(
    `delete from support_portal.jobs
     where queue = $1 and exists (select from ${textsWithinSql('data')} where text ~* $2)`,
    [name, inText],
  );
};
