import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountForNewCluster } from '../../src/server/embedded-postgres/account.ts';
import { chooseFreePort } from '../../src/server/embedded-postgres/connection.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';
import type { Server } from './postgres.ts';

const pollMs = 50;

/** Starts the `pgbouncer` at hand before a server: each transaction gets whatever connection is free. */
export const startPooler = async (server: string): Promise<Server> => {
  const { hostname, port, username } = new URL(server);
  const folder = makeFolder();
  const account = accountForNewCluster();
  if (account) chownSync(folder, account.uid, account.gid);
  const url = Object.assign(new URL(server), { port: String(await chooseFreePort()) });
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 10
server_idle_timeout = 5
`,
  );
  const child = spawn('pgbouncer', ['--quiet', file], {
    ...account,
    env: { PATH: `${process.env.PATH}:/usr/sbin` } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await answers(url.href))) {
    if (child.exitCode !== null) throw new Error('PgBouncer ended.');
    await sleep(pollMs);
  }
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
};
