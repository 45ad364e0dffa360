import { randomUUID } from 'node:crypto';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig, getPayload, type Payload, type Plugin } from 'payload';
import { makeIndexes } from '../../../src/core/database/makeIndexes.ts';
import { tableOf } from '../../../src/core/database/table.ts';
import { deliveryIndexes, emailLogIndexes } from '../../../src/features/email-log/prepare.ts';
import { inboundIndexes } from '../../../src/features/inbound/tables.ts';
import {
  type MailTransport,
  proxyTransport,
  type SupportPortalOptions,
  smtpTransport,
  supportPortal,
} from '../../../src/index.ts';
import { migrations } from '../../../src/migrations/index.ts';
import { applyMigrations } from '../../../src/server/database/migrate.ts';
import { resilientPg } from '../../../src/server/database/resilientPool.ts';
import { pushSchema } from '../../support/portal/pushSchema.ts';

export interface AppOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The address that links lead to; none by default. */
  readonly serverURL?: string;
  /** The `smtp` transport, at this port of this machine. */
  readonly smtpPort?: number;
  /** The `proxy` transport, which is tried before. */
  readonly proxyUrl?: string;
  readonly idType?: 'serial' | 'uuid';
  readonly portal?: SupportPortalOptions;
  /** Hears what the CMS logs, one JSON text a line. */
  readonly hear?: (line: string) => void;
}

/** A real Payload with the plugin, on a database that `prepareDatabase` has made ready. */
export const openApp = async (options: AppOptions): Promise<Payload> =>
  getPayload({ config: await configOf(options), key: randomUUID() });

/**
 * Makes the schema, by the portal's migrations, or from the config if ids are UUIDs. Makes the indexes as well: the first
 * start would make them in the background, against a test's locks.
 */
export const prepareDatabase = async (
  options: AppOptions,
  { withIndexes = true }: { withIndexes?: boolean } = {},
): Promise<void> => {
  const config = await configOf(options);
  const payload = await getPayload({ config, key: randomUUID(), disableOnInit: true });
  await (options.idType === 'uuid' ? pushSchema(payload) : applyMigrations(payload, migrations));
  if (withIndexes) await makeAllIndexes(payload);
  await payload.destroy();
};

/** All that a start makes in the background. */
const makeAllIndexes = async (payload: Payload): Promise<void> => {
  const log = tableOf(payload, 'email-log');
  const deliveries = tableOf(payload, 'mail-deliveries');
  const mails = tableOf(payload, 'inbound-mails');
  await makeIndexes(payload, log, emailLogIndexes(log, true));
  await makeIndexes(payload, deliveries, deliveryIndexes(deliveries));
  await makeIndexes(payload, mails, inboundIndexes(mails, true));
};

export const configOf = (
  { databaseUrl, dataDir, serverURL, smtpPort, proxyUrl, idType = 'serial', portal, hear }: AppOptions,
  plugins: readonly Plugin[] = [],
) => {
  const pool = { connectionString: databaseUrl, max: 5 };
  return buildConfig({
    secret: 'a secret of at least thirty-two characters',
    db: postgresAdapter({ pg: resilientPg, pool, idType, push: false }),
    editor: lexicalEditor(),
    telemetry: false,
    ...(serverURL && { serverURL }),
    typescript: { autoGenerate: false },
    admin: { importMap: { autoGenerate: false } },
    logger: hear
      ? { options: { level: 'info' }, destination: { write: hear } }
      : { options: { level: 'silent' } },
    plugins: [
      supportPortal({
        dataDir,
        workers: 'external',
        ...portal,
        mail: {
          transports: [
            ...(proxyUrl ? [proxyTransport({ url: proxyUrl })] : []),
            ...(smtpPort ? [smtpAt(smtpPort)] : []),
          ],
          ...portal?.mail,
        },
      }),
      ...plugins,
    ],
  });
};

const smtpAt = (port: number): MailTransport => smtpTransport({ host: '127.0.0.1', port });
