import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */

/** A script of a page in the browser. @type {BuildOptions} */
const browser = { platform: 'browser', target: 'es2022' };

/**
 * The scripts that are text in the package, by their entries.
 *
 * @type {Readonly<Record<string, BuildOptions>>}
 */
const scripts = {
  // The thread that reads messages. It is not a file, and requires only modules of Node.
  'src/features/inbound/reading/thread.ts': {
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    define: { 'import.meta.url': JSON.stringify('file:///thread.js') },
  },
  'src/features/client-pages/browser/page.ts': { ...browser, format: 'iife' },
  // It exports `sendFile`.
  'src/features/uploads/browser/sendFile.ts': { ...browser, format: 'esm' },
};

/** A script with all that it imports. @type {(root: string, entry: string) => Promise<string>} */
export const bundleScript = async (root, entry) => {
  const { outputFiles = [] } = await build({
    ...scripts[entry],
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    legalComments: 'inline',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

/** Puts the scripts into the compiled code. @type {(root: string, compiled?: string) => Promise<void>} */
export const writeScripts = async (root, compiled = join(root, 'dist')) => {
  const entries = Object.keys(scripts);
  const texts = await Promise.all(entries.map((entry) => bundleScript(root, entry)));
  const all = Object.fromEntries(entries.map((entry, place) => [entry, texts[place]]));
  await writeFile(
    join(compiled, 'src/core/shared/portal/script.js'),
    `const scripts = ${JSON.stringify(all)};\nexport const loadScript = async (entry) => scripts[entry];\n`,
  );
};
