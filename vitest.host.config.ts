import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { appFolder, standaloneFolder } from './test/host/bundle.ts';
import { resolveBundled } from './test/host/resolveBundled.ts';
import shared from './vitest.config.ts';

// A project adds its files to those of the root, which are all.
const { include: _all, ...test } = shared.test ?? {};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const project = (name: string, folder: string, include: string[]) => ({
  extends: true as const,
  test: { name, include, env: { NODE_ENV: 'production' as const, KILL_ROUNDS: '2', TEST_HOST_APP: folder } },
});

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
    setupFiles: ['test/support/quickPasswords.ts', 'test/host/setup.ts', 'test/host/expectExceptions.ts'],
    projects: [
      project('next build', appFolder(), [
        'test/{integration,api,webhooks,mail,faults}/*.test.ts',
        'test/inbound/{api,process,thread,mailbox}.test.ts',
      ]),
      // What reads files, imports late, starts processes or touches the disk.
      project('standalone', standaloneFolder(appFolder()), [
        'test/api/{docsPages,files,filesDownload,mcp,openapi,tools}.test.ts',
        'test/faults/{destroy,spoolDisk,startTogether}.test.ts',
        'test/integration/{interception,newTicket,ownApp,queue,settings}.test.ts',
        'test/mail/phpmail.test.ts',
        'test/inbound/process.test.ts',
      ]),
      {
        resolve: shared.resolve,
        // A script of an app compiles its config first, while other apps are built.
        test: { ...test, name: 'host apps', include: ['test/host-apps/*.test.ts'], testTimeout: 600_000 },
      },
    ],
  },
});
