import type { LookupAddress } from 'node:dns';
import { getDomain } from 'tldts';
import { within } from '../../shared/concurrency/within.ts';

/** All addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/** Longest wait for a name, in milliseconds. */
export const longestLookup = 8_000;

/** Time for which a domain is left alone once a name of it has hung, in milliseconds. */
const pause = 300_000;

const mostDomains = 1_000;

/**
 * Builds a look-up of names that asks for one name of a domain at a time, and leaves a domain alone whose name servers do not
 * respond. Node asks the system on two threads, for the whole process: a hundred names of one domain that hang would keep all
 * other names waiting for many minutes. A look-up that has begun cannot be cancelled.
 *
 * @param now the present, in milliseconds
 */
export const buildNameLookup = (lookup: Lookup, now: () => number = Date.now): Lookup => {
  const running = new Map<string, Promise<void>>();
  const silentUntil = new Map<string, number>();

  const watch = async (domain: string, looked: ReturnType<Lookup>): Promise<void> => {
    const ended = looked.then(
      () => true,
      () => true,
    );
    if (await within(ended, longestLookup, false)) silentUntil.delete(domain);
    else {
      if (silentUntil.size >= mostDomains) silentUntil.clear();
      silentUntil.set(domain, now() + pause);
    }
    running.delete(domain);
  };

  return async (name) => {
    const domain = getDomain(name, { allowPrivateDomains: true, extractHostname: false }) ?? name;
    for (let other = running.get(domain); other; other = running.get(domain)) await other;
    if ((silentUntil.get(domain) ?? 0) > now()) {
      const reason = `The name servers of ${domain} did not respond lately.`;
      throw Object.assign(new Error(reason), { code: 'ETIMEOUT' });
    }
    const looked = lookup(name);
    running.set(domain, watch(domain, looked));
    return looked;
  };
};
