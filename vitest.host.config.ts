import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { appFolder, standaloneFolder } from './test/host/bundle.ts';
import { resolveBundled } from './test/host/resolveBundled.ts';
import { bundledSuites } from './test/host/suites.ts';
import shared from './vitest.config.ts';

// The run has one PostgreSQL: projects that set it up would each have another.
const { globalSetup, include, ...test } = shared.test ?? {};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Everything that can be tested, as `npm run check` runs it: the tests of the portal; suites against what `next build` makes
 * of the code, in an app that `test/host/makeApp.ts` builds before; and apps of several kinds, made from nothing, built and
 * driven from outside. `npm run test:host` runs the second and the third.
 */
export default defineConfig({
  test: {
    ...test,
    globalSetup,
    projects: [
      {
        resolve: shared.resolve,
        test: { ...test, name: 'portal', include, exclude: ['test/host-apps/**'] },
      },
      {
        plugins: [resolveBundled()],
        resolve: {
          alias: [{ find: /^payload-support-portal\/sdk$/, replacement: here('./sdk/src/index.ts') }],
        },
        test: {
          ...test,
          name: 'standalone',
          include: bundledSuites(),
          setupFiles: [...(test.setupFiles ?? []), 'test/host/setup.ts', 'test/host/expectExceptions.ts'],
          env: { NODE_ENV: 'production', KILL_ROUNDS: '2', TEST_HOST_APP: standaloneFolder(appFolder()) },
        },
      },
      {
        resolve: shared.resolve,
        // A script of an app compiles its config first, while other apps are built.
        test: {
          ...test,
          name: 'host apps',
          // `turbopack` is for other versions of Next (`npm run compat`).
          include: ['test/host-apps/pnpm.test.ts'],
          testTimeout: 600_000,
        },
      },
    ],
  },
});
