import type { Payload } from 'payload';
import { postgresOf } from './pool.ts';
import { quote } from './statement.ts';

/** A collection's table, quoted for SQL, in the schema that the app's adapter uses. */
export const tableOf = (payload: Payload, slug: string): string =>
  qualified(payload, tableNameOf(payload, slug));

/** The table that holds a collection's relationships to many. */
export const relationsTableOf = (payload: Payload, slug: string): string => {
  const { relationshipsSuffix = '_rels' } = postgresOf(payload);
  return qualified(payload, `${tableNameOf(payload, slug)}${relationshipsSuffix}`);
};

/** The column of such a table that holds the ids of one collection. */
export const relationColumnOf = (payload: Payload, slug: string): string =>
  quote(`${tableNameOf(payload, slug)}_id`);

/** The table that holds the rows of an array field of a collection. */
export const arrayTableOf = (payload: Payload, slug: string, field: string): string =>
  qualified(payload, `${tableNameOf(payload, slug)}_${field}`);

/** The column of a field that a collection's row holds, quoted for SQL. */
export const columnOf = (payload: Payload, slug: string, field: string): string => {
  const column: unknown = Reflect.get(Object(postgresOf(payload).tables[tableNameOf(payload, slug)]), field);
  return quote(String(Reflect.get(Object(column), 'name')));
};

const qualified = (payload: Payload, name: string): string => {
  const { schemaName } = postgresOf(payload);
  return schemaName ? `${quote(schemaName)}.${quote(name)}` : quote(name);
};

/** The adapter knows tables by the names that it would give them. The app may have given others. */
export const tableNameOf = (payload: Payload, slug: string): string => {
  const defaultName = snakeCase(slug);
  return postgresOf(payload).tableNameMap.get(defaultName) ?? defaultName;
};

/** Writes a slug as `to-snake-case` does, which the adapter uses. Capitals divide words only if nothing else does. */
const snakeCase = (slug: string): string => {
  const divided = /[-_]/.test(slug)
    ? slug.replace(/[-_]+/g, '_')
    : slug.replace(/(.)([A-Z]+)/g, (_, before: string, capitals: string) => [before, ...capitals].join('_'));
  return divided.toLowerCase();
};
