import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { appFolder, standaloneFolder } from './test/host/bundle.ts';
import { resolveBundled } from './test/host/resolveBundled.ts';
import { bundledSuites } from './test/host/suites.ts';
import shared from './vitest.config.ts';

// A project adds its files to those of the root, which are all.
const { include: _all, ...test } = shared.test ?? {};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * `npm run test:host`: suites against what `next build` makes of the code, in an app that `test/host/run.ts` builds before;
 * and apps of several kinds, made from nothing, built and driven from outside.
 */
export default defineConfig({
  plugins: [resolveBundled()],
  resolve: {
    alias: [{ find: /^payload-support-portal\/sdk$/, replacement: here('./sdk/src/index.ts') }],
  },
  test: {
    ...test,
    setupFiles: [
      'test/support/quickPasswords.ts',
      'test/support/freshInstance.ts',
      'test/host/setup.ts',
      'test/host/expectExceptions.ts',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'standalone',
          include: bundledSuites(),
          env: { NODE_ENV: 'production', KILL_ROUNDS: '2', TEST_HOST_APP: standaloneFolder(appFolder()) },
        },
      },
      {
        resolve: shared.resolve,
        // A script of an app compiles its config first, while other apps are built.
        test: {
          ...test,
          name: 'host apps',
          // `turbopack` is for other versions of Next (`npm run compat`): of ours, `pnpm` shows what it would.
          include: ['test/host-apps/{pnpm,webpackStandalone}.test.ts'],
          testTimeout: 600_000,
        },
      },
    ],
  },
});
