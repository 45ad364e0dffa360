const mark = Symbol.for('payload-support-portal.startError');

/** The portal cannot keep a promise in this app, so it does not start. The message says what to change. */
export class PortalStartError extends Error {
  override readonly name = 'PortalStartError';
  readonly [mark] = true;
}

/** True also for an error that another copy of this module threw: Next bundles several. */
export const isPortalStartError = (error: unknown): error is PortalStartError =>
  error instanceof Error && mark in error;
