/** The `where` of a statement under construction. */
export interface Conditions {
  readonly parameters: readonly unknown[];
  /** Adds a condition; `?` stands for its value. Nothing if the value is undefined. */
  add(sql: string, value?: unknown): Conditions;
  /** Adds only a value, and returns its `$n`. */
  parameter(value: unknown): string;
  readonly sql: string;
}

export const buildConditions = (): Conditions => {
  const parameters: unknown[] = [];
  const parts: string[] = [];
  const conditions: Conditions = {
    parameters,
    parameter: (value) => `$${parameters.push(value)}`,
    add(sql, ...values) {
      if (values.length === 0) parts.push(sql);
      else if (values[0] !== undefined) parts.push(sql.replaceAll('?', conditions.parameter(values[0])));
      return conditions;
    },
    get sql() {
      return parts.length > 0 ? `where ${parts.join(' and ')}` : '';
    },
  };
  return conditions;
};

/** A pattern of `like` in which `%`, `_` and `\` mean themselves; undefined if there is nothing to look for. */
export const containing = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
