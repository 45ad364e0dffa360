import { keptOn } from '../concurrency/keptOn.ts';

const failures = keptOn(globalThis, 'mailFailures', () => new WeakSet<object>());

/** Remembers the error of a mail function. An app's adapter may throw anything. */
export const noteMailFailure = (error: unknown): void => {
  if (typeof error === 'object' && error !== null) failures.add(error);
};

/** True if an error says that a mail could not be sent. */
export const isMailFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error);

/** No transport is known to have accepted a mail for any recipient. The message is the error of its log row. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** The beginning of the error of a mail that a transport may have accepted. */
export const unknownMark = 'Outcome unknown: ';
