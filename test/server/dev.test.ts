import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { seedDevelopment } from '../../src/demo/development.ts';
import { launchPortal, type PortalProcess, program, statusOf } from '../support/portal/portalProcess.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

// The first page is compiled while the test waits.
vi.setConfig({ testTimeout: 600_000 });

const folder = makeFolder();
let portal: PortalProcess | null = null;

afterEach(async () => {
  await portal?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The login that the program printed for a role. */
const loginOf = (role: string): { email: string; password: string } => {
  const line = new RegExp(`^ +${role} +(\\S+) +(\\S+)$`, 'm').exec(portal?.stdout() ?? '');
  return { email: line?.[1] ?? '', password: line?.[2] ?? '' };
};

/** The subjects of the tickets that a person sees who logs in as it was printed. */
const subjectsOf = async (role: string): Promise<string[]> => {
  const headers = { 'Content-Type': 'application/json' };
  const login = await fetch(`${portal?.url}/api/users/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(loginOf(role)),
  });
  const { token } = (await login.json()) as { token: string };
  const answer = await fetch(`${portal?.url}/api/tickets`, { headers: { Authorization: `JWT ${token}` } });
  const { docs } = (await answer.json()) as { docs: { subject: string }[] };
  return docs.map(({ subject }) => subject);
};

describe('npm run dev', () => {
  test('serves all over Next on a database of its own, below the data folder, which has people and tickets', async () => {
    // No one listens there: a look at the database of npm start would fail.
    const env = { PORTAL_DATA_DIR: folder, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
    portal = await launchPortal({ command: program('dev'), env });
    await portal.ready();
    expect(await statusOf(`${portal.url}/api/users/me`)).toBe(200);
    expect(existsSync(join(folder, 'dev/postgres/data'))).toBe(true);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    await portal.says('carl@globex.example');
    const seeded = await subjectsOf('client');
    expect(seeded).toHaveLength(3);
    // Each later start does this, too: it says the same logins, and seeds nothing.
    const said = vi.spyOn(console, 'log').mockImplementation(() => {});
    onTestFinished(() => said.mockRestore());
    await seedDevelopment({ address: portal.url, dataDirectory: join(folder, 'dev') });
    const { email, password } = loginOf('client');
    expect(said.mock.calls.join('\n')).toMatch(new RegExp(`^ +client +${email} +${password}$`, 'm'));
    expect(await subjectsOf('administrator')).toEqual(seeded);
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
  });
});
