import { prepareDataFolder } from './dataFolder.ts';
import { isRoot } from './embedded-postgres/account.ts';
import { ownDatabase } from './embedded-postgres/owner.ts';
import type { PortalEnvironment } from './environment.ts';
import type { Lifecycle } from './lifecycle.ts';
import { databaseURLOf, dataDirectoryOf } from './runtime.ts';

/** Prepares the data folder and answers with the database's URL, after starting the embedded one if it is used. */
export const openDatabase = async (
  environment: PortalEnvironment,
  { signal, onStop, fail }: Lifecycle,
): Promise<string> => {
  const dataDirectory = dataDirectoryOf(environment);
  const given = databaseURLOf(environment);
  const passable = given === null && isRoot();
  prepareDataFolder(environment.dataDirectory, { passable });
  prepareDataFolder(dataDirectory, { passable });
  if (given !== null) return given;
  const database = await ownDatabase({ dataDirectory, signal, onLost: fail });
  process.once('exit', database.stopAtOnce);
  onStop(() => database.stop());
  return database.url;
};
