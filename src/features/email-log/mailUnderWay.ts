import { randomUUID } from 'node:crypto';
import type { Payload, PayloadRequest } from 'payload';
import { postgresOf } from '../../core/database/pool.ts';
import type { JobClaim } from '../../core/jobs/jobs.ts';
import type { EmailAttempt } from './row.ts';
import type { Spool } from './writing/spool.ts';
import type { Writer } from './writing/writer.ts';

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
export const beginMail = (
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
