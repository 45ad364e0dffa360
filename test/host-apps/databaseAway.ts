import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HostApp } from '../package/hostApp.ts';
import type { HostProcess } from '../package/hostProcess.ts';
import { query } from '../support/payload.ts';
import { makePostgresServer, type PostgresServer } from '../support/postgresServer.ts';
import { beatsOf, fetchOf, type Host } from './host.ts';

/** How long an app may take to serve again once PostgreSQL is back, by the contract. */
const withinContract = { timeout: 30_000, interval: 250 };

/** Null while no one listens. */
const statusOf = (app: HostApp, path: string): Promise<number | null> =>
  fetchOf(app)(path).then(
    ({ status }) => status,
    () => null,
  );

/** Starts an app again when it ends, as a supervisor does. */
const supervise = async (app: HostApp): Promise<{ output(): string; stop(): Promise<void> }> => {
  const started: HostProcess[] = [];
  let isOver = false;
  const keepUp = async (): Promise<void> => {
    while (!isOver) {
      const server = await app.start();
      started.push(server);
      while (!server.hasEnded() && !isOver) await new Promise((later) => setTimeout(later, 250));
    }
  };
  const kept = keepUp();
  return {
    output: () => started.map((server) => server.output()).join(''),
    stop: async () => {
      isOver = true;
      await kept;
      for (const server of started) await server.stop();
    },
  };
};

interface Away {
  readonly app: HostApp;
  readonly postgres: PostgresServer;
}

/** Stops the database, on which nobody has worked yet: the portal makes this schema at its first start. */
const takeAway = async ({ postgres }: Away): Promise<void> => {
  await postgres.start();
  await query(postgres.url, 'drop schema if exists support_portal cascade');
  await postgres.stop();
};

const startWithoutDatabase = async (away: Away): Promise<void> => {
  await takeAway(away);
  const { app } = away;
  const server = await supervise(app);
  onTestFinished(() => server.stop());
  // It has tried to reach the database, and has said so.
  await expect.poll(server.output, { timeout: 60_000 }).toMatch(/Ready in/);
  await expect.poll(() => statusOf(app, '/api/v1/tickets')).not.toBe(401);
  await expect.poll(server.output, { timeout: 60_000 }).toMatch(/PostgreSQL|Postgres|database/i);
};

const serves = async ({ app, postgres }: Away): Promise<void> => {
  await postgres.start();
  // A 401 is only said once the database has answered.
  await expect.poll(() => statusOf(app, '/api/v1/tickets'), withinContract).toBe(401);
  expect(await statusOf(app, '/admin/create-first-user')).toBe(200);
  await expect.poll(() => beatsOf(postgres.url)).toEqual([{ found: true }]);
};

/** To be called when the app of the other tests is stopped: they share a folder. */
export const describeDatabaseAway = (host: Host): void => {
  describe('PostgreSQL that is away', () => {
    let away: Away;

    // A command of the CMS takes as long as all else here, so that there is one database for all.
    beforeAll(async () => {
      const postgres = await makePostgresServer();
      away = { postgres, app: await host.app.on(postgres.url) };
      await away.app.payload('migrate');
    }, 600_000);

    afterAll(() => away?.postgres.remove());

    it('while the app starts is found again when it is back, with instrumentation.ts', async () => {
      await startWithoutDatabase(away);
      await serves(away);
    }, 600_000);

    it('while the app starts is found again when it is back, without instrumentation.ts', async () => {
      // As if the app had none: Next loads it if it is there.
      rmSync(join(host.app.servedFrom, '.next/server/instrumentation.js'));
      await startWithoutDatabase(away);
      await serves(away);
    }, 600_000);

    it('is waited for by the worker at its start, which outlives its restart', async () => {
      await takeAway(away);
      const { app, postgres } = away;
      const line = 'node node_modules/payload/bin.js portal:worker';
      const worker = await app.startShell(line, 'The support portal cannot start');
      onTestFinished(async () => void (await worker.stop()));
      await postgres.start();
      await expect.poll(worker.output, withinContract).toContain('The worker of the support portal runs.');
      await postgres.stop();
      await expect.poll(worker.output).toContain('A connection to PostgreSQL broke');
      await sleep(3_000);
      expect(worker.hasEnded()).toBe(false);
      await postgres.start();
      await query(
        postgres.url,
        `insert into support_portal.jobs (queue, data, due_at) values ('webhook-notices', '{"webhook": 0}', now())`,
      );
      await expect
        .poll(() => query(postgres.url, 'select 1 from support_portal.jobs'), withinContract)
        .toEqual([]);
    }, 600_000);
  });
};
