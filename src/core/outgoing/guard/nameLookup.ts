import type { LookupAddress } from 'node:dns';
import { getDomain } from 'tldts';
import { oneByOne } from '../../shared/concurrency/concurrency.ts';
import { within } from '../../shared/concurrency/within.ts';

/** All addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/** Longest wait for a name, in milliseconds. */
export const longestLookup = 8_000;

/** Time for which a domain is left alone once a name of it has hung, in milliseconds. */
const pause = 300_000;

const mostDomains = 1_000;

/**
 * Builds a look-up of names that others choose: it asks for one at a time, and leaves a domain alone whose name servers do not
 * respond. Node asks the system on two threads, for the whole process, and cannot cancel: a hundred names that hang would keep
 * all others waiting for many minutes, the database's among them.
 *
 * @param now the present, in milliseconds
 */
export const buildNameLookup = (lookup: Lookup, now: () => number = Date.now): Lookup => {
  const inTurn = oneByOne();
  /** The lines of domains. One name of each waits in the line of all, so that slow name servers hold up their own. */
  const lines = new Map<string, { readonly take: ReturnType<typeof oneByOne>; waiting: number }>();
  /** Look-ups that wait or are under way, by name. Callers share them. */
  const asked = new Map<string, ReturnType<Lookup>>();
  const silentUntil = new Map<string, number>();

  const assertNotSilent = (domain: string): void => {
    if ((silentUntil.get(domain) ?? 0) <= now()) return;
    const reason = `The name servers of ${domain} did not respond lately.`;
    throw Object.assign(new Error(reason), { code: 'ETIMEOUT' });
  };

  const noteSilence = async (domain: string, looked: Promise<unknown>): Promise<void> => {
    const ended = looked.then(
      () => true,
      () => true,
    );
    if (await within(ended, longestLookup, false)) return void silentUntil.delete(domain);
    if (silentUntil.size >= mostDomains) silentUntil.clear();
    silentUntil.set(domain, now() + pause);
  };

  const ask = async (name: string): ReturnType<Lookup> => {
    const domain = getDomain(name, { allowPrivateDomains: true, extractHostname: false }) ?? name;
    assertNotSilent(domain);
    const look = () => {
      assertNotSilent(domain);
      const looked = lookup(name);
      void noteSilence(domain, looked);
      return looked;
    };
    const line = lines.get(domain) ?? { take: oneByOne(), waiting: 0 };
    lines.set(domain, line);
    line.waiting += 1;
    try {
      return await line.take(() => inTurn(look));
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(domain);
    }
  };

  return (name) => {
    const shared = asked.get(name) ?? ask(name).finally(() => asked.delete(name));
    asked.set(name, shared);
    return shared;
  };
};
