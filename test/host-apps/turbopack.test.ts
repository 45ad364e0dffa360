import { beforeAll } from 'vitest';
import { turbopack } from '../package/kinds.ts';
import { describeClientPages } from './clientPages.ts';
import { describeDatabaseAway } from './databaseAway.ts';
import { makeHost, prepareHost, serveHost } from './host.ts';
import { describeOwnParts } from './ownParts.ts';
import { describeRefusedCommits } from './refusedCommits.ts';
import { describeStop, describeWork } from './work.ts';

/** For `npm run compat`, which puts another Next in its place. */
const host = makeHost(turbopack);

beforeAll(async () => {
  await prepareHost(host);
  await serveHost(host);
}, 1_800_000);

describeWork(host);
describeOwnParts(host);
describeClientPages(host);
describeRefusedCommits(host);
describeStop(host);
describeDatabaseAway(host);
