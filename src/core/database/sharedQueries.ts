import type { Payload } from 'payload';
import { inTurns } from '../shared/concurrency/concurrency.ts';
import { keptOn } from '../shared/concurrency/keptOn.ts';

type Ask = () => Promise<unknown>;

/** Number of queries that a process remembers; the least recently used are dropped. */
const mostKept = 1_000;

/**
 * Lets concurrent requests share a query that begins after each of them has arrived. The query may keep state from one time
 * to the next.
 *
 * @param name the same for the same query
 * @param buildAsk called if the query is new, or forgotten
 */
export const askShared = <Answer>(
  payload: Payload,
  name: string,
  buildAsk: () => () => Promise<Answer>,
): Promise<Answer> => {
  const questions = keptOn(payload, 'sharedQueries', () => new Map<string, Ask>());
  const ask = questions.get(name) ?? inTurns(buildAsk());
  questions.delete(name);
  questions.set(name, ask);
  for (const oldest of questions.keys()) {
    if (questions.size <= mostKept) break;
    questions.delete(oldest);
  }
  return ask() as Promise<Answer>;
};
