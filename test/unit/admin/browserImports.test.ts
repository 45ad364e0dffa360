import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from '../../support/imports.ts';

/** All that a file brings along, each package and module with the files that lead to it. */
const followImports = (entry: string): Map<string, string> => {
  const paths = new Map([[entry, entry]]);
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
    for (const name of importsOf(file)) {
      const found = name.startsWith('.') ? relative('.', resolve(dirname(file), name)) : name;
      if (paths.has(found)) continue;
      paths.set(found, `${paths.get(file)} → ${found}`);
      if (name.startsWith('.') && !found.endsWith('.css')) waiting.push(found);
    }
  return paths;
};

const isOfServer = (module: string): boolean => module === 'payload' || module.startsWith('node:');

it.each([
  'src/exports/client.ts',
  ...['src/core/ui', 'src/features']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.tsx'))
    .filter((file) => readFileSync(file, 'utf8').startsWith("'use client'")),
])('%s brings nothing into the browser that only the server has', (entry) => {
  const paths = followImports(entry);
  expect([...paths].filter(([module]) => isOfServer(module)).map(([, path]) => path)).toEqual([]);
  expect([...paths.keys()].filter((file) => file.startsWith('src/') && !existsSync(file))).toEqual([]);
});
