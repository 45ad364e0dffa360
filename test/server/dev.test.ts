import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { launchPortal, type PortalProcess, program, statusOf } from '../support/portalProcess.ts';
import { makeFolder } from '../support/postgresServer.ts';

// The first page is compiled while the test waits.
vi.setConfig({ testTimeout: 600_000 });

const folder = makeFolder();
let portal: PortalProcess | null = null;

afterEach(async () => {
  await portal?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run dev', () => {
  test('serves all over Next on a database of its own, below the data folder', async () => {
    // Nobody listens there: a look at the database of npm start would fail.
    const env = { PORTAL_DATA_DIR: folder, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
    portal = await launchPortal({ command: program('dev'), env });
    await portal.ready();
    expect(await statusOf(`${portal.url}/api/users/me`)).toBe(200);
    expect(existsSync(join(folder, 'dev/postgres/data'))).toBe(true);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
  });
});
