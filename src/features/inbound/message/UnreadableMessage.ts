const mark = Symbol.for('payload-support-portal.unreadableMessage');

/** The bytes cannot be read as a message. The message says why, in one sentence that staff may see. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
  readonly [mark] = true;
}

/** True also for an error that another copy of this module threw: Next bundles several. */
export const isUnreadableMessage = (error: unknown): error is UnreadableMessage =>
  error instanceof Error && mark in error;
