/**
 * The reason why the portal cannot run, in one sentence for the user who started it. Printed without a stack; the exit code
 * is 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
