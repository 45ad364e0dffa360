import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { askShared } from '../database/sharedQueries.ts';
import { tableOf } from '../database/table.ts';
import type { PageRequest } from '../shared/paging.ts';
import { type EmailLogFilter, type FilteredRow, meets } from './filter.ts';

/** How many of the newest rows tell how common something is. */
const sampleSize = 2_000;

/** How old they may be: what is common stays so for longer. In milliseconds. */
const oldestSample = 30_000;

/** Looking at so many rows one by one takes about as long as the index does for a text that is not rare. */
const shortWalk = 17_000;

/** How many are looked at at most: a text of today may be in no older row. */
const longestWalk = 30_000;

/** Of older rows nobody knows what was common among them. A walk so short is little beside any other search. */
const attempt = 5_000;

/**
 * How many of the newest rows of a search are worth a look, one by one, before the index is asked; 0 for none.
 * PostgreSQL can't tell a rare text from a common one, and asking it about a sample takes as long as all the rest of a
 * search: the sample is in memory.
 */
export const worthwhileWalk = async (
  payload: Payload,
  slug: string,
  filter: EmailLogFilter,
  { start, perPage }: PageRequest,
): Promise<number> => {
  if (filter.before !== undefined || 'after' in start) return attempt;
  const wanted = { ...filter, to: filter.to?.toLowerCase(), search: filter.search?.toLowerCase() };
  let missing = Math.ceil(((start.offset + perPage) * sampleSize) / shortWalk);
  const sample = await sampleOf(payload, slug);
  return sample.some((row) => meets(wanted, row) && --missing === 0) ? longestWalk : 0;
};

const sampleOf = (payload: Payload, slug: string): Promise<readonly FilteredRow[]> =>
  askShared(payload, JSON.stringify(['email log sample', slug]), () => {
    let known: readonly FilteredRow[] | null = null;
    const forget = () => {
      known = null;
    };
    return async () => {
      if (known) return known;
      known = await readSample(payload, slug);
      // Nobody's address stays in memory long after its row was purged.
      setTimeout(forget, oldestSample).unref();
      return known;
    };
  });

const readSample = async (payload: Payload, slug: string): Promise<FilteredRow[]> => {
  const { rows } = await postgresOf(payload).pool.query<FilteredRow>(
    `select lower("to") as to, lower(subject) as subject, type, related_type, related_id, transport, status, fallback
     from ${tableOf(payload, slug)} order by created_at desc limit ${sampleSize}`,
  );
  return rows;
};
