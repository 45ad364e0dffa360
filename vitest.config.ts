import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/run/longestFirst.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^payload-support-portal$/, replacement: here('./src/index.ts') },
      { find: /^payload-support-portal[/-]sdk$/, replacement: here('./sdk/src/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.spec.ts'],
    // Three files at once on two cores: some tests start processes that take 20 seconds then.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Waiting ends when the awaited state is there. A test that promises a time sets its own.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // Without it an import of the editor may never end: see docs/traps.md.
    execArgv: ['--conditions=production'],
    // Files of a worker share the modules of Payload, which take seconds to load. Each file has portals of its own.
    isolate: false,
    // Most tests wait for processes, clocks and disks, so that more of them than cores run at once. Four take as long as three.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    silent: 'passed-only',
    globalSetup: ['test/support/run/globalSetup.ts'],
    setupFiles: ['test/support/run/quickPasswords.mjs', 'test/support/run/freshInstance.ts'],
    env: { NODE_ENV: 'test' },
  },
});
