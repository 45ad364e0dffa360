import { join } from 'node:path';
import { withBuildLock } from './lock.mjs';
import { runProgram } from './run.mjs';
import { fingerprintOf, hasSources, isStamped, removeStamp, writeStamp } from './stamp.mjs';

/**
 * One of the two parts of the build, in the order in which they are needed.
 *
 * @typedef {{ readonly stamp: string, readonly announcement: string, readonly program: string,
 *   readonly file: string, readonly args: readonly string[], readonly finish?: (root: string) => Promise<void> }} Part
 */

/**
 * The server's own TypeScript. Types are not checked: that is `npm run check`'s, and would make the first start wait.
 *
 * @type {Part}
 */
const server = {
  stamp: 'dist/.stamp',
  announcement: 'Compiling the server.',
  program: 'typescript-7',
  file: 'bin/tsc',
  args: ['-p', 'tsconfig.build.json', '--noCheck', '--declaration', 'false'],
  // Only a build needs the bundler.
  finish: async (root) => {
    const { writeScripts } = await import('./scripts.mjs');
    await writeScripts(root);
  },
};

/** @type {Part} */
const admin = {
  stamp: '.next/portal-stamp',
  announcement: 'Building the admin, which takes a minute.',
  program: 'next',
  file: 'dist/bin/next',
  args: ['build'],
};

/** @typedef {{ readonly root: string, readonly signal: AbortSignal }} BuildOptions */

/** @type {(options: BuildOptions) => Promise<void>} */
export const buildServer = (options) => ensureBuilt(server, options);

/** @type {(options: BuildOptions) => Promise<void>} */
export const buildAdmin = (options) => ensureBuilt(admin, options);

/** @type {(part: Part, options: BuildOptions) => Promise<void>} */
const ensureBuilt = async (part, { root, signal }) => {
  if (!hasSources(root)) return;
  const stamp = join(root, part.stamp);
  if (isStamped(stamp, fingerprintOf(root))) return;
  await withBuildLock({
    folder: join(root, 'node_modules/.cache/payload-support-portal/build'),
    signal,
    onWait: () => console.log('Waiting for another start of this checkout to finish its build.'),
    work: async () => {
      const fingerprint = fingerprintOf(root);
      if (isStamped(stamp, fingerprint)) return;
      console.log(part.announcement);
      removeStamp(stamp);
      await runProgram({ ...part, root, env: buildVariables(), signal });
      await part.finish?.(root);
      writeStamp(stamp, fingerprint);
    },
  });
};

const buildVariables = () => ({ ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
