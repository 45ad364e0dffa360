import type { Payload } from 'payload';
import type { PoolClient } from 'pg';
import { portalPool } from '../database/pool.ts';
import { type IdentifiedRow, insertRows, type RowsToInsert } from './insertRows.ts';
import { isRefusal } from './refusal.ts';

export interface Insertion {
  /** Rows that are not written, as another mail's row has their id. */
  readonly taken: ReadonlySet<IdentifiedRow>;
  /** Resolves once no crash of PostgreSQL undoes it; rejects where one may have. */
  readonly certain: Promise<void>;
}

type Rows = Omit<RowsToInsert, 'waitForDisk'>;

/** The email log's connection: what it writes everybody sees at once, and a moment later it is safe from crashes. */
export interface LogConnection {
  /** Writes rows, all or none, one call after the other. @throws where the database does not take them */
  insert(rows: Rows): Promise<Insertion>;
  /** Makes certain of all, and gives the connection back. What is written later is certain at once. Never throws. */
  close(): Promise<void>;
}

/**
 * How long rows may wait until they are made certain together, in milliseconds: waiting for the disk costs several
 * times what a row does, and whoever crashes meanwhile has it in the spool.
 */
const untilCertain = 200;

/**
 * Written to PostgreSQL's log and nowhere else. When its commit is on the disk, so is every earlier one. (A commit
 * that changes nothing is not waited for.) That the connection answers proves that there was no crash in between.
 */
const flushSql = `select pg_logical_emit_message(true, 'payload-support-portal', '')`;

interface Promised {
  resolve(): void;
  reject(error: unknown): void;
}

export const openLogConnection = (payload: Payload): LogConnection => {
  let client: PoolClient | null = null;
  let uncertain: Promised[] = [];
  let isInserting = false;
  let isClosed = false;
  /** Whether PostgreSQL lets us flush; where it does not, every commit is waited for. */
  let mayFlush = true;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<PoolClient> => {
    const connected = await portalPool(payload).connect();
    // A connection that breaks fails its query; the event alone would end the process.
    connected.on('error', ignore);
    client = connected;
    return connected;
  };

  const giveBack = (broken = false): void => {
    client?.off('error', ignore);
    client?.release(broken);
    client = null;
  };

  const flushSoon = (): void => {
    if (uncertain.length > 0) timer ??= setTimeout(flush, untilCertain);
    else if (!isInserting) giveBack();
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const flushed = uncertain;
    uncertain = [];
    if (client === null || flushed.length === 0) return;
    try {
      await client.query(flushSql);
      for (const { resolve } of flushed) resolve();
    } catch (error) {
      for (const { reject } of flushed) reject(error);
      failed(error);
    }
    flushSoon();
  };

  const failed = (error: unknown): void => {
    if (isRefusal(error)) mayFlush = false;
    else breakOff(error);
  };

  /** It may not answer any more, so it is closed. */
  const breakOff = (error: unknown): void => {
    giveBack(true);
    for (const { reject } of uncertain.splice(0)) reject(error);
  };

  const insert = async (rows: Rows): Promise<Insertion> => {
    isInserting = true;
    try {
      const taken = await insertRows(client ?? (await connect()), { ...rows, waitForDisk: !mayFlush });
      return { taken, certain: mayFlush ? promised() : Promise.resolve() };
    } catch (error) {
      if (!isRefusal(error)) breakOff(error);
      throw error;
    } finally {
      isInserting = false;
      flushSoon();
    }
  };

  const promised = (): Promise<void> => {
    const certain = new Promise<void>((resolve, reject) => uncertain.push({ resolve, reject }));
    certain.catch(ignore);
    return certain;
  };

  return {
    async insert(rows) {
      const insertion = await insert(rows);
      if (isClosed) await flush();
      return insertion;
    },
    async close() {
      isClosed = true;
      await flush();
    },
  };
};

const ignore = (): void => {};
