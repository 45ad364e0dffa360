import { getPayload } from 'payload';
import { buildPeer } from './peerBuild.ts';
import type { Scope } from './scope.ts';
import { serveNext } from './servedPortal.ts';

/** Serves the CMS with one bare collection by `next start`, and returns its address. */
export const serveBarePeer = async (databaseURL: string, scope: Scope): Promise<string> => {
  const tree = await buildPeer('create', scope);
  await makeTables(databaseURL);
  return serveNext({ DATABASE_URL: databaseURL }, scope, { tree });
};

/** Outside of production the CMS makes its tables when it starts. */
const makeTables = async (databaseURL: string): Promise<void> => {
  process.env.DATABASE_URL = databaseURL;
  const { default: config } = await import('../peers/create/payload.config.ts');
  const payload = await getPayload({ config, disableOnInit: true, key: 'bare peer' });
  await payload.destroy();
};
