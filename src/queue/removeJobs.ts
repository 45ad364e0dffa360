import { jobSchema } from './insertJobs.ts';
import type { Queue } from './queue.ts';

/**
 * Takes jobs away for good, as a part of the statement that writes down what came of them: one way to the database,
 * and one wait for its disk, instead of two.
 *
 * @param ids a query of theirs, as UUIDs
 */
export const removeJobsSql = ({ name }: Queue<object>, ids: string): string =>
  `delete from ${jobSchema}.job where name = '${name}' and id in (${ids})`;
