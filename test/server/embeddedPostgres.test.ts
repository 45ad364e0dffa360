import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findBinaries } from '../../src/server/embedded-postgres/binaries.ts';
import { initializeDatabase } from '../../src/server/embedded-postgres/cluster.ts';
import { type OwnedDatabase, ownDatabase } from '../../src/server/embedded-postgres/owner.ts';
import { holdUp } from '../support/holdUp.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let owned: OwnedDatabase[];
let lost: Error[];

beforeEach(() => {
  folder = makeFolder();
  owned = [];
  lost = [];
});

afterEach(async () => {
  for (const database of owned) await database.stop();
  // On a busy machine a process of the database may still end. `rmSync` would not look again at what it has written meanwhile.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const own = async (dataDirectory = folder): Promise<OwnedDatabase> => {
  const { signal } = new AbortController();
  const database = await ownDatabase({ dataDirectory, signal, onLost: (reason) => lost.push(reason) });
  owned.push(database);
  return database;
};

const query = async (url: string, sql: string): Promise<unknown> => {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
};

const serverPid = (): number =>
  Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

type Method = (...parameters: unknown[]) => unknown;
const prototype = Client.prototype as unknown as Record<'connect' | 'query', Method>;

const eventually = async (work: () => Promise<unknown>): Promise<unknown> => {
  for (const deadline = Date.now() + 15_000; ; await sleep(50)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};

describe('the embedded database', () => {
  test('is made once, and keeps its address and its data over a stop', async () => {
    const first = await own();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
    const second = await own();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select answer from kept')).toBe(42);
  });

  test('listens on this machine alone, with a password and a port that no one else knows', async () => {
    const { url } = await own();
    expect(await query(url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await query(url, 'show unix_socket_directories')).toBe('');
    expect(await query(url, 'show fsync')).toBe('on');
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(folder, 'postgres/connection.json')).mode & 0o777).toBe(0o600);
  });

  test('knows upper and lower case in every script', async () => {
    const { url } = await own();
    expect(await query(url, "select 'ÄRGER ЖУК' ilike '%ärger жук%'")).toBe(true);
  });

  test('has one owner: of two that start at once, the other is told so', async () => {
    const outcomes = await Promise.allSettled([own(), own()]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('in use'),
    });
  });

  test('is started again when its server is killed, and its owner stays the owner', async () => {
    const { url } = await own();
    process.kill(serverPid(), 'SIGKILL');
    expect(await eventually(() => query(url, 'select 1'))).toBe(1);
    const locks = () =>
      query(url, `select count(*)::int from pg_locks where locktype = 'advisory' and granted`);
    await eventually(async () => expect(await locks()).toBe(1));
    await expect(own()).rejects.toThrow('in use');
    expect(lost).toEqual([]);
  });

  test.each(['connect', 'query'] as const)(
    'is owned, though the process is too busy to %s in time while it starts',
    async (method) => {
      await (await own()).stop();
      const called: string[] = [];
      const follow = (name: 'connect' | 'query') => {
        const work: Method = prototype[name];
        const spy = vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...parameters) {
          // Once the server has been found, by a query; the timers are due before the next answer is read.
          if (called.includes('query') && name === method && !called.includes('work')) {
            called.push('work');
            setImmediate(() => holdUp(2_200));
          }
          called.push(name);
          return work.apply(this, parameters);
        });
        onTestFinished(() => spy.mockRestore());
      };
      follow('connect');
      follow('query');
      const { url } = await own();
      expect(called).toContain('work');
      expect(await query(url, 'select 1')).toBe(1);
    },
  );

  test('starts over the lock of a dead server whose process id is some other program by now', async () => {
    const first = await own();
    const lock = join(folder, 'postgres/data/postmaster.pid');
    const content = readFileSync(lock, 'utf8');
    await first.stop();
    writeFileSync(lock, content.replace(/^\d+/, String(process.pid)));
    expect(await query((await own()).url, 'select 1')).toBe(1);
  });

  test('takes another port if its own is taken', async () => {
    const first = await own();
    await first.stop();
    const intruder = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(intruder, 'listening');
    const second = await own();
    expect(second.url).not.toBe(first.url);
    expect(await query(second.url, 'select 1')).toBe(1);
    intruder.close();
  });

  test('leaves no server behind if the start is called off', async () => {
    const calledOff = new AbortController();
    const start = ownDatabase({ dataDirectory: folder, signal: calledOff.signal, onLost: () => {} });
    await sleep(150);
    calledOff.abort();
    await expect(start).rejects.toThrow();
    expect(existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
    expect(await query((await own()).url, 'select 1')).toBe(1);
  });

  test('needs no install script: the links of its libraries are made if they are missing', async () => {
    const native = join(folder, 'native');
    const { directory, version } = findBinaries();
    cpSync(directory, native, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, 'secret');
    const account = isRoot ? { uid: 65_534, gid: 65_534 } : null;
    const target = join(folder, 'target');
    mkdirSync(target);
    chmodSync(target, 0o777);
    const binaries = { directory: native, version };
    const { signal } = new AbortController();
    await initializeDatabase({ directory: target, passwordFile, binaries, account, signal });
    expect(existsSync(join(target, 'data/PG_VERSION'))).toBe(true);
    expect(lstatSync(join(target, 'lib', 'libicuuc.so.60')).isSymbolicLink()).toBe(true);
  });

  test.runIf(isRoot)('is kept elsewhere if its user cannot reach the data folder', async () => {
    chmodSync(folder, 0o700);
    const closed = join(folder, 'data');
    mkdirSync(closed);
    const { url } = await own(closed);
    expect(await query(url, 'select 1')).toBe(1);
    const directory = readlinkSync(join(closed, 'postgres'));
    expect(dirname(directory)).toBe('/var/lib/payload-support-portal');
    await owned[0]?.stop();
    expect((await own(closed)).url).toBe(url);
    await owned[1]?.stop();
    rmSync(directory, { recursive: true });
  });
});
