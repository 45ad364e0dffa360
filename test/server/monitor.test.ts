import { expect, inject, it, onTestFinished } from 'vitest';
import { monitorDatabase } from '../../src/server/database/availability.ts';
import { holdUp } from '../support/holdUp.ts';
import { makePostgresServer } from '../support/servers/postgresServer.ts';

/** Longer than the monitor waits for an answer. */
const longWork = 2_200;

const workHard = (): void => holdUp(longWork);

const watch = (url: string) => {
  const reasons: unknown[] = [];
  const monitor = monitorDatabase({ url, onAway: (reason) => reasons.push(reason), onBack: () => {} });
  onTestFinished(monitor.close);
  return { monitor, reasons };
};

it('does not take a process that is busy for a database that is away', async () => {
  const { monitor, reasons } = watch(inject('databaseUrl'));
  for (const ask of [monitor.verify, () => monitor.check(0)]) {
    expect(await ask()).toBe(true);
    const answer = ask();
    setImmediate(workHard);
    expect(await answer).toBe(true);
  }
  expect(reasons).toEqual([]);
});

it('does not take one that is busy twice in a row for it, either', async () => {
  const { monitor, reasons } = watch(inject('databaseUrl'));
  expect(await monitor.verify()).toBe(true);
  const answer = monitor.check(0);
  setImmediate(() => {
    // Its second work begins while the second try connects.
    setTimeout(workHard, longWork + 1);
    workHard();
  });
  expect(await answer).toBe(true);
  expect(reasons).toEqual([]);
});

it('knows a database that does not answer, however busy the process is', async () => {
  const server = await makePostgresServer();
  onTestFinished(server.remove);
  onTestFinished(server.thaw);
  const { monitor, reasons } = watch(server.url);
  expect(await monitor.verify()).toBe(true);
  server.freeze();
  const answer = monitor.verify();
  setImmediate(workHard);
  expect(await answer).toBe(false);
  expect(reasons).toHaveLength(1);
});
