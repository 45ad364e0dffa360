import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { portalOf } from 'payload-support-portal';
import { connectPayload } from './connectPayload.ts';
import { hasPendingMigrations } from './database/migrate.ts';
import { waitForDatabase, whyUnreachable } from './database/probe.ts';
import { endAllPools } from './database/resilientPool.ts';
import { changedSecret, judgeSecret, storedFingerprint } from './database/settleSecret.ts';
import { type PortalEnvironment, readEnvironment } from './environment.ts';
import type { Lifecycle } from './lifecycle.ts';
import { type PortalRuntime, resolveRuntime } from './runtime.ts';
import { StartError } from './startError.ts';

const pauseMs = 500;

/** `npm run worker`: joins a portal's database once that portal has set it up, and listens on no port. */
export const work = async ({ signal, onStop }: Lifecycle): Promise<void> => {
  const environment = readEnvironment(process.env);
  await assertDatabase(resolveRuntime(environment));
  onStop(endAllPools);
  await waitForDatabase(resolveRuntime(environment).databaseURL, signal);
  await waitForSecret(environment, signal);
  const payload = await connect(signal);
  onStop(() => payload.destroy());
  await payload.config.onInit?.(payload);
  console.log('The worker is running.');
  portalOf(payload)?.work();
  keepAlive();
};

/** The timers of the work do not keep the process alive. */
const keepAlive = (): void => {
  setInterval(() => {}, 2 ** 30);
};

const assertDatabase = async ({
  usesEmbeddedDatabase,
  databaseURL,
  dataDirectory,
}: PortalRuntime): Promise<void> => {
  if (!usesEmbeddedDatabase) return;
  if (databaseURL === '' || (await whyUnreachable(databaseURL)) !== null) {
    throw new StartError(
      `No portal runs on the data folder ${dataDirectory}: run npm start first, or set DATABASE_URL.`,
    );
  }
};

/** A worker generates no secret. It waits until the portal has one. */
const waitForSecret = async (environment: PortalEnvironment, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const { secret, databaseURL } = resolveRuntime(environment);
    const stored = await storedFingerprint(databaseURL);
    const verdict = judgeSecret({ stored, current: secret || null, previous: environment.previousSecret });
    if (verdict === 'keep') return;
    if (verdict === 'changed') throw changedSecret();
    await sleep(pauseMs, undefined, { signal });
  }
};

const connect = async (signal: AbortSignal): Promise<Payload> => {
  const { migrations } = await import('../migrations/index.ts');
  const payload = await connectPayload();
  while (await hasPendingMigrations(payload, migrations)) await sleep(pauseMs, undefined, { signal });
  return payload;
};
