/** The step at which reading a mailbox failed. */
export type MailboxFailure = 'connection' | 'oauth' | 'login' | 'mailbox' | 'storage';

const mark = Symbol.for('payload-support-portal.mailboxError');

/** A mailbox cannot be read. The message has the server's own words, and no secret. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
  readonly [mark] = true;
  readonly kind: MailboxFailure;

  constructor(kind: MailboxFailure, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** True also for an error that another copy of this module threw: Next bundles several. */
export const isMailboxError = (error: unknown): error is MailboxError =>
  error instanceof Error && mark in error;
