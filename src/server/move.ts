import { connectPayload } from './connectPayload.ts';
import { whyUnreachable } from './database/probe.ts';
import { changedSecret, judgeSecret, lostSecret, storedFingerprint } from './database/settleSecret.ts';
import { withStartLock } from './database/startLock.ts';
import { clusterPath, readConnection } from './embedded-postgres/connection.ts';
import { ownDatabase } from './embedded-postgres/owner.ts';
import { type PortalEnvironment, readEnvironment } from './environment.ts';
import type { Lifecycle } from './lifecycle.ts';
import { copyRows } from './move/copyRows.ts';
import { prepareSchema } from './move/prepareSchema.ts';
import { assertAlone, inSnapshot } from './move/snapshot.ts';
import { resolveRuntime } from './runtime.ts';
import { StartError } from './startError.ts';

/** `npm run move`: brings all that the embedded database holds into the one that `DATABASE_URL` names, in one transaction. */
export const move = async ({ signal, onStop, fail }: Lifecycle): Promise<void> => {
  const environment = readEnvironment(process.env);
  const { dataDirectory } = environment;
  const target = await targetOf(environment);
  if (readConnection(clusterPath(dataDirectory)) === null)
    throw new StartError(`There is no embedded database in ${dataDirectory}, so there is nothing to move.`);
  const embedded = await ownDatabase({ dataDirectory, signal, onLost: fail });
  process.once('exit', embedded.stopAtOnce);
  onStop(embedded.stop);
  await assertSecret(environment, embedded.url);
  const payload = await connectPayload();
  const { tables, rows } = await inSnapshot(embedded.url, (source) =>
    withStartLock(target, signal, async (client) => {
      await prepareSchema({ payload, source });
      const moved = await copyRows({ source, target: client, signal });
      // A worker that waited for the database has found it again meanwhile.
      await assertAlone(source);
      return moved;
    }),
  );
  await embedded.stop();
  console.log(`Moved ${rows} rows of ${tables} tables. Start the portal with this DATABASE_URL from now on.`);
};

const targetOf = async ({ databaseURL }: PortalEnvironment): Promise<string> => {
  if (databaseURL === null)
    throw new StartError(
      'DATABASE_URL is unset: set it to the empty database that everything is to move to.',
    );
  const reason = await whyUnreachable(databaseURL);
  if (reason === null) return databaseURL;
  throw new StartError(`DATABASE_URL names a database that does not respond: ${reason}.`);
};

/** Checks that the secret is the database's own, because encrypted data moves as it is. */
const assertSecret = async (environment: PortalEnvironment, source: string): Promise<void> => {
  const current = resolveRuntime(environment).secret || null;
  const verdict = judgeSecret({ stored: await storedFingerprint(source), current, previous: null });
  if (verdict === 'changed') throw changedSecret();
  if (verdict !== 'keep') throw lostSecret();
};
