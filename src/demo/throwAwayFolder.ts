import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '../server/embedded-postgres/account.ts';
import { clusterPath } from '../server/embedded-postgres/connection.ts';
import { stopServer } from '../server/embedded-postgres/postmaster.ts';
import { prepareDataFolder } from '../server/openDatabase.ts';

interface ThrowAwayFolder {
  readonly path: string;
  /** Removes it with everything that a portal created there: also a database that still runs, or is kept elsewhere. */
  remove(): Promise<void>;
}

/** A new data folder, to be deleted at the end. */
export const makeThrowAwayFolder = (): ThrowAwayFolder => {
  const path = mkdtempSync(join(tmpdir(), 'portal-'));
  prepareDataFolder(path, { passable: isRoot() });
  return {
    path,
    async remove() {
      const cluster = clusterPath(path);
      const places = existsSync(cluster) ? [realpathSync(cluster), path] : [path];
      await stopServer(join(places[0] ?? path, 'data'));
      for (const place of places) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
