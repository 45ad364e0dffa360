import { type Load, requestsPerSecond } from './load.ts';
import { type Comparison, compare } from './rounds.ts';
import type { Scope } from './scope.ts';

interface Rates {
  readonly ours: Load;
  readonly theirs: Load;
}

const rounds = 7;

/**
 * Compares the requests per second of two servers, after a round of each that is not measured: their code is compiled in it.
 */
export const compareRates = async ({ ours, theirs }: Rates, scope: Scope): Promise<Comparison> => {
  for (const load of [ours, theirs]) await requestsPerSecond(load, scope);
  return compare({
    rounds,
    measured: () => requestsPerSecond(ours, scope),
    baseline: () => requestsPerSecond(theirs, scope),
  });
};
