import { join } from 'node:path';
import type { Payload } from 'payload';
import { tableOf } from '../database/table.ts';
import type { EmailAttempt } from '../mail/attempt.ts';
import { adoptSpools } from './adoptSpools.ts';
import { prepareEmailLog } from './prepare.ts';
import { buildRecorder } from './recorder.ts';
import { buildRowIds } from './rowIds.ts';
import { openSpool } from './spool/spool.ts';
import { buildEmailLogWriter, type EmailLogWriter } from './writer.ts';

interface EmailLogOptions {
  payload: Payload;
  slug: string;
  /** The data folder; null keeps the spool in memory alone. */
  dataDirectory: string | null;
  /** What becomes of a row before it is written; null drops it. */
  beforeWriting(row: EmailAttempt): Promise<EmailAttempt | null>;
}

export interface EmailLog extends EmailLogWriter {
  /**
   * Prepares the database, and writes what dead processes left behind, now and whenever another one dies.
   *
   * @throws where the collection's table is not there yet
   */
  open(): Promise<void>;
}

/** How often the spool folder is looked at for files of processes that died, in milliseconds. */
const betweenAdoptions = 30_000;

/** The email log of a Payload instance. Touches neither the disk nor the database before the first mail or `open`. */
export const buildEmailLog = ({ payload, slug, dataDirectory, beforeWriting }: EmailLogOptions): EmailLog => {
  const table = () => tableOf(payload, slug);
  const directory = dataDirectory && join(dataDirectory, 'mail-spool');
  const recorder = buildRecorder(payload, table);
  const ids = buildRowIds(payload, table);
  const writer = buildEmailLogWriter({ payload, recorder, ids, spool: openSpool(payload, directory) });
  let adoptions: NodeJS.Timeout | undefined;

  const adopt = async (): Promise<void> => {
    if (directory === null) return;
    await adoptSpools({ payload, directory, recorder, ids, beforeWriting }).catch((error: Error) =>
      payload.logger.warn(`Rows that a dead process left behind wait for the next try: ${error.message}`),
    );
  };

  return {
    ...writer,
    async open() {
      await prepareEmailLog(payload, slug);
      await adopt();
      clearInterval(adoptions);
      adoptions = setInterval(adopt, betweenAdoptions).unref();
    },
    close() {
      clearInterval(adoptions);
      writer.close();
    },
  };
};
