/**
 * The statements that make PostgreSQL give up what follows in the same transaction: the lock of a table after half
 * the time, a statement after all of it. A client that merely stops listening leaves its statement waiting in the
 * server, and each new try one more, until no connection is left. Local to the transaction, so that a pooler may
 * hand the connection on.
 */
export const giveUpAfter = (milliseconds: number): string =>
  `set local lock_timeout = ${Math.round(milliseconds / 2)}; set local statement_timeout = ${milliseconds}`;
