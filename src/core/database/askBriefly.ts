import type { Payload } from 'payload';
import { postgresOf } from './pool.ts';
import { giveUpAfter } from './statement.ts';

/** Longest query on the server, in milliseconds. */
const longestQuery = 5_000;

/** A locked table must neither hold up the queries of other kinds nor take one more connection with each poll. */
export const askBriefly = async <Row>(payload: Payload, sql: string): Promise<readonly Row[]> => {
  // Two statements in one query, which has a result for each.
  const results: unknown = await postgresOf(payload).pool.query(`${giveUpAfter(longestQuery)}; ${sql}`);
  return (results as { readonly rows: Row[] }[]).at(-1)?.rows ?? [];
};
