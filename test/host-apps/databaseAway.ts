import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HostApp } from '../package/hostApp.ts';
import type { HostProcess } from '../package/hostProcess.ts';
import { query } from '../support/portal/payload.ts';
import { beatsOf, fetchOf, forgetWork, type Host } from './host.ts';

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

/** Stops the database, on which the portal has not worked yet. */
const takeAway = async (host: Host): Promise<void> => {
  await host.postgres.start();
  await forgetWork(host);
  await host.postgres.stop();
};

const startWithoutDatabase = async (host: Host): Promise<void> => {
  await takeAway(host);
  const { app } = host;
  const server = await supervise(app);
  onTestFinished(() => server.stop());
  // It has tried to reach the database, and has said so.
  await expect.poll(server.output, { timeout: 60_000 }).toMatch(/Ready in/);
  await expect.poll(() => statusOf(app, '/api/v1/tickets')).not.toBe(401);
  await expect.poll(server.output, { timeout: 60_000 }).toMatch(/PostgreSQL|Postgres|database/i);
};

const serves = async ({ app, postgres }: Host): Promise<void> => {
  await postgres.start();
  // A 401 is only said once the database has answered.
  await expect.poll(() => statusOf(app, '/api/v1/tickets'), withinContract).toBe(401);
  expect(await statusOf(app, '/admin/login')).toBe(200);
  await expect.poll(() => beatsOf(postgres.url)).toEqual([{ found: true }]);
};

/** To be called when the app of the other tests is stopped: they share a folder. */
export const describeDatabaseAway = (host: Host): void => {
  describe('PostgreSQL that is away', () => {
    it('while the app starts is found again when it is back, with instrumentation.ts', async () => {
      await startWithoutDatabase(host);
      await serves(host);
    }, 600_000);

    it('while the app starts is found again when it is back, without instrumentation.ts', async () => {
      // As if the app had none: Next loads it if it is there.
      rmSync(join(host.app.servedFrom, '.next/server/instrumentation.js'));
      await startWithoutDatabase(host);
      await serves(host);
    }, 600_000);

    it('is waited for by the worker at its start, which outlives its restart and ends when it is told to', async () => {
      await takeAway(host);
      const { app, postgres } = host;
      const line = 'exec node node_modules/payload/bin.js portal:worker';
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
      expect(await worker.stop()).toBe(0);
    }, 600_000);
  });
};
