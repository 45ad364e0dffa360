import { dirname, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from '../support/imports.ts';

const isOfPages = (module: string): boolean =>
  /^(next\/(navigation|link)\b|react$|react\/|@payloadcms\/(next|ui)\b)|\.(css|tsx)$/.test(module);

/** The imports of pages that a module of the server reaches, each with the file that has it. */
const pagesReachedFrom = (entries: readonly string[]): string[] => {
  const found: string[] = [];
  const files = new Set(entries.map((entry) => resolve(entry)));
  for (const file of files)
    for (const module of importsOf(file)) {
      if (isOfPages(module)) found.push(`${relative('.', file)}: ${module}`);
      else if (module.startsWith('.')) files.add(resolve(dirname(file), module));
    }
  expect(files.size).toBeGreaterThan(400);
  return found;
};

// Next builds its routes from these modules, and fails without naming the file if one of a page is among them.
it('the plugin and the client pages import nothing of the admin UI’s pages', () => {
  expect(pagesReachedFrom(['src/index.ts', 'src/exports/pages.ts'])).toEqual([]);
}, 60_000);
