import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyPackages } from '../package/copyPackages.ts';
import { type Packed, pack, removePacked, unpack } from '../package/pack.ts';
import { importedModules } from './importedModules.ts';
import { noteExportNames } from './shims.ts';

const run = promisify(execFile);

/**
 * Makes an app from nothing that has the packed plugin and builds it for production.
 *
 * @param given the plugin, if it is packed already
 * @returns the app's folder
 */
export const makeApp = async (given?: Packed): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'test-host-'));
  cpSync(join(import.meta.dirname, 'app'), folder, { recursive: true });
  const packed = given ?? (await pack());
  const installed = await unpack(packed, folder);
  if (!given) removePacked(packed);
  copyPackages(process.cwd(), folder, [...dependenciesOf(folder), ...dependenciesOf(installed)]);
  const modules = importedModules();
  writeFileSync(join(folder, 'src/namespaces.js'), namespacesModule(modules));
  const { PATH = '', HOME = '' } = process.env;
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: folder,
    env: { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1' } as unknown as NodeJS.ProcessEnv,
    maxBuffer: 16 * 1024 * 1024,
  });
  await noteExportNames(folder);
  return folder;
};

const dependenciesOf = (folder: string): string[] => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(dependencies);
};

/** Puts the whole namespaces of modules within the reach of the tests, by their names. */
const namespacesModule = (modules: readonly string[]): string => `${modules
  .map((name, index) => `import * as module${index} from '${placeOf(name)}';`)
  .join('\n')}
globalThis[Symbol.for('test-host.namespaces')] = {
${modules.map((name, index) => `  '${name}': module${index},`).join('\n')}
};
`;

/** The package keeps its inner modules to itself, so they are named by their paths. */
const placeOf = (name: string): string =>
  name.endsWith('.ts') ? `../node_modules/payload-support-portal/dist/${name.replace(/\.ts$/, '.js')}` : name;
