import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { Payload } from 'payload';

/** Makes the tables of a config in an empty database. A production build of the CMS's adapter no longer does. */
export const pushSchema = async ({ db }: Payload): Promise<void> => {
  const { requireDrizzleKit, schema, drizzle } = db as unknown as PostgresAdapter;
  const { apply } = await requireDrizzleKit().pushSchema(schema, drizzle);
  await apply();
};
