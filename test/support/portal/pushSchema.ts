import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { Payload } from 'payload';

/** Makes the tables of a config in an empty database. A production build of the CMS's adapter no longer does. */
export const pushSchema = async ({ db }: Payload): Promise<void> => {
  const { requireDrizzleKit, schema, drizzle, schemaName } = db as unknown as PostgresAdapter;
  const schemas = schemaName ? [schemaName] : undefined;
  const { apply } = await requireDrizzleKit().pushSchema(schema, drizzle, schemas);
  await apply();
};
