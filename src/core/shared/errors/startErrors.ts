/** A wrong option. It stops the start, by one sentence that names the option. */
export class OptionError extends Error {
  override readonly name = 'OptionError';

  /** @param path such as `files.maxBytes`; empty for the options as a whole */
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`supportPortal: ${path === '' ? 'its argument' : `the option ${path}`} ${problem}`, options);
  }
}

const mark = Symbol.for('payload-support-portal.startError');

/** The portal cannot keep a promise in this app, so it does not start. The message says what to change. */
export class PortalStartError extends Error {
  override readonly name = 'PortalStartError';
  readonly [mark] = true;
}

/** True also for an error that another copy of this module threw: Next bundles several. */
export const isPortalStartError = (error: unknown): error is PortalStartError =>
  error instanceof Error && mark in error;
