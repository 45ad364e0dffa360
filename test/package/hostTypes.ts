import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { copyPackages } from './copyPackages.ts';
import { type Packed, unpack } from './pack.ts';

/** An app that has the packed portal, and no code yet. */
export const makeTypedApp = async (packed: Packed): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'typed-app-'));
  const installed = await unpack(packed, folder);
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>;
  const names = [...Object.keys({ ...dependencies, ...peerDependencies }), '@types/node', '@types/react'];
  copyPackages(process.cwd(), folder, names);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  return folder;
};

/** The nodemailer that the CMS finds, and the types beside it; null for none. */
export interface Nodemailer {
  readonly version: '9' | '10' | null;
  readonly types: '6' | '7' | '8' | null;
}

/** Installs what an app may have beside the portal's own nodemailer, which has another name. */
export const installNodemailer = (folder: string, { version, types }: Nodemailer): void => {
  const modules = join(folder, 'node_modules');
  const place = (alias: string, ...to: string[]) => {
    const target = join(modules, ...to);
    mkdirSync(join(target, '..'), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    cpSync(join('node_modules', alias), target, { recursive: true });
  };
  for (const former of [['nodemailer'], ['@types', 'nodemailer']])
    rmSync(join(modules, ...former), { recursive: true, force: true });
  if (version) place(version === '10' ? 'nodemailer-10' : 'nodemailer-9', 'nodemailer');
  if (types) place(`nodemailer-types-${types}`, '@types', 'nodemailer');
};

/** Leaves a package to the portal that needs it, as pnpm does. */
export const hideFromApp = (folder: string, name: string): void => {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'payload-support-portal/node_modules');
  mkdirSync(own, { recursive: true });
  renameSync(join(modules, name), join(own, name));
};

/** An error of the compiler. `file` is the name of one of the app's files without its ending, or the path of another file. */
export interface CompilerError {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/**
 * The compiler's errors in an app's files, and with `skipLibCheck: false` in what they import.
 *
 * @param code by the names of the files, without their ending
 * @param only the files to look at, by the names that errors have and their text; default: all
 */
export const typeErrorsOf = (
  folder: string,
  code: Readonly<Record<string, string>>,
  { skipLibCheck, only }: { skipLibCheck: boolean; only?: (file: string, text: string) => boolean },
): CompilerError[] => {
  const names = new Map(Object.keys(code).map((name) => [join(folder, `${name}.ts`), name]));
  for (const [path, name] of names) writeFileSync(path, code[name] ?? '');
  const options = optionsOf(folder, skipLibCheck);
  const program = ts.createProgram([...names.keys()], options, hostOf(options));
  const nameOf = (source: ts.SourceFile | undefined): string =>
    names.get(source?.fileName ?? '') ?? source?.fileName ?? '';
  const sources = only
    ? program.getSourceFiles().filter((source) => only(nameOf(source), source.text))
    : [undefined];
  const errors = sources.flatMap((source) => ts.getPreEmitDiagnostics(program, source));
  return errors.map(({ file: source, start, messageText }) => ({
    file: nameOf(source),
    line: source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line + 1 : 0,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
};

const optionsOf = (folder: string, skipLibCheck: boolean): ts.CompilerOptions => ({
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  esModuleInterop: true,
  noEmit: true,
  typeRoots: [join(folder, 'node_modules/@types')],
  skipLibCheck,
});

const parsed = new Map<string, ts.SourceFile>();

/** Parses a file that many programs share once, as the compiler's own document registry does. */
const hostOf = (options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile(path, ...rest) {
      const known = parsed.get(path);
      if (known && known.text === host.readFile(path)) return known;
      const source = host.getSourceFile(path, ...rest);
      if (source) parsed.set(path, source);
      return source;
    },
  };
};
