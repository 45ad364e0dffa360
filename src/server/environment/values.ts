/** The environment as Node hands it over. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A variable's text, or null if it is unset or empty. */
export const text = (variables: Variables, name: string): string | null => {
  const value = variables[name]?.trim();
  return value ? value : null;
};

/** A secret is taken as it is: white space at its ends may belong to it. */
export const secretText = (variables: Variables, name: string): string | null => variables[name] || null;

interface IntegerRange {
  readonly fallback: number;
  readonly min: number;
  readonly max?: number;
}

export const integer = (variables: Variables, name: string, { fallback, min, max }: IntegerRange): number => {
  const value = text(variables, name);
  if (value === null) return fallback;
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  const top = max ?? Number.MAX_SAFE_INTEGER;
  if (!(number >= min && number <= top)) {
    const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
    throw new EnvironmentError(name, `is ${quoted(value)}, but must be a whole number ${range}`);
  }
  return number;
};

/** A URL of one of the schemes, or null if the variable is unset. Its text never shows in an error: it may hold a password. */
export const url = (variables: Variables, name: string, schemes: readonly string[]): URL | null => {
  const value = text(variables, name);
  if (value === null) return null;
  const expected = schemes.map((scheme) => `${scheme}://`).join(' or ');
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || !schemes.includes(parsed.protocol.slice(0, -1))) {
    throw new EnvironmentError(name, `is not a valid URL that begins with ${expected}`);
  }
  if (![parsed.username, parsed.password].every(isPercentEncoded)) {
    throw new EnvironmentError(
      name,
      'has a user or password with a "%" that is not percent-encoded (write %25)',
    );
  }
  return parsed;
};

/** An http(s) URL without credentials, query or fragment, and without a slash at its end. */
export const httpAddress = (variables: Variables, name: string): string | null => {
  const address = url(variables, name, ['https', 'http']);
  if (address === null) return null;
  if (address.username || address.password)
    throw new EnvironmentError(name, 'must not contain a user or a password');
  if (/[?#]/.test(address.href)) throw new EnvironmentError(name, 'must not have a query or a fragment');
  return address.href.replace(/\/+$/, '');
};

const isPercentEncoded = (part: string): boolean => {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
};

/** A variable of the environment that stops the start. The message is one sentence, names the variable and shows no secret. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly variable: string;

  /** @param reason the problem and the expected form, without the variable's name and without a full stop */
  constructor(variable: string, reason: string) {
    super(`${variable} ${reason}.`);
    this.variable = variable;
  }
}

/** A value as it appears in a sentence: in quotes and on one line. */
export const quoted = (value: string): string => JSON.stringify(value);
