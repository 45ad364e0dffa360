/** What a database adapter says of itself: before it is made its kind, once it is made its package, too. */
interface AdapterNames {
  readonly name?: string;
  readonly packageName?: string;
}

const needed = '@payloadcms/db-postgres';

/**
 * The portal's statements and pools are those of one adapter for PostgreSQL.
 *
 * @throws an Error that says which adapter it needs
 */
export const assertPostgres = (adapter: AdapterNames | undefined): void => {
  const { name = 'postgres', packageName = needed } = adapter ?? { name: 'none' };
  if (name === 'postgres' && packageName === needed) return;
  const given = packageName === needed ? name : packageName;
  throw new Error(
    `supportPortal: \`db\` of the Payload config has to be the PostgreSQL adapter of ${needed}, and is ${given}.`,
  );
};
