import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import ts from 'typescript';

const known = new Map<string, readonly string[]>();

/** The modules that a file imports when it runs: without those of types alone. Read once, for many files lead to the same ones. */
export const importsOf = (file: string): readonly string[] => {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
};

const readImports = (file: string): string[] => {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    loader: file.endsWith('.tsx') ? 'tsx' : 'ts',
    jsx: 'preserve',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName);
};
