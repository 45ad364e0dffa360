import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Combination, combinations, filesOf } from './matrix.ts';
import { startPooler } from './pooler.ts';
import { installVersions, type Server, startVersion } from './postgres.ts';

/**
 * `npm run compat -- NAME…`: the tests that depend most on PostgreSQL and Node, with other versions of these. Apart from
 * `npm test`, for it downloads them, and takes some minutes for each; `pgbouncer` has to be installed.
 */
const main = async (names: readonly string[]): Promise<number> => {
  const all: Readonly<Record<string, Combination>> = combinations;
  const unknown = names.filter((name) => !Object.hasOwn(all, name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}.`);
    return 1;
  }
  const versions = Object.values(all).flatMap(({ postgres }) => postgres ?? []);
  await installVersions([...new Set(versions)]);
  const failed: string[] = [];
  for (const [name, combination] of Object.entries(all)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n${name}`);
    if (!(await passes(combination))) failed.push(name);
  }
  console.log(failed.length === 0 ? 'All passed.' : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
};

const passes = async (combination: Combination): Promise<boolean> => {
  const { postgres, isPooled } = combination;
  const servers: Server[] = [];
  try {
    if (postgres) servers.push(await startVersion(postgres));
    if (isPooled) servers.push(await startPooler(servers[0]?.url ?? ''));
    return await runTests(combination, servers.at(-1)?.url ?? null);
  } finally {
    for (const server of servers.reverse()) await server.stop();
  }
};

const runTests = async (combination: Combination, databaseUrl: string | null): Promise<boolean> => {
  const { node, next, bundler } = combination;
  const tests = ['node_modules/vitest/vitest.mjs', 'run', ...filesOf(combination)];
  const [program, args] = node
    ? ['npx', ['--yes', `--package=node@${node}`, '--', 'node', ...tests]]
    : [process.execPath, tests];
  const env = {
    ...process.env,
    ...(databaseUrl && { TEST_DATABASE_URL: databaseUrl }),
    ...(next && { TEST_NEXT: next }),
    ...(bundler && { TEST_BUNDLER: bundler }),
  };
  const [code] = await once(spawn(program, args, { env, stdio: 'inherit' }), 'exit');
  return code === 0;
};

process.exitCode = await main(process.argv.slice(2));
