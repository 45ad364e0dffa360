import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyPackages } from '../package/copyPackages.ts';
import { type Packed, unpack } from '../package/pack.ts';
import { bundledModules } from './modules.ts';

const run = promisify(execFile);

export type Output = 'plain' | 'standalone';

/**
 * Builds a host app by `next build`, whose server has the modules that the tests ask for.
 *
 * @returns the folder it is served from
 */
export const buildBundledApp = async (packed: Packed, folder: string, output: Output): Promise<string> => {
  cpSync(join(import.meta.dirname, 'app'), folder, { recursive: true });
  const installed = await unpack(packed, folder);
  const needed = [folder, installed].flatMap((place) => Object.keys(dependenciesOf(place)));
  copyPackages(process.cwd(), folder, needed);
  writeFileSync(join(folder, 'src/modules.ts'), moduleSource());
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, OUTPUT: output, NEXT_TELEMETRY_DISABLED: '1' } as unknown as NodeJS.ProcessEnv;
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: folder,
    env,
    maxBuffer: 16 * 1024 * 1024,
  });
  return output === 'standalone' ? copyTraced(folder) : folder;
};

/** Elsewhere than beside the packages from which it was traced, so that Node finds none of these. */
const copyTraced = (folder: string): string => {
  const traced = `${folder}-traced`;
  mkdirSync(traced);
  cpSync(join(folder, '.next/standalone'), traced, { recursive: true, verbatimSymlinks: true });
  return traced;
};

const dependenciesOf = (folder: string): object =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies;

const moduleSource = (): string => {
  const modules = bundledModules();
  const imports = modules.map((name, index) => `import * as m${index} from '${specifierOf(name)}';`);
  const entries = modules.map((name, index) => `  '${name}': m${index},`);
  return `${imports.join('\n')}\n\nexport const modules = {\n${entries.join('\n')}\n};\n`;
};

const specifierOf = (name: string): string =>
  /\.tsx?$/.test(name)
    ? `../node_modules/payload-support-portal/dist/${name.replace(/\.tsx?$/, '.js')}`
    : name;
