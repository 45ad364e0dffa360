import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bytesOnDisk } from '../support/api/files.ts';
import { sendRest } from '../support/api/uploads.ts';
import { query } from '../support/portal/payload.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { compilePrograms, killRounds } from './processes.ts';
import { startUploads, tusClientAt, type UploadsServer } from './uploadsServer.ts';

beforeAll(compilePrograms);

// Each round starts a process.
vi.setConfig({ testTimeout: 120_000 * (killRounds + 1) });

const megabyte = 1024 * 1024;
const content = randomBytes(6 * megabyte + 5);
const dataDir = mkdtempSync(join(tmpdir(), 'portal-large-uploads-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (databaseUrl: string): Promise<UploadsServer> =>
  startUploads({
    databaseUrl,
    dataDir,
    // A process that was killed while it made a file leaves it to the next one's worker.
    portal: { files: { maxBytes: megabyte }, rateLimit: { perMinute: 0 }, workers: 'inline' },
  });

it('a large upload becomes a file once, whatever is killed', async () => {
  const databaseUrl = await createPreparedDatabase();
  let server = await start(databaseUrl);
  const { key, folder } = server;
  const metadata = { filename: 'plan.bin', target: `file:${folder}` };
  const begin = () => tusClientAt(server, key).begin({ size: content.length, metadata });
  const stateOf = async (location: string) => {
    const id = location.split('/').at(-1);
    const sql = `select state from support_portal.uploads where id = '${id}'`;
    return (await query<{ state: string }>(databaseUrl, sql))[0]?.state;
  };
  const locations: string[] = [];
  for (let round = 0; round < killRounds; round += 1) {
    const { body, headers } = await begin();
    expect(body.status).toBe('open');
    const location = headers.get('Location') ?? '';
    locations.push(location);
    const sending = sendRest(tusClientAt(server, key), location, content).catch(() => {});
    // While the file is being made, however slow the machine is, or in the middle of a chunk.
    if (round % 2 === 1) await expect.poll(() => stateOf(location), { interval: 5 }).not.toBe('open');
    else await sleep(Math.random() * 150);
    await server.child.kill('SIGKILL');
    await sending;
    server = await start(databaseUrl);
    await sendRest(tusClientAt(server, key), location, content);
  }
  const done = tusClientAt(server, key);
  for (const location of locations)
    await expect
      .poll(async () => (await done.read(location)).body.status, { timeout: 60_000 })
      .toBe('complete');
  const rows = await query<{ filename: string; name: string }>(
    databaseUrl,
    'select filename, name from files',
  );
  expect(rows.map(({ name }) => name)).toEqual(locations.map(() => 'plan.bin'));
  await expect.poll(() => bytesOnDisk({ dataDir }), { timeout: 60_000 }).toMatchObject({ waiting: [] });
  expect(bytesOnDisk({ dataDir }).stored).toHaveLength(locations.length);
  await expect.poll(() => readdirSync(join(dataDir, 'uploads-open')), { timeout: 60_000 }).toEqual([]);
  for (const location of locations) {
    const { body } = await done.read(location);
    const file = await fetch(`http://127.0.0.1:${server.port}/api/v1/files/${body.file_id}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { download_url } = (await file.json()) as { download_url: string };
    const { pathname, search } = new URL(download_url);
    const bytes = await fetch(`http://127.0.0.1:${server.port}${pathname}${search}`);
    const hash = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');
    expect(hash(new Uint8Array(await bytes.arrayBuffer()))).toBe(hash(content));
  }
});
