import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadBundle, standaloneFolder } from './bundle.ts';

type ExportNames = Readonly<Record<string, readonly string[]>>;

const fileIn = (folder: string): string => join(folder, 'export-names.json');

/** Notes what the modules of an app's bundle export, for processes that have not loaded it. */
export const noteExportNames = async (folder: string): Promise<void> => {
  const namespaces = Object.entries(await loadBundle(folder));
  const names = Object.fromEntries(namespaces.map(([module, namespace]) => [module, Object.keys(namespace)]));
  for (const place of [folder, standaloneFolder(folder)]) writeFileSync(fileIn(place), JSON.stringify(names));
};

export const readExportNames = (folder: string): ExportNames =>
  JSON.parse(readFileSync(fileIn(folder), 'utf8'));

/** The source of a module that exports what a module of the bundle does. */
export const shimOf = (module: string, names: ExportNames): string => {
  const exported = names[module];
  if (!exported) throw new Error(`The bundle has no ${module}.`);
  return [
    `const module = globalThis[Symbol.for('test-host.namespaces')]['${module}'];`,
    ...exported.map((name, index) => `const value${index} = module['${name}'];`),
    `export { ${exported.map((name, index) => `value${index} as ${name}`).join(', ')} };`,
  ].join('\n');
};
