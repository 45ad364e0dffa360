import { beforeAll, describe, expect, it } from 'vitest';
import { pnpm } from '../package/kinds.ts';
import { describeClientPages } from './clientPages.ts';
import { describeCommands } from './commands.ts';
import { describeDatabaseAway } from './databaseAway.ts';
import { makeHost, serveHost } from './host.ts';
import { describeOwnParts } from './ownParts.ts';
import { describeRefusedCommits } from './refusedCommits.ts';
import { describeStop, describeWork } from './work.ts';

/** Each package sees only what it asks for. */
const host = makeHost(pnpm);

describeCommands(host);

describe('built from what the commands made, and served from its own folder', () => {
  beforeAll(() => serveHost(host), 1_800_000);

  it('has a proxy, which leads its own pages to a language', async () => {
    const { origin, url } = host.app;
    const response = await fetch(`${url}/prices`, { redirect: 'manual' });
    expect(new URL(response.headers.get('Location') ?? '', origin).href).toBe(`${url}/en/prices`);
  });

  describeWork(host);
  describeOwnParts(host);
  describeClientPages(host);
  describeRefusedCommits(host);
  describeStop(host);
  describeDatabaseAway(host);
});
