import { promises } from 'node:dns';

/** Of one question to one server, in milliseconds, and how often each is asked. */
const patience = { timeout: 2_000, tries: 2 } as const;

/** Of all that is asked for one message, in milliseconds. */
const longestWait = 20_000;

/** What a library asks: `resolve(name, 'TXT')`. */
export type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

/** The questions of one method. */
export interface Lookups {
  readonly resolve: Resolve;
  /** The first question without an answer, and why: `_dmarc.example.com TXT: ESERVFAIL`. Null if there is none. */
  failure(): string | null;
  /** Whether more was asked than is allowed. What is above it has no records. */
  isExhausted(): boolean;
}

export interface Dns {
  /**
   * @param most how many questions are asked
   * @param ignored a type whose failures do not count
   */
  lookups(most: number, ignored?: string): Lookups;
  close(): void;
}

/** Asks the servers of this process, for one message and in bounded time. */
export const openDns = (): Dns => {
  const resolver = new promises.Resolver(patience);
  // Node replaces this function when the servers are set: an import of it would go on naming the old ones.
  resolver.setServers(promises.getServers());
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    clearTimeout(timer);
    resolver.cancel();
  };
  const timer = setTimeout(close, longestWait);

  const ask: Resolve = async (name, type) => {
    if (isClosed) throw withCode('ETIMEOUT');
    return (await resolver.resolve(name, type)) as string[] | string[][];
  };

  return {
    close,
    lookups(most, ignored) {
      let [asked, failure]: [number, string | null] = [0, null];
      return {
        failure: () => failure,
        isExhausted: () => asked > most,
        async resolve(name, type) {
          asked += 1;
          if (asked > most) throw withCode('ENODATA');
          return ask(name, type).catch((cause: unknown) => {
            const code = codeOf(cause);
            if (isAnswer(code)) throw withCode('ENODATA', cause);
            if (type !== ignored) failure ??= `${name} ${type}: ${code}`;
            // mailauth goes on after SERVFAIL, as if an `include` did not match.
            throw withCode('ETIMEOUT', cause);
          });
        },
      };
    },
  };
};

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));

/** Whether there is no such record: the server says so, or the name cannot be one. */
const isAnswer = (code: string): boolean =>
  ['ENODATA', 'ENOTFOUND', 'EBADNAME', 'EBADQUERY', 'EFORMERR', 'ENOTIMP'].includes(code) ||
  code.startsWith('ERR_');

const withCode = (code: string, cause?: unknown): Error =>
  Object.assign(new Error(`DNS: ${code}`, { cause }), { code });
