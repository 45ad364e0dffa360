import type { CollectionConfig, Plugin } from 'payload';
import { type SupportPortalOptions, smtpTransport } from 'payload-support-portal';
import { onTestFinished } from 'vitest';
import { type OwnApp, startOwnApp } from '../support/portal/ownApp.ts';
import { startSmtpServer } from '../support/servers/smtpServer.ts';

interface AppWithPlugins {
  /** Plugins that run before the portal. */
  readonly before?: Plugin[];
  readonly after?: Plugin[];
  readonly collections?: CollectionConfig[];
  /** The option `collections` of the portal. */
  readonly portalCollections?: SupportPortalOptions['collections'];
}

/** An app with other plugins beside the portal, and an SMTP server, until the test ends. */
export const startApp = async ({
  before = [],
  after = [],
  collections = [],
  portalCollections,
}: AppWithPlugins): Promise<OwnApp> => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const app = await startOwnApp({
    collections,
    pluginsBefore: before,
    app: { plugins: after },
    portal: {
      workers: 'external',
      collections: { organizations: { slug: 'companies' }, ...portalCollections },
      mail: { transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })] },
    },
  });
  onTestFinished(() => app.stop());
  return app;
};
