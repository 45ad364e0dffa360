import { type Bench, isReached } from './bench.ts';
import { benches } from './benches.ts';
import { describe } from './report.ts';
import { runInScope } from './support/scope.ts';

/** `npm run bench -- NAME…`: runs the benches of these names, or all. The exit code is 1 if a goal is missed. */
const main = async (names: readonly string[]): Promise<number> => {
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
    return 1;
  }
  const chosen = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  let allReached = true;
  for (const [name, bench] of chosen) allReached = (await runBench(name, bench)) && allReached;
  return allReached ? 0 : 1;
};

const runBench = async (name: string, bench: Bench): Promise<boolean> => {
  console.log(`\n${name}: ${bench.about}`);
  const measurements = await runInScope((scope) => bench.run(scope));
  for (const measurement of measurements) console.log(describe(measurement));
  return measurements.every(isReached);
};

process.exitCode = await main(process.argv.slice(2));
