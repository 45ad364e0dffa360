import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^payload-support-portal$/, replacement: here('./src/index.ts') },
      { find: /^payload-support-portal\/sdk$/, replacement: here('./src/sdk/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.spec.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Many tests wait for processes, clocks and disks: with as many workers as cores one is often idle.
    maxWorkers: 3,
    silent: 'passed-only',
    globalSetup: ['test/support/globalSetup.ts'],
    env: { NODE_ENV: 'test' },
  },
});
