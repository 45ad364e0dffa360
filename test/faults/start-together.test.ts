import { it, onTestFinished, vi } from 'vitest';
import { createDatabase } from '../support/payload.ts';
import { openApp, prepareDatabase } from './app.ts';
import { indexesAreMade, makeDataDir, recovers } from './observe.ts';

vi.setConfig({ testTimeout: 90_000 });

it('makes the log’s indexes where several start at once, none waiting for another', async () => {
  const app = { databaseUrl: await createDatabase(), dataDir: makeDataDir() };
  await prepareDatabase(app);
  const portals = await Promise.all([openApp(app), openApp(app), openApp(app)]);
  onTestFinished(async () => {
    await Promise.all(portals.map((payload) => payload.destroy()));
  });
  await recovers(() => indexesAreMade(app.databaseUrl));
});
