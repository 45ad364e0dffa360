import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { isRoot } from './embedded-postgres/account.ts';
import { ownDatabase } from './embedded-postgres/owner.ts';
import type { PortalEnvironment } from './environment.ts';
import type { Lifecycle } from './lifecycle.ts';
import { databaseURLOf, dataDirectoryOf } from './runtime.ts';
import { StartError } from './startError.ts';

/** Prepares the data folder and returns the database's URL, after starting the embedded one if it is used. */
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

/**
 * Makes the data folder, closed to others. A folder of another user, shared on purpose, keeps its mode.
 *
 * @param options.passable other users may enter, but not list the folder. As root the embedded database runs as
 * another user, whose files lie below.
 * @throws StartError if it cannot be made or written to
 */
export const prepareDataFolder = (
  path: string,
  { passable = false }: { readonly passable?: boolean } = {},
): void => {
  const mode = passable ? 0o711 : 0o700;
  try {
    mkdirSync(path, { recursive: true, mode });
    accessSync(path, constants.W_OK | constants.X_OK);
    const { mode: found, uid } = statSync(path);
    const isOurs = [uid, 0].includes(process.getuid?.() ?? uid);
    if (isOurs && (found & 0o777) !== mode) chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`PORTAL_DATA_DIR: the folder ${path} cannot be created or written to (${code}).`, {
      cause: error,
    });
  }
};
