/** A variable of the environment that stops the start. The message is one sentence, names the variable and shows no secret. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly variable: string;

  /** @param reason what is wrong and what is expected, without the variable's name and without a full stop */
  constructor(variable: string, reason: string) {
    super(`${variable} ${reason}.`);
    this.variable = variable;
  }
}

/** A value as it appears in a sentence: in quotes, on one line whatever it holds. */
export const quoted = (value: string): string => JSON.stringify(value);
