import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Payload, PayloadRequest } from 'payload';
import { postgresOf } from '../../core/database/pool.ts';
import type { JobClaim } from '../../core/jobs/jobs.ts';
import { keptOn } from '../../core/shared/concurrency/keptOn.ts';
import { within } from '../../core/shared/concurrency/within.ts';
import type { EmailAttempt } from './row.ts';
import { adoptSpools } from './writing/adoption.ts';
import { awaitSpools, countInSpool, eraseInSpool } from './writing/eraseSpooled.ts';
import { buildSpool, type Spool } from './writing/spool.ts';
import { type SpooledRow, spooledRows } from './writing/spoolFile.ts';
import { buildWriter, type Writer } from './writing/writer.ts';

interface EmailLogOptions {
  payload: Payload;
  slug: string;
  /** Creates the log's schema apart from its collection's table. */
  prepare(): Promise<void>;
  /** The data folder; null keeps the spool in memory only. */
  dataDirectory: string | null;
  /** Changes a row before it is written; null drops it. Never throws. */
  beforeWriting(row: EmailAttempt, req: PayloadRequest | null): Promise<EmailAttempt | null>;
}

interface EmailLog {
  /** @param row the row to write if the process dies now */
  begin(row: EmailAttempt): MailUnderWay;
  /** Numbers of rows of this process that are not in the log yet. */
  depth(): Readonly<Record<'under_way' | 'waiting', number>>;
  /** Number of rows that have waited for over a minute, of all processes that share the data folder. */
  overdue(): number;
  /**
   * Prepares the database, and writes what dead processes left behind, now and whenever another one dies.
   *
   * @throws if the collection's table does not exist yet; the search for it is repeated every few seconds
   */
  open(): Promise<void>;
  /**
   * Writes what waits, and leaves nothing on the disk of mails whose row is in the log.
   *
   * @throws if the database does not take the rows
   */
  settle(): Promise<void>;
  /**
   * Brings rows with an address to the table, also those of other processes that share the data folder, and takes the
   * address out of those of this process that the table does not take.
   *
   * @returns the number of rows from which it was taken
   */
  erase(address: string): Promise<number>;
  /** The number of waiting rows of this process with the address, without taking it out of them. */
  countErasable(address: string): Promise<number>;
  close(): Promise<void>;
}

const heldBy = (payload: Payload) => keptOn<{ log?: EmailLog }>(payload, 'emailLog', () => ({}));

/** The email log of a Payload instance that has begun to start. */
export const emailLogOf = (payload: Payload): EmailLog | undefined => heldBy(payload).log;

/** Interval between searches of the spool folder for files of dead processes, in milliseconds. */
const betweenRounds = 10_000;

/** Longest wait of a start for the first round, in milliseconds. The round then goes on in the background. */
const longestStart = 5_000;

/** The email log of a Payload instance. Touches neither the disk nor the database before the first mail or `open`. */
export const buildEmailLog = (options: EmailLogOptions): EmailLog => {
  const { payload, slug, prepare, dataDirectory, beforeWriting } = options;
  const directory = dataDirectory && join(dataDirectory, 'mail-spool');
  const spool = buildSpool(payload, directory);
  const writer = buildWriter(payload, slug, spool);
  let rounds: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  const adopt = async (): Promise<void> => {
    if (directory === null) return;
    const adoption = {
      payload,
      directory,
      spool,
      beforeWriting: (row: EmailAttempt) => beforeWriting(row, null),
    };
    await adoptSpools(adoption).catch((error: Error) =>
      payload.logger.warn(`Rows of a dead process wait for the next try: ${error.message}`),
    );
    await writer.writeAll();
  };

  /**
   * One round at a time, because a round lasts as long as the database hangs. Adoption comes first, because the
   * creation of indexes may hold the only connection for locks for minutes.
   */
  const takeRound = (): Promise<void> => {
    round ??= adopt()
      .then(prepare)
      .finally(() => {
        round = null;
      });
    return round;
  };

  const bringRowsOf = async (address: string): Promise<void> => {
    await takeRound();
    spool.forgetSettled();
    if (directory !== null) await awaitSpools(directory, address, countInSpool(spool, address));
  };

  const log: EmailLog = {
    begin: (row) => beginMail({ payload, spool, writer, beforeWriting }, row),
    depth() {
      const waiting = [...spool.rows.values()].filter(({ state }) => state === 'waiting').length;
      return { under_way: spool.rows.size - waiting, waiting };
    },
    overdue: () => countOverdue(directory ? spooledRows(directory) : [...spool.rows.values()]),
    async open() {
      spool.open();
      writer.open();
      clearInterval(rounds);
      rounds = setInterval(() => takeRound().catch(() => {}), betweenRounds).unref();
      await within(takeRound(), longestStart, undefined);
    },
    async settle() {
      await takeRound();
      spool.forgetSettled();
    },
    async erase(address) {
      await bringRowsOf(address);
      return eraseInSpool(spool, address);
    },
    async countErasable(address) {
      await bringRowsOf(address);
      return countInSpool(spool, address);
    },
    async close() {
      clearInterval(rounds);
      await writer.close();
      spool.close();
    },
  };
  heldBy(payload).log = log;
  return log;
};

/** Longest wait in milliseconds: a database that accepts rows at all accepts them within seconds. */
const longestWait = 60_000;

const countOverdue = (rows: readonly SpooledRow[]): number => {
  const before = Date.now() - longestWait;
  return rows.filter(({ row, state }) => state === 'waiting' && Date.parse(row.created_at) < before).length;
};

/**
 * One mail, from its interception until the log has its row. The row stays in the spool until then, so that the log gets it
 * even if this process dies. Nothing here throws.
 */
export interface MailUnderWay {
  /** The row's id. It is null until the log has assigned one, and if there is no row. */
  readonly id: string | null;
  /**
   * Sets the row to write if the process dies from now on. It is on disk when this returns, unless the disk failed.
   *
   * @param job the job that is about to be taken: if it is still there when the process is dead, the job is done again, and there is
   * no row
   */
  trying(row: EmailAttempt, job?: JobClaim): void;
  /** Writes the row, unless `beforeWriting` drops it. Returns within a second, and keeps the row until the table takes it. */
  finished(row: EmailAttempt, req: PayloadRequest | null): Promise<void>;
  /** The mail is not sent after all. */
  withdrawn(): void;
}

interface MailParts {
  readonly payload: Payload;
  readonly spool: Spool;
  readonly writer: Writer;
  /** Changes a row before it is written; null drops it. Never throws. */
  beforeWriting(row: EmailAttempt, req: PayloadRequest | null): Promise<EmailAttempt | null>;
}

/** @param first the row to write if the process dies now */
const beginMail = (
  { payload, spool, writer, beforeWriting }: MailParts,
  first: EmailAttempt,
): MailUnderWay => {
  const key = randomUUID();
  let id: string | null = postgresOf(payload).idType === 'serial' ? null : randomUUID();
  const isUnderWay = () => spool.rows.get(key)?.state === 'underWay';
  const note = (row: EmailAttempt, job?: JobClaim) =>
    spool.note(key, {
      row: { ...row, id },
      state: 'underWay',
      ...(job && { job: { id: job.id, claims: job.claims } }),
    });
  const withdrawn = () => {
    id = null;
    spool.settle(key);
  };
  note(first);
  return {
    get id() {
      return id;
    },
    trying(row, job) {
      if (!isUnderWay()) return;
      note(row, job);
      spool.write();
    },
    async finished(row, req) {
      const wanted = await beforeWriting(row, req);
      if (wanted) id = await writer.write(key, wanted);
      else withdrawn();
    },
    withdrawn,
  };
};
