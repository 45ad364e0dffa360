import type { SendMailOptions } from 'nodemailer-10';
import type { Mailbox } from '../../../core/shared/addresses/addressList.ts';

/**
 * A mail that every transport of a chain can carry: recipients validated, attachments and bodies read into
 * memory, one `Message-ID` for all tries, `portal` taken out.
 */
export interface OutgoingMail {
  /** The address of the SMTP envelope's sender. */
  readonly envelopeFrom: string;
  /** The recipients of this try, in the order to, cc, bcc. A fall-back may get fewer recipients than the headers name. */
  readonly recipients: readonly string[];
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string | null;
  /** The id without angle brackets. */
  readonly messageId: string;
  /** The message as nodemailer takes it, for transports that write MIME. */
  readonly message: SendMailOptions;
}

/** One recipient that a transport refused, with the answer it gave. */
export interface Refusal {
  readonly recipient: string;
  readonly error: string;
}

/**
 * The result of handing a mail to a transport. A refused mail is an expected outcome and never thrown.
 *
 * - `accepted`: the transport took it for at least one recipient; `refused` names the others.
 * - `refused`: provably no recipient's copy was taken. `undeliverable` names the recipients for whom the refusal is a
 * verdict on the mail itself (no transport would do better); the rest may be tried elsewhere.
 * - `unknown`: the transport may have taken it (silence or a broken connection after the body). Nothing may be sent again.
 */
export type SendResult =
  | {
      readonly outcome: 'accepted';
      /** The provider's id of the mail, else its `Message-ID` without brackets. */
      readonly messageId: string;
      /** The transport's last reply, if it gives one. */
      readonly response: string | null;
      readonly refused: readonly Refusal[];
    }
  | { readonly outcome: 'refused'; readonly error: string; readonly undeliverable: readonly Refusal[] }
  | { readonly outcome: 'unknown'; readonly error: string };

/** A way out for mail. A chain of transports is one, too. */
export interface MailTransport {
  /** The value of the log's `transport` field. */
  readonly name: string;
  send(mail: OutgoingMail): Promise<SendResult>;
  /** Its password or token: masked wherever the log would store it. */
  readonly secrets?: readonly string[];
  /** Ends idle connections; a transport without any leaves it out. */
  close?(): Promise<void>;
}

/** Time limits of a transport, in milliseconds. */
export interface TransportLimits {
  /**
   * Limit for connecting, including name lookup, TLS and greeting.
   *
   * @default 10_000
   */
  readonly connect?: number;
  /**
   * Limit for the time without an answer, and without progress of the body, before the body has been handed over.
   *
   * @default 30_000
   */
  readonly answer?: number;
  /**
   * Limit for the answer to the whole mail, once the body has been handed over. After it the outcome is unknown.
   *
   * @default 60_000
   */
  readonly outcome?: number;
}

export const defaultLimits: Required<TransportLimits> = { connect: 10_000, answer: 30_000, outcome: 60_000 };

/** The slowest reader of a body that is accepted, in bytes per `answer` limit: about 35 KB a second. */
const slowestShare = 1_048_576;

/**
 * Longest time for handing over a body of `bytes` in milliseconds: one `answer` limit, and one more for every megabyte, so
 * that no server can hold a mail forever by taking it byte after byte.
 */
export const bodyLimit = (bytes: number, answer: number): number => answer * (1 + bytes / slowestShare);
