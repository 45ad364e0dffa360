import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../src/demo/variables.ts';
import type { Scope } from './scope.ts';
import { startServer } from './server.ts';

/** The last one for Node 20. */
const version = '11.3.5';
const cache = fileURLToPath(new URL(`../.cache/directus-${version}`, import.meta.url));
const program = join(cache, 'node_modules/directus/cli.js');
/** Written last, so that an install that was cut off counts as none. */
const stamp = join(cache, 'installed');
/** An addon that Directus needs to start; it is compiled if no binary of it is available. */
const addon = 'isolated-vm';

const execute = promisify(execFile);

/** Starts Directus on a database that has the portal's tables, and returns its address and an administrator's token. */
export const serveDirectus = async (
  databaseURL: string,
  scope: Scope,
): Promise<{ readonly url: string; readonly token: string }> => {
  await install(scope);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const token = randomBytes(24).toString('hex');
  const variables = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET: randomBytes(32).toString('hex'),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseURL,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'a password of the bench',
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    SERVE_APP: 'false',
    LOG_LEVEL: 'error',
    CONFIG_PATH: join(cache, 'no.env'),
  };
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', ...variables } as const;
  await execute(process.execPath, [program, 'bootstrap'], { cwd: cache, env, signal: scope.signal });
  const args = [program, 'start'];
  await startServer({ args, variables, directory: cache, url: `${url}/server/ping` }, scope);
  return { url, token };
};

/** Kept outside of the packages of this checkout: it brings 500 MB, and a release of its own for many of them. */
const install = async ({ signal }: Scope): Promise<void> => {
  if (existsSync(stamp)) return;
  console.log(`  Installing Directus ${version}, which takes minutes the first time.`);
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), JSON.stringify({ private: true }));
  const npm = (args: readonly string[]) =>
    execute('npm', [...args], { cwd: cache, env: ownEnvironment(), signal });
  try {
    await npm(['install', `directus@${version}`, '--ignore-scripts', '--no-audit', '--no-fund']);
    await npm(['rebuild', addon]);
  } catch (cause) {
    throw new Error(
      `Directus ${version} cannot be installed here, so there is nothing to compare with. It needs the npm registry, and a C++ compiler where ${addon} has no binary for this machine.`,
      { cause },
    );
  }
  writeFileSync(stamp, '');
};

/** The environment without the variables of the npm that runs the bench, which describe this checkout. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
  ) as NodeJS.ProcessEnv;
