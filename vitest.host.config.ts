import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { resolveBundled } from './test/host/resolveBundled.ts';
import shared from './vitest.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `npm run test:host`: suites against what `next build` makes of the code; `test/host/run.ts` builds it first. */
export default defineConfig({
  ...shared,
  plugins: [resolveBundled()],
  resolve: {
    alias: [{ find: /^payload-support-portal\/sdk$/, replacement: here('./src/sdk/index.ts') }],
  },
  test: {
    ...shared.test,
    include: ['test/{integration,api,webhooks,mail,faults}/*.test.ts'],
    setupFiles: ['test/support/quickPasswords.ts', 'test/host/setup.ts'],
    env: { NODE_ENV: 'production' },
  },
});
