import { createFilledDatabase } from '../support/portal/payload.ts';
import { type AppOptions, prepareDatabase } from './programs/app.ts';

/** Makes a database as `prepareDatabase` does, on the server that all tests share. */
export const createPreparedDatabase = ({
  idType = 'serial',
  withIndexes = true,
}: Pick<AppOptions, 'idType'> & { readonly withIndexes?: boolean } = {}): Promise<string> =>
  createFilledDatabase(`prepared ${idType} ${withIndexes ? 'with' : 'without'} indexes`, (databaseUrl) =>
    prepareDatabase({ databaseUrl, dataDir: '.', idType }, { withIndexes }),
  );
