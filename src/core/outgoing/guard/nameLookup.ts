import { type LookupAddress, lookup } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parse } from 'tldts';
import { oneByOne } from '../../shared/concurrency/concurrency.ts';
import { openNameServers } from '../nameServers.ts';

/** All addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/** Longest wait for a name, in milliseconds. */
export const longestLookup = 8_000;

/** The ways to look up a name. */
interface Ways {
  /** True for a name in the machine's hosts file. */
  isHost(name: string): Promise<boolean>;
  /** Asks the name servers, whose errors have the codes of `node:dns`. */
  askServers: Lookup;
  /** Asks the system: hosts file, search domains and all. */
  askSystem: Lookup;
}

/**
 * Builds a look-up of names that others choose. Node asks the system on two threads, for the whole process, and cannot cancel:
 * names whose servers hang would keep all others waiting for minutes, the database's among them. So name servers are asked
 * first, which takes no thread. The system is asked for a name in the hosts file, which it answers at once, and, one at a time,
 * for one that the servers do not have and that ends in no public suffix: a search domain or another service may have it. The
 * servers of a public name may deny it once, and hang from then on.
 */
export const buildNameLookup = ({ isHost, askServers, askSystem }: Ways): Lookup => {
  const inTurn = oneByOne();
  /** Look-ups under way, by name. Callers share them. */
  const asked = new Map<string, ReturnType<Lookup>>();

  const ask = async (name: string): ReturnType<Lookup> => {
    if (await isHost(name)) return askSystem(name);
    try {
      return await askServers(name);
    } catch (error) {
      if (!isMissing(error) || isPublic(name)) throw error;
      return inTurn(() => askSystem(name));
    }
  };

  return (name) => {
    const shared = asked.get(name) ?? ask(name).finally(() => asked.delete(name));
    asked.set(name, shared);
    return shared;
  };
};

const isPublic = (name: string): boolean => {
  const { domain, isIcann } = parse(name, { extractHostname: false });
  return domain !== null && isIcann === true;
};

/** True if the servers responded and have no such name, or if there is no server. */
const isMissing = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes(String(Reflect.get(Object(error), 'code')));

const askServers: Lookup = async (name) => {
  const servers = openNameServers();
  const timer = setTimeout(() => servers.cancel(), longestLookup);
  const answers = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
  clearTimeout(timer);
  const found = answers.flatMap((answer, at) =>
    answer.status === 'rejected'
      ? []
      : answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })),
  );
  const failed = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
  if (found.length === 0) throw failed.find((reason) => !isMissing(reason)) ?? failed[0];
  return found;
};

const hostsFile = '/etc/hosts';

const isHost = async (name: string): Promise<boolean> => {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  return text
    .toLowerCase()
    .split('\n')
    .some((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1).includes(name));
};

const lookupBySystem = promisify(lookup);

/** The machine's look-up. */
export const lookUpName: Lookup = buildNameLookup({
  isHost,
  askServers,
  askSystem: (name) => lookupBySystem(name, { all: true }),
});
