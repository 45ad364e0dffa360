import type { RefusedBefore } from './chain.ts';

/**
 * One mail attempt, with the fields of a row of the email log as it reads over HTTP. Never a body, an attachment
 * or another header.
 */
export interface EmailAttempt {
  /**
   * The row of the email log. Null before the log has it, if `beforeEmailLog` drops it, and while the database is away if
   * ids are serial.
   */
  id: string | null;
  /** All recipients in the order to, cc, bcc: addresses alone, `, ` between. */
  to: string;
  subject: string | null;
  /** What the sender declared the mail to be, such as `ticket_update`. */
  type: string | null;
  related_type: string | null;
  related_id: string | null;
  /** The transport that carried the mail; for `failed` the last tried; null where none was. */
  transport: string | null;
  /** `sent`: handed to the transport without error. Not a delivery receipt. */
  status: 'sent' | 'failed';
  /** The mailer's error; null unless `failed`. */
  error: string | null;
  /** The moment of the attempt, ISO 8601 in UTC. */
  created_at: string;
  /** The logged-in user who caused the mail; null outside a request. */
  user_id: string | null;
  /** What the provider calls the mail, else its `Message-ID`; null where nobody accepted it. */
  message_id: string | null;
  fallback: readonly RefusedBefore[] | null;
}
