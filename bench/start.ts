import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { makeThrowAwayFolder } from '../src/demo/portal.ts';
import { freePort } from '../src/demo/variables.ts';
import { ownDatabase } from '../src/server/embedded-postgres/owner.ts';
import type { Bench } from './bench.ts';
import { compare } from './support/rounds.ts';
import type { Scope } from './support/scope.ts';
import { type StartedServer, startAndStop } from './support/server.ts';

const rounds = 7;
const portalProgram = fileURLToPath(new URL('../src/server/start.mjs', import.meta.url));
const nextProgram = createRequire(import.meta.url).resolve('next/dist/bin/next');

/** Time of a start, compared to that of Next alone; npm's own share is the same for both and left out. */
export const start: Bench = {
  about:
    'from the start to ready, on a built tree with an existing database ÷ `next start` of the same tree alone, to the first page (the login), its database running',
  async run(scope) {
    const folder = makeThrowAwayFolder();
    scope.onEnd(folder.remove);
    await startPortal(folder.path, scope);
    await startNext(folder.path, scope);
    const { measured, baseline, ratio, spread } = await compare({
      rounds,
      measured: async () => assertBuilt(await startPortal(folder.path, scope)),
      baseline: async () => (await startNext(folder.path, scope)).readyAfterMs,
    });
    return [
      {
        figures: [
          { label: 'npm start, median', value: measured, unit: 'ms' },
          { label: 'next start, median', value: baseline, unit: 'ms' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atMost: 1.3 },
      },
    ];
  },
};

const startPortal = async (dataDirectory: string, scope: Scope): Promise<StartedServer> => {
  const port = await freePort();
  return startAndStop(
    {
      args: ['--conditions=production', portalProgram],
      variables: {
        PORT: String(port),
        PORTAL_DATA_DIR: dataDirectory,
        PORTAL_ADMIN_EMAIL: 'admin@acme.example',
        PORTAL_ADMIN_PASSWORD: 'a password of the bench',
      },
      url: `http://127.0.0.1:${port}/api/health`,
    },
    scope,
  );
};

/** Next does not start the embedded database; that it runs already is in Next's favour. */
const startNext = async (dataDirectory: string, scope: Scope): Promise<StartedServer> => {
  const database = await ownDatabase({ dataDirectory, signal: scope.signal, onLost: () => {} });
  try {
    const port = await freePort();
    const args = [nextProgram, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
    return await startAndStop(
      {
        args,
        variables: { PORTAL_DATA_DIR: dataDirectory, PORT: String(port) },
        url: `http://127.0.0.1:${port}/admin/login`,
      },
      scope,
    );
  } finally {
    await database.stop();
  }
};

const assertBuilt = ({ readyAfterMs, output }: StartedServer): number => {
  if (/Compiling|Building/.test(output)) throw new Error('The tree changed during the bench: run it again.');
  return readyAfterMs;
};
