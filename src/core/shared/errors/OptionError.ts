/** A wrong option. It stops the start, by one sentence that names the option. */
export class OptionError extends Error {
  override readonly name = 'OptionError';

  /** @param path such as `files.maxBytes`; empty for the options as a whole */
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`supportPortal: ${path === '' ? 'its argument' : `the option ${path}`} ${problem}`, options);
  }
}
