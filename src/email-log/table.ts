import type { Payload } from 'payload';
import { postgresOf } from '../database/pool.ts';
import { quote } from '../database/quote.ts';

/** The log's table, quoted for SQL, in the schema the app's adapter uses. */
export const emailLogTable = (payload: Payload, slug: string): string => {
  const { schemaName, tableNameMap } = postgresOf(payload);
  const defaultName = slug.replaceAll('-', '_');
  const name = tableNameMap.get(defaultName) ?? defaultName;
  return schemaName ? `${quote(schemaName)}.${quote(name)}` : quote(name);
};
