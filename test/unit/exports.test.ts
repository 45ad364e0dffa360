import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Every value and type that a module exports by name, which is the only way that the package's entry has. */
const exportsOf = (file: string): string[] =>
  ts
    .createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    .statements.flatMap((statement): string[] => {
      // An import without names brings the options that features add into the declarations.
      if (ts.isImportDeclaration(statement) && !statement.importClause) return [];
      if (!ts.isExportDeclaration(statement)) throw new Error(`${file} has more than exports.`);
      if (!statement.exportClause || !ts.isNamedExports(statement.exportClause))
        throw new Error(`${file} exports all of another module.`);
      return statement.exportClause.elements.map(({ name }) => name.text);
    });

it('docs/integrators.md says what each export of the package is', () => {
  const page = readFileSync('docs/integrators.md', 'utf8');
  const [, table = ''] = /\| export \| what it is \|\n(.*?)\n\n/s.exec(page) ?? [];
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(exportsOf('src/index.ts').sort());
});
