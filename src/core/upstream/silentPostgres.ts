import type { PostgresAdapter } from '@payloadcms/db-postgres';
import type { BaseDatabaseAdapter } from 'payload';
import { within } from '../shared/concurrency/within.ts';

/** Longest time for PostgreSQL to accept the first connection, in milliseconds. */
const longest = 10_000;

/**
 * Upstream: the CMS's pool waits forever for a connection that PostgreSQL accepts and never responds to, or whose packets
 * are dropped, and so does every request. No report is known.
 * Goes when: the adapter gives its pool a `connectionTimeoutMillis`.
 *
 * Makes a start of Payload fail then. After a failed start Payload tries again.
 */
export const giveUpOnSilence = (adapter: BaseDatabaseAdapter): void => {
  const { connect } = adapter;
  adapter.connect = async (...options) => {
    if (await isSilent(adapter as unknown as PostgresAdapter))
      throw new Error(`PostgreSQL does not respond within ${longest / 1_000} s.`);
    await connect?.apply(adapter, options);
  };
};

/** The CMS reports any other failure. */
const isSilent = async ({ pg, poolOptions }: PostgresAdapter): Promise<boolean> => {
  // The driver's own limit, which comes later, closes the socket.
  const client = new pg.Client({ ...poolOptions, connectionTimeoutMillis: longest + 1_000 });
  client.on('error', () => {});
  const connecting = client.connect().then(
    () => false,
    () => false,
  );
  const isLate = await within(connecting, longest, true);
  void connecting.then(() => client.end());
  return isLate;
};
