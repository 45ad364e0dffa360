import type { Payload } from 'payload';
import { postgresOf } from './pool.ts';
import { quote } from './quote.ts';

/** A collection's table, quoted for SQL, in the schema that the app's adapter uses. */
export const tableOf = (payload: Payload, slug: string): string => {
  const { schemaName, tableNameMap } = postgresOf(payload);
  const defaultName = slug.replaceAll('-', '_');
  const name = tableNameMap.get(defaultName) ?? defaultName;
  return schemaName ? `${quote(schemaName)}.${quote(name)}` : quote(name);
};

/** The table that holds a collection's relationships to many. */
export const relationsTableOf = (payload: Payload, slug: string): string =>
  tableOf(payload, slug).replace(/"$/, '_rels"');

/** A column of a name made from a slug. */
export const columnOf = (name: string): string => quote(name.replaceAll('-', '_'));
