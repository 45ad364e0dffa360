import { defineConfig, mergeConfig } from 'vitest/config';
import { fromBundle } from './test/host/fromBundle.ts';
import { suites } from './test/host/modules.ts';
import shared from './vitest.config.ts';

/** `npm run test:host`: the suites against a server bundle that `next build` has made. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, include: [], globalSetup: [], setupFiles: [] } },
  defineConfig({
    plugins: [fromBundle()],
    test: {
      include: suites.map((suite) => `test/${suite}/**/*.test.ts`),
      globalSetup: ['test/host/globalSetup.ts'],
      setupFiles: ['test/host/setup.ts', 'test/support/quickPasswords.ts'],
      env: { NODE_ENV: 'production' },
    },
  }),
);
