import { promises } from 'node:dns';

/** Time for one question to one server, in milliseconds, and the number of tries for each server. */
const patience = { timeout: 2_000, tries: 2 } as const;

/** The name servers of this process, as one that can be cancelled. They are asked over the network, without a thread. */
export const openNameServers = (): promises.Resolver => {
  const resolver = new promises.Resolver(patience);
  // Node replaces this function when the servers are set: an import of it would keep the old ones.
  resolver.setServers(promises.getServers());
  return resolver;
};
