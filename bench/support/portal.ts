import { randomUUID } from 'node:crypto';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig, getPayload, type Payload } from 'payload';
import { type SupportPortalOptions, supportPortal } from 'payload-support-portal';
import { withDatabaseLock } from '../../src/core/database/lock.ts';
import { makeIndexes } from '../../src/core/database/makeIndexes.ts';
import { postgresOf } from '../../src/core/database/pool.ts';
import { tableOf } from '../../src/core/database/table.ts';
import { emailLogIndexes } from '../../src/features/email-log/prepare.ts';
import { migrations } from '../../src/migrations/index.ts';
import { applyMigrations } from '../../src/server/database/migrate.ts';
import type { Scope } from './scope.ts';

/** Options of a portal whose webhooks may reach this machine, and are delivered by workers alone. */
export const receivers: SupportPortalOptions = {
  webhooks: { allowedNetworks: ['127.0.0.0/8'] },
  workers: 'external',
};

/** A portal as the plugin starts it, without a server: its tables are made, and all of its indexes. */
export const startPortal = async (
  databaseURL: string,
  { onEnd }: Scope,
  options?: SupportPortalOptions,
): Promise<Payload> => {
  const config = await buildConfig({
    secret: 'a secret of at least thirty-two characters',
    db: postgresAdapter({ pool: { connectionString: databaseURL, max: 10 }, push: false }),
    editor: lexicalEditor(),
    telemetry: false,
    typescript: { autoGenerate: false },
    admin: { importMap: { autoGenerate: false } },
    logger: { options: { level: 'error' } },
    plugins: [supportPortal(options)],
  });
  process.env.DISABLE_PAYLOAD_HMR = 'true';
  const payload = await getPayload({ config, key: randomUUID(), disableOnInit: true });
  onEnd(() => payload.destroy());
  // The CMS does not wait for its connections to close, so the database may stop before them.
  postgresOf(payload).pool.on('error', () => {});
  await applyMigrations(payload, migrations);
  await config.onInit?.(payload);
  // The start makes them in the background, under the same lock.
  const table = tableOf(payload, 'email-log');
  await withDatabaseLock(payload, 'indexes', () => makeIndexes(payload, table, emailLogIndexes(table, true)));
  return payload;
};
