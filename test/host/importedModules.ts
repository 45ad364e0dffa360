import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { checkout, moduleOf, packages } from './modules.ts';

/** The folders whose files say what they need of the bundle: the suites, and the portal's own server. */
const readers = [
  'test/integration',
  'test/api',
  'test/webhooks',
  'test/mail',
  'test/faults',
  'test/support',
  'src/server',
  'src/migrations',
];

/** The modules that an app must bundle for the suites, in a fixed order. */
export const importedModules = (): string[] => {
  const found = new Set(packages);
  for (const file of readers.flatMap(filesIn)) {
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const module = moduleOf(fileName, file);
      if (module !== null) found.add(module);
    }
  }
  return [...found].sort();
};

const filesIn = (folder: string): string[] =>
  readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(checkout, folder, name));
