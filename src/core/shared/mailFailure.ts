const key = Symbol.for('payload-support-portal.mailFailures');

const globals = globalThis as typeof globalThis & { [key]?: WeakSet<object> };

/** Next bundles several copies of this module: the set is one for the process. */
globals[key] ??= new WeakSet<object>();

const failures = globals[key];

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
