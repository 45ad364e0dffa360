import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The thread that reads messages, with all that it imports, as one script. @type {(root: string) => Promise<string>} */
export const bundleThread = async (root) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/features/inbound/reading/thread.ts'],
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    // The script is not a file; it requires only modules of Node.
    define: { 'import.meta.url': JSON.stringify('file:///thread.js') },
    legalComments: 'inline',
    logLevel: 'error',
  });
  return outputFiles[0].text;
};

/** Puts the script into the compiled code. @type {(root: string, compiled?: string) => Promise<void>} */
export const writeThread = async (root, compiled = join(root, 'dist')) => {
  const code = JSON.stringify(await bundleThread(root));
  await writeFile(
    join(compiled, 'src/features/inbound/reading/threadCode.js'),
    `const code = ${code};\nexport const loadThreadCode = async () => code;\n`,
  );
};

/** The code that sends large files from a page, with all that it imports, as one module. @type {(root: string) => Promise<string>} */
export const bundleUploads = async (root) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/features/uploads/browser/sendFile.ts'],
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    legalComments: 'inline',
    logLevel: 'error',
  });
  return outputFiles[0].text;
};

/** Puts the module into the compiled code. @type {(root: string, compiled?: string) => Promise<void>} */
export const writeUploads = async (root, compiled = join(root, 'dist')) => {
  const code = JSON.stringify(await bundleUploads(root));
  await writeFile(
    join(compiled, 'src/features/uploads/browserCode.js'),
    `const code = ${code};\nexport const loadBrowserCode = async () => code;\n`,
  );
};
