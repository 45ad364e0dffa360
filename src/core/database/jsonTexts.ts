/**
 * The texts within a JSON value, as a part of `from` with the column `text`. Each is as it was given: in a JSON document itself,
 * escapes such as `\n` stand between its words, and an expression would take their letters for the text's.
 */
export const textsWithinSql = (json: string): string =>
  `(select one #>> '{}' as text from jsonb_path_query(${json}, 'strict $.**') one where jsonb_typeof(one) = 'string') texts`;
