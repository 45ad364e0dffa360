import { makeThrowAwayFolder } from '../../src/demo/portal.ts';
import { ownDatabase } from '../../src/server/embedded-postgres/owner.ts';
import type { Scope } from './scope.ts';

/** Starts a PostgreSQL of the bench's own, with the settings of the embedded one, and returns its URL. */
export const startDatabase = async ({ signal, onEnd }: Scope): Promise<string> => {
  const folder = makeThrowAwayFolder();
  onEnd(folder.remove);
  const database = await ownDatabase({
    dataDirectory: folder.path,
    signal,
    onLost: (reason) => console.error(`The bench's database is gone: ${reason.message}`),
  });
  onEnd(() => database.stop());
  return database.url;
};
