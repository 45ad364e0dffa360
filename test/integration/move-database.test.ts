import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLocalReq } from 'payload';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { enqueue } from '../../src/queue/jobs.ts';
import type { Queue } from '../../src/queue/queue.ts';
import { clientOf, keyClient, sessionOf } from '../support/api.ts';
import { query, startPortal, stopAfterTest } from '../support/payload.ts';
import { createPeople } from '../support/people.ts';

/** A PostgreSQL that is no newer than the `pg_dump` at hand: the tests' own brings none. */
const server = process.env.MOVE_TEST_POSTGRES ?? inject('databaseUrl');

/** The major version of `pg_dump`; null where there is none. */
const dumpVersion = (): number | null => {
  try {
    return Number(/ (\d+)\./.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return null;
  }
};

const [found] = await query<{ version: string }>(server, 'show server_version_num').then((rows) =>
  rows.map((row) => ({ version: Object.values(row)[0] as string })),
);
const canMove = (dumpVersion() ?? 0) >= Math.floor(Number(found?.version) / 10_000);

const makeDatabase = async (name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
};

it.runIf(canMove)('the commands of docs/operators.md move everything to another PostgreSQL', async () => {
  const suffix = Date.now();
  const [OLD, NEW] = [await makeDatabase(`old_${suffix}`), await makeDatabase(`new_${suffix}`)];
  const options = { portal: { workers: 'external' } } as const;
  const old = await startPortal({ ...options, databaseUrl: OLD });
  const { administrator, organization } = await createPeople(old);
  const key = await keyClient(old, administrator, { owner: administrator });
  const ticket = { subject: 'The VPN is slow', organization_id: String(organization) };
  const { body: made } = await key.post('/v1/tickets', ticket, { 'Idempotency-Key': 'once' });
  await old.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello', text: 'Hello' }).catch(() => {});
  const errands: Queue<object> = { name: 'errands', leaseSeconds: 40 };
  await enqueue(await createLocalReq({}, old.payload), errands, { for: 'later' });
  await old.stop();

  const [, block = ''] =
    /## From the embedded.*?```sh\n(.*?)```/s.exec(readFileSync('docs/operators.md', 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'move-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { PATH = '' } = process.env;
  const env = { PATH, OLD, NEW } as unknown as NodeJS.ProcessEnv;
  await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${block}`], { cwd: folder, env });

  const moved = stopAfterTest(await startPortal({ ...options, databaseUrl: NEW }));
  const again = clientOf(moved, key.authorization);
  expect((await again.get(`/v1/tickets/${made.id}`)).body).toEqual(made);
  const repeated = await again.post('/v1/tickets', ticket, { 'Idempotency-Key': 'once' });
  expect(repeated.headers.get('Idempotent-Replayed')).toBe('true');
  const log = await sessionOf(moved, administrator).get('/portal/v1/email-log?to=ann');
  expect(log.body.data).toMatchObject([{ to: 'ann@example.com', subject: 'Hello' }]);
  const jobs = await query(NEW, `select data from support_portal.job where name = 'errands'`);
  expect(jobs).toEqual([{ data: { for: 'later' } }]);
  const { body: next } = await again.post('/v1/tickets', ticket);
  expect(Number(next.id)).toBeGreaterThan(Number(made.id));
});
