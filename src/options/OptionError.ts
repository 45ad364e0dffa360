/** A wrong option. It stops the start, by one sentence that names the option. */
export class OptionError extends Error {
  override readonly name = 'OptionError';

  /** @param path such as `files.maxBytes` */
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`supportPortal: the option ${path} ${problem}`, options);
  }
}
