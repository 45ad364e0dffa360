import dns from 'node:dns';
import type { Payload } from 'payload';
import { domainOf } from '../../../core/shared/addresses/hosts.ts';
import { keptOn } from '../../../core/shared/concurrency/keptOn.ts';
import { organizationalDomain } from '../authentication/domains.ts';
import { isUnansweredDns } from '../authentication/UnansweredDns.ts';
import { readAtArrival } from '../message/readHeaders.ts';
import { type Lane, openLane, type Task } from './lane.ts';
import { ownBytes, transferable } from './protocol.ts';
import type { Input, Output } from './works.ts';

/** The lane that reads a message: strangers' messages never hold up those of people whom the portal knows. */
export type LaneName = 'known' | 'strangers';

/** Looks into messages apart from the thread that serves. */
interface MessageReader {
  /** The digest of a message, and its header. The bytes remain usable. */
  identify(input: Input<'identify'>): Promise<Output<'identify'>>;
  /** True if the bytes are those of the message with this digest. They remain usable. */
  matches(input: Input<'matches'>): Promise<Output<'matches'>>;
  /** The trusted server's judgement of a message, by the beginning of its header. The bytes remain usable. */
  judge(input: Input<'judge'>): Promise<Output<'judge'>>;
  /**
   * The fields of a body in which a provider hands a message over. Its bytes are gone from the caller.
   *
   * @throws {UnreadableMessage} for one that exceeds a limit of time or memory
   */
  unpack(packed: Input<'unpack'>): Promise<Output<'unpack'>>;
  /**
   * The message. Its bytes are gone from the caller, and come back with it.
   *
   * @throws {UnreadableMessage} also for one that exceeds a limit
   */
  read(lane: LaneName, input: Input<'read'>): Promise<Output<'read'>>;
  /**
   * The message as a page of HTML, for staff. Its bytes are gone from the caller.
   *
   * @throws {UnreadableMessage} for one that exceeds a limit of time or memory
   */
  view(bytes: Uint8Array): Promise<Output<'view'>>;
  /**
   * Verifies the sender of a message that no trusted server has judged. The bytes are transferred, and so unusable afterwards.
   *
   * @throws {UnansweredDns}
   */
  authenticate(
    lane: LaneName,
    input: Omit<Input<'authenticate'>, 'dnsServers'>,
  ): Promise<Output<'authenticate'>>;
  close(): Promise<void>;
}

/** Limits for reading one message. */
interface ReadingLimits {
  /** Longest time, in milliseconds. */
  readonly longest: number;
  /** Memory, in MB. */
  readonly memory: number;
}

const usual: ReadingLimits = { longest: 20_000, memory: 512 };

/** All that DNS is asked for one message, in milliseconds. */
const longestWait = 20_000;

export const openReader = ({ longest, memory }: ReadingLimits = usual): MessageReader => {
  const arrivals = openLane({ threads: 1, memory });
  const lanes: Readonly<Record<LaneName, Lane>> = {
    known: openLane({ threads: 2, memory }),
    strangers: openLane({ threads: 1, memory }),
  };

  const unlessSilent = buildSilentDomains();

  const run = <Result>(lane: Lane, { request }: Pick<Task, 'request'>, patience = longest) =>
    lane.run({
      request,
      transferred: transferable([request.input.bytes]),
      longest: patience,
    }) as Promise<Result>;

  return {
    identify: ({ bytes, ...input }) =>
      run(arrivals, { request: { kind: 'identify', input: { ...input, bytes: new Uint8Array(bytes) } } }),
    matches: ({ bytes, digest }) =>
      run(arrivals, { request: { kind: 'matches', input: { bytes: new Uint8Array(bytes), digest } } }),
    judge: ({ bytes, trustedAuthservId }) => {
      const beginning = new Uint8Array(bytes.subarray(0, readAtArrival));
      return run(arrivals, { request: { kind: 'judge', input: { bytes: beginning, trustedAuthservId } } });
    },
    unpack: ({ bytes, format }) =>
      run(arrivals, { request: { kind: 'unpack', input: { format, bytes: ownBytes(bytes) } } }),
    read: (lane, { bytes, ...input }) =>
      run(lanes[lane], { request: { kind: 'read', input: { ...input, bytes: ownBytes(bytes) } } }),
    view: (bytes) => run(lanes.known, { request: { kind: 'view', input: { bytes: ownBytes(bytes) } } }),
    authenticate: (lane, { bytes, ...input }) => {
      const ask = (): Promise<Output<'authenticate'>> => {
        // Node replaces this function when the servers are set: an import of it would keep the old ones.
        const dnsServers = dns.getServers();
        const request = {
          kind: 'authenticate',
          input: { ...input, bytes: ownBytes(bytes), dnsServers },
        } as const;
        return run(lanes[lane], { request }, longest + longestWait);
      };
      // The verdict of a trusted server waits for no DNS.
      return input.judgement === 'untold' ? unlessSilent(input.from, ask) : ask();
    },
    async close() {
      await Promise.all([arrivals, lanes.known, lanes.strangers].map((lane) => lane.close()));
    },
  };
};

const heldBy = (payload: Payload) => keptOn<{ reader?: MessageReader }>(payload, 'messageReader', () => ({}));

export const provideReader = (payload: Payload, reader: MessageReader): void => {
  heldBy(payload).reader = reader;
};

/** The reader of a Payload instance that has begun to start. */
export const readerOf = (payload: Payload): MessageReader => {
  const { reader } = heldBy(payload);
  if (!reader) throw new Error('This Payload instance has not started, so it cannot read messages.');
  return reader;
};

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
