import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { portalOf } from 'payload-support-portal';
import { contextOf } from '../core/context.ts';
import { connectPayload } from './connectPayload.ts';
import { applyMigrations } from './database/migrate.ts';
import { waitForDatabase, whyUnreachable } from './database/probe.ts';
import { rotateSecret, settleSecret } from './database/settleSecret.ts';
import { withStartLock } from './database/startLock.ts';
import { settleStatementTimeout } from './database/statementTimeout.ts';
import { isPublic, type PortalEnvironment } from './environment.ts';
import { dataDirectoryOf, resolveRuntime } from './runtime.ts';
import { StartError } from './startError.ts';

interface BringUp {
  readonly environment: PortalEnvironment;
  readonly url: string;
  readonly signal: AbortSignal;
}

const triesWhileReachable = 3;
const pauseMs = 500;

/**
 * Brings the database and Payload to the point where requests can be served. It waits for a database that goes away in
 * between.
 */
export const bringUp = async (options: BringUp): Promise<Payload> => {
  for (let failures = 0; ; ) {
    await waitForDatabase(options.url, options.signal);
    try {
      return await setUp(options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof StartError) throw error;
      if ((await whyUnreachable(options.url)) === null) failures += 1;
      if (failures === triesWhileReachable) throw error;
      await sleep(pauseMs, undefined, { signal: options.signal });
    }
  }
};

const setUp = async ({ environment, url, signal }: BringUp): Promise<Payload> => {
  const { secret: given, previousSecret: previous } = environment;
  const isRotated = await settleSecret({
    url,
    dataDirectory: dataDirectoryOf(environment),
    given,
    previous,
    signal,
  });
  await settleStatementTimeout(url);
  const payload = await connectPayload();
  const { migrations } = await import('../migrations/index.ts');
  await withStartLock(url, signal, async (client) => {
    await applyMigrations(payload, migrations);
    const portal = contextOf(payload);
    if (isRotated && previous) {
      if (!portal)
        throw new StartError('The configuration has no portal whose secrets could be encrypted anew.');
      const { secret: current } = resolveRuntime(environment);
      await rotateSecret({ client, payload, previous, current }, portal);
    }
    await makeFirstAdministrator(payload, environment);
  });
  await payload.config.onInit?.(payload);
  if (environment.runsWorkers) portalOf(payload)?.work();
  return payload;
};

const users = 'users';
const defaultEmail = 'admin@portal.localhost';

/**
 * Makes the first administrator, if there is no user and the portal may not wait for its first visitor to register. Call it
 * under the start lock, so that only one of several processes creates it.
 */
const makeFirstAdministrator = async (payload: Payload, environment: PortalEnvironment): Promise<void> => {
  const { firstAdministrator } = environment;
  if (firstAdministrator === null && !isPublic(environment)) return;
  const { totalDocs } = await payload.count({ collection: users, overrideAccess: true });
  if (totalDocs > 0) return;
  const { email, password } = firstAdministrator ?? { email: defaultEmail, password: generatePassword() };
  await payload.create({
    collection: users,
    data: { email, password, role: 'administrator' },
    overrideAccess: true,
    disableVerificationEmail: true,
  });
  if (firstAdministrator !== null) return console.log(`The first administrator is ${email}.`);
  console.log(
    `The portal is public and has no users, so there is an administrator now.\nE-mail: ${email}\nPassword: ${password}`,
  );
};

const generatePassword = (): string => randomBytes(18).toString('base64url');
