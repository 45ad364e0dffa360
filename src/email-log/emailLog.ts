import { join } from 'node:path';
import type { Payload } from 'payload';
import { tableOf } from '../database/table.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import { within } from '../shared/within.ts';
import { type AddedColumn, addedColumns } from './addedColumns.ts';
import { adoptSpools } from './adoptSpools.ts';
import { prepareEmailLog } from './prepare.ts';
import { buildRecorder } from './recorder.ts';
import { buildRowIds } from './rowIds.ts';
import { openSpool } from './spool/spool.ts';
import type { SpooledRows } from './spool/spool-lines.ts';
import { buildEmailLogWriter, type EmailLogWriter } from './writer.ts';

interface EmailLogOptions {
  payload: Payload;
  slug: string;
  /** Whether the indexes by which texts are searched are made. */
  searchIndexes: boolean;
  /** The data folder; null keeps the spool in memory alone. */
  dataDirectory: string | null;
  /** What becomes of a row before it is written; null drops it. */
  beforeWriting(row: EmailAttempt): Promise<EmailAttempt | null>;
}

export interface EmailLog extends Pick<EmailLogWriter, 'begin' | 'renew' | 'write' | 'drop' | 'close'> {
  /** The rows that are not in the log for certain. */
  readonly spooled: SpooledRows;
  /**
   * Prepares the database, and writes what dead processes left behind, now and whenever another one dies.
   *
   * @throws where the collection's table is not there yet; it is looked for again every few seconds
   */
  open(): Promise<void>;
}

/** How often the spool folder is looked at for files of processes that died, in milliseconds. */
const betweenRounds = 10_000;

/** How long a start waits for what it finds to do, in milliseconds; the rest is done beside it. */
const longestStart = 5_000;

/** The email log of a Payload instance. Touches neither the disk nor the database before the first mail or `open`. */
export const buildEmailLog = ({
  payload,
  slug,
  searchIndexes,
  dataDirectory,
  beforeWriting,
}: EmailLogOptions): EmailLog => {
  const table = () => tableOf(payload, slug);
  const directory = dataDirectory && join(dataDirectory, 'mail-spool');
  const ids = buildRowIds(payload, table);
  const spool = openSpool(payload, directory);
  let added: readonly AddedColumn[] | undefined;
  const writer: EmailLogWriter = buildEmailLogWriter({
    payload,
    recorder: buildRecorder({
      payload,
      table,
      added: () => {
        added ??= addedColumns(payload, slug);
        return added;
      },
      expected: () => writer.underWay,
    }),
    ids,
    spool,
  });
  let rounds: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  const adopt = async (): Promise<void> => {
    if (directory === null) return;
    const { takeOver } = writer;
    const { isOnDisk } = spool;
    const parts = { payload, directory, ids, beforeWriting, takeOver, isOnDisk };
    await adoptSpools(parts).catch((error: Error) =>
      payload.logger.warn(`Rows that a dead process left behind wait for the next try: ${error.message}`),
    );
    await writer.writeKept();
  };

  /**
   * One at a time: while the database hangs, a round takes as long. Adoption comes first, for indexes that are being
   * made may keep the lock's one connection for minutes.
   */
  const takeRound = (): Promise<void> => {
    round ??= adopt()
      .then(() => prepareEmailLog(payload, { slugs: { emailLog: slug }, emailLog: { searchIndexes } }))
      .finally(() => {
        round = null;
      });
    return round;
  };

  return {
    ...writer,
    spooled: spool.rows,
    async open() {
      spool.check();
      clearInterval(rounds);
      rounds = setInterval(() => takeRound().catch(() => {}), betweenRounds).unref();
      await within(takeRound(), longestStart, undefined);
    },
    close() {
      clearInterval(rounds);
      return writer.close();
    },
  };
};
