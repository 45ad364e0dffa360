import { createRequire } from 'node:module';
import { join } from 'node:path';

type Namespaces = Readonly<Record<string, object>>;

/** The built app whose code the tests of this process run: its own folder, or the one of its standalone output. */
export const appFolder = (): string => {
  const folder = process.env.TEST_HOST_APP;
  if (!folder) throw new Error('TEST_HOST_APP names no app: `npm run test:host` makes one.');
  return folder;
};

/** What `output: 'standalone'` made of an app: the files that Next has traced, and no others. */
export const standaloneFolder = (folder: string): string => join(folder, '.next/standalone');

/** Loads the bundle of the app's route as Next does, and returns the namespaces of its modules. */
export const loadBundle = async (folder = appFolder()): Promise<Namespaces> => {
  const require = createRequire(join(folder, 'package.json'));
  require('next/dist/server/node-environment');
  // Next evaluates the code of the app with the first request.
  await require('./.next/server/app/api/[...slug]/route.js').routeModule.ensureUserland();
  return Reflect.get(globalThis, Symbol.for('test-host.namespaces'));
};
