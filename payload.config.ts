import { join } from 'node:path';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig } from 'payload';
import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import {
  phpmailTransport,
  proxyTransport,
  smtpOptionsFromUrl,
  smtpTransport,
  structuredLogger,
  supportPortal,
} from 'payload-support-portal';
import { resilientPg } from './src/server/database/resilientPool.ts';
import { statementTimeout } from './src/server/database/statementTimeout.ts';
import { readEnvironment, shareConnections } from './src/server/environment.ts';
import { resolveRuntime } from './src/server/runtime.ts';

const environment = readEnvironment(process.env);
const runtime = resolveRuntime(environment);
/** Room for the rest of a form that holds a file, in bytes. */
const formOverhead = 1024 * 1024;
const { smtpURL, proxy, sendmailPath, from } = environment.mail;

export default buildConfig({
  secret: runtime.secret,
  serverURL: environment.serverURL,
  db: postgresAdapter({
    pg: resilientPg,
    pool: {
      connectionString: runtime.databaseURL,
      max: shareConnections(environment.databasePoolMax).cms,
      statement_timeout: statementTimeout(),
    },
    push: runtime.pushesSchema,
  }),
  editor: lexicalEditor(),
  i18n: { supportedLanguages: { en, de } },
  ...(environment.mode === 'start' && { logger: structuredLogger() }),
  admin: {
    user: 'users',
    // The CMS's own default asks a service elsewhere who the users are.
    avatar: 'default',
    importMap: { importMapFile: 'src/app/(payload)/admin/importMap.js' },
    meta: { titleSuffix: ' · Support Portal' },
    // As the portal's own pages write dates.
    dateFormat: 'd MMM yyyy, HH:mm',
  },
  // The CMS's own routes: uploads from the admin UI wait on disk, too.
  upload: {
    useTempFiles: true,
    tempFileDir: join(runtime.dataDirectory, 'uploads-tmp'),
    limits: { fileSize: environment.maxUploadBytes + 1 },
    requestSizeLimit: environment.maxUploadBytes + formOverhead,
  },
  telemetry: false,
  typescript: { autoGenerate: false },
  plugins: [
    supportPortal({
      dataDir: runtime.dataDirectory,
      rateLimit: { perMinute: environment.rateLimitPerMinute },
      tickets: { undoSeconds: environment.replyUndoSeconds },
      workers: environment.runsWorkers ? 'inline' : 'external',
      cronSecret: environment.cronSecret,
      files: { maxBytes: environment.maxUploadBytes, url: environment.filesURL },
      uploads: { maxBytes: environment.maxTransferBytes },
      webhooks: {
        allowedNetworks: environment.webhookAllowedNetworks.map(
          ({ address, prefix }) => `${address}/${prefix}`,
        ),
      },
      inbound: environment.inbound,
      mailEvents: environment.mailEvents,
      mail: {
        ...(from !== null && { from }),
        transports: [
          ...(proxy ? [proxyTransport(proxy)] : []),
          ...(smtpURL ? [smtpTransport(smtpOptionsFromUrl(smtpURL))] : []),
          ...(sendmailPath ? [phpmailTransport({ path: sendmailPath })] : []),
        ],
      },
    }),
  ],
});
