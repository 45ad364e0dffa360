import { domainOf } from '../../../core/shared/addresses/hostDomain.ts';
import { organizationalDomain } from './domains.ts';
import { isUnansweredDns } from './UnansweredDns.ts';

/** Failures in a row after which a domain is left alone for a while. The first ones may be an accident. */
const mostFailures = 3;

/** Time for which it is not asked again, in milliseconds. */
const pause = 60_000;

const mostDomains = 1_000;

interface Silence {
  readonly failures: number;
  readonly until: number;
  readonly error: Error;
}

/**
 * Builds a guard for questions about senders: a domain that does not respond is not asked for each of its messages. Each
 * question would keep a thread that reads messages for many seconds, and those of others waiting.
 *
 * @param now the present, in milliseconds
 */
export const buildSilentDomains = (now: () => number = Date.now) => {
  const silences = new Map<string, Silence>();

  const note = (domain: string, error: Error): void => {
    const failures = (silences.get(domain)?.failures ?? 0) + 1;
    if (silences.size >= mostDomains) silences.clear();
    silences.set(domain, { failures, until: failures < mostFailures ? 0 : now() + pause, error });
  };

  /** @throws the errors of `ask`; the last one of a silent domain */
  return async <Result>(address: string, ask: () => Promise<Result>): Promise<Result> => {
    const domain = organizationalDomain(domainOf(address) ?? '');
    const silence = silences.get(domain);
    if (silence && silence.until > now()) throw silence.error;
    try {
      const result = await ask();
      silences.delete(domain);
      return result;
    } catch (error) {
      if (isUnansweredDns(error)) note(domain, error);
      throw error;
    }
  };
};
