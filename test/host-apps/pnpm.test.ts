import { beforeAll } from 'vitest';
import { pnpm } from '../package/kinds.ts';
import { describeDatabaseAway } from './databaseAway.ts';
import { makeHost, prepareHost, serveHost } from './host.ts';
import { describeRefusedCommits } from './refusedCommits.ts';
import { describeStop, describeWork, describeWorker } from './work.ts';

/** Built by Turbopack, served by `next start`, and each package sees only what it asks for. */
const host = makeHost(pnpm);

beforeAll(async () => {
  await prepareHost(host);
  await serveHost(host);
}, 1_800_000);

describeWork(host);
describeRefusedCommits(host);
describeWorker(host);
describeStop(host);
describeDatabaseAway(host);
