/** How long a transport waits, in milliseconds. */
export interface TransportLimits {
  /**
   * To connect and be greeted, name lookup and TLS included.
   *
   * @default 10_000
   */
  readonly connect?: number;
  /**
   * Without an answer, and without any of the body being taken, before the body has been handed over.
   *
   * @default 30_000
   */
  readonly answer?: number;
  /**
   * For the answer to the whole mail, once the body has been handed over. Then the outcome is unknown.
   *
   * @default 60_000
   */
  readonly outcome?: number;
}

export const defaultLimits: Required<TransportLimits> = { connect: 10_000, answer: 30_000, outcome: 60_000 };

/** The slowest reader of a body that is still waited for, in bytes per `answer` limit: about 35 KB a second. */
const slowestShare = 1_048_576;

/**
 * How long handing over a body of `bytes` may take altogether, in milliseconds: one `answer` limit, and one more
 * for every megabyte, so that no server can hold a mail for ever by taking it byte after byte.
 */
export const bodyLimit = (bytes: number, answer: number): number => answer * (1 + bytes / slowestShare);
