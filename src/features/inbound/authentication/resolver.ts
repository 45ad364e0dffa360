import { openNameServers } from '../../../core/outgoing/nameServers.ts';

/** Time for all queries about one message, from the first one, in milliseconds. */
const longestWait = 20_000;

/** A library's query: `resolve(name, 'TXT')`. */
type Resolve = (name: string, type: string) => Promise<string[] | string[][]>;

/** The questions of one method. */
export interface Lookups {
  readonly resolve: Resolve;
  /** The first query without a response, and the reason: `_dmarc.example.com TXT: ESERVFAIL`. Returns null if there is none. */
  failure(): string | null;
  /** True if more queries were made than are allowed. Queries above the limit find no records. */
  isExhausted(): boolean;
}

export interface Dns {
  /**
   * @param most number of allowed queries
   * @param ignored a type whose failures do not count
   */
  lookups(most: number, ignored?: string): Lookups;
  close(): void;
}

/** Asks the servers of this process, for one message and in bounded time. */
export const openDns = (): Dns => {
  const resolver = openNameServers();
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    clearTimeout(timer);
    resolver.cancel();
  };
  let timer: NodeJS.Timeout | undefined;

  const ask: Resolve = async (name, type) => {
    if (isClosed) throw withCode('ETIMEOUT');
    timer ??= setTimeout(close, longestWait);
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
            // mailauth continues after SERVFAIL, as if an `include` did not match.
            throw withCode('ETIMEOUT', cause);
          });
        },
      };
    },
  };
};

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));

/** True if there is no such record: the server says so, or the name is not valid. */
const isAnswer = (code: string): boolean =>
  ['ENODATA', 'ENOTFOUND', 'EBADNAME', 'EBADQUERY', 'EFORMERR', 'ENOTIMP'].includes(code) ||
  code.startsWith('ERR_');

const withCode = (code: string, cause?: unknown): Error =>
  Object.assign(new Error(`DNS: ${code}`, { cause }), { code });
