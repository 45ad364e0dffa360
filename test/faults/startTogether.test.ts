import { expect, it, onTestFinished, vi } from 'vitest';
import { query } from '../support/portal/payload.ts';
import { makeDataDir, recovers } from './observe.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { openApp } from './programs/app.ts';

vi.setConfig({ testTimeout: 240_000 });

it('makes the log’s indexes if several start at once, none waiting for another', async () => {
  const app = { databaseUrl: await createPreparedDatabase({ withIndexes: false }), dataDir: makeDataDir() };
  const portals = await Promise.all([openApp(app), openApp(app), openApp(app)]);
  onTestFinished(async () => {
    await Promise.all(portals.map((payload) => payload.destroy()));
  });
  await recovers(async () => {
    const indexes = await query(
      app.databaseUrl,
      `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid
       and c.relname in ('email_log_failed_idx', 'email_log_to_search_idx', 'email_log_subject_search_idx')`,
    );
    expect(indexes).toHaveLength(3);
  });
});
