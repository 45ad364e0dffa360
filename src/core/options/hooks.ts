import type { Payload, PayloadRequest } from 'payload';
import type { EmailAttempt } from '../../features/email-log/row.ts';
import type { TicketEvent } from '../../features/webhooks/eventSchemas.ts';

/** Arguments of every hook: `req` is null for a mail that no request caused, and for the row of a process that died. */
interface HookContext {
  payload: Payload;
  req: PayloadRequest | null;
}

/** Called after each mail attempt, whatever its outcome; not for an attempt whose process died. */
export type AfterEmailHook = (args: HookContext & { attempt: Readonly<EmailAttempt> }) => unknown;

/** A row of the email log about to be written, with the fields that the option `collections.emailLog` added. */
export type EmailLogRow = EmailAttempt & { [added: string]: unknown };

/** Changes the row about to be written, fills added fields, or drops it by returning null. */
export type BeforeEmailLogHook = (
  args: HookContext & { row: EmailLogRow },
) => EmailAttempt | EmailLogRow | null | Promise<EmailAttempt | EmailLogRow | null>;

/** Stands for the filter `portal_email_log_retention_days`: gets the default, returns the days that hold. */
export type EmailLogRetentionDaysHook = (
  days: number,
  args: { payload: Payload },
) => number | Promise<number>;

/** Called after each event of a ticket; what it answers counts for nothing. */
export type AfterTicketEventHook = (args: {
  event: TicketEvent;
  payload: Payload;
  /** The request that caused the event. Its transaction is over. */
  req: PayloadRequest;
}) => unknown;

/** Looks into a file before it is stored; throws to refuse it. */
export type FileScan = (args: {
  payload: Payload;
  req: PayloadRequest;
  /** The path of the bytes on local disk. They are deleted when the scan is over. */
  path: string;
  filename: string;
  mimeType: string;
  sizeBytes: number;
}) => unknown;
