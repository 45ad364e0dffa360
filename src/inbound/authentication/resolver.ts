import { promises } from 'node:dns';

/** In milliseconds, and how often a server is asked. */
const patience = { timeout: 3_000, tries: 2 } as const;

/** How many names are looked up for one message: one with a thousand signatures must not cost a thousand. */
const mostLookups = 60;

/** What a library asks for one message: `resolve(name, 'TXT')`. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

/** Looks names up by the servers of this process, a bounded number of times, each in bounded time. */
export const buildResolve = (): Resolve => {
  const resolver = new promises.Resolver(patience);
  // Node replaces this function when the servers are set: an import of it would go on naming the old ones.
  resolver.setServers(promises.getServers());
  let lookups = 0;
  return async (name, type) => {
    lookups += 1;
    // As if there were no such record.
    if (lookups > mostLookups) throw Object.assign(new Error('Too many lookups.'), { code: 'ENODATA' });
    return (await resolver.resolve(name, type)) as string[] | string[][];
  };
};
