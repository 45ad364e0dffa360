import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { programs } from '../faults/programs/programs.ts';
import { checkout, moduleOf, packages } from './modules.ts';
import { bundledSuites } from './suites.ts';

/** Files that no suite imports: one runs before each, the others are the processes that `launch` starts. */
const beside = [
  'test/support/run/freshInstance.ts',
  ...programs.map((program) => `test/faults/programs/${program}.ts`),
];

/**
 * The modules that an app must bundle for the suites, in a fixed order: those that the suites import, and those that
 * files of the checkout do which they import and no bundle has.
 */
export const importedModules = (): string[] => {
  const found = new Set(packages);
  const files = new Set([...beside, ...bundledSuites()].map((path) => join(checkout, path)));
  // A set grows while it is gone through.
  for (const file of files) {
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      const module = moduleOf(fileName, file);
      const path = resolve(dirname(file), fileName);
      if (module !== null) found.add(module);
      else if (fileName.startsWith('.') && existsSync(path)) files.add(path);
    }
  }
  return [...found].sort();
};
