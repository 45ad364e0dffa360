import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The portal's environment in the demo, for the program that serves and for the one that seeds alike. */
export type DemoVariables = Readonly<Record<string, string>>;

interface DemoParts {
  readonly dataDirectory: string;
  readonly port: number;
  readonly smtpURL: string;
  readonly proxyURL: string;
  readonly administrator: { readonly email: string; readonly password: string };
}

/** The name by which the demo's receiving mail server signs its verdicts. */
export const receivingServer = 'mx.acme.example';

/** Variables of another portal, whose database and provider the demo must not use. */
const unset = [
  ...['HOST', 'SERVER_URL', 'TRUST_PROXY', 'FILES_URL', 'MAX_UPLOAD_BYTES', 'RATE_LIMIT_PER_MINUTE'],
  ...['DATABASE_URL', 'DATABASE_POOL_MAX', 'DEV_DATABASE_URL', 'PAYLOAD_SECRET', 'PAYLOAD_SECRET_PREVIOUS'],
  ...['SENDMAIL_PATH', 'WEBHOOK_ALLOWED_NETWORKS', 'PORTAL_WORKERS', 'PORTAL_MODE', 'CRON_SECRET'],
  'REPLY_UNDO_SECONDS',
  ...['IMAP_URL', 'INBOUND_PLAIN_REPLY_TO'],
];

export const demoVariables = ({
  dataDirectory,
  port,
  smtpURL,
  proxyURL,
  administrator,
}: DemoParts): DemoVariables => ({
  ...Object.fromEntries(unset.map((name) => [name, ''])),
  NODE_ENV: 'production',
  PORTAL_DATA_DIR: dataDirectory,
  PORT: String(port),
  SMTP_URL: smtpURL,
  MAIL_PROXY_URL: proxyURL,
  MAIL_PROXY_TOKEN: randomBytes(16).toString('hex'),
  MAIL_FROM: 'Acme Support <support@acme.example>',
  INBOUND_ADDRESS: 'support@acme.example',
  INBOUND_SECRET: randomBytes(16).toString('hex'),
  INBOUND_HTTP_TRUSTED_AUTHSERV_ID: receivingServer,
  PORTAL_ADMIN_EMAIL: administrator.email,
  PORTAL_ADMIN_PASSWORD: administrator.password,
});

export const freePort = async (): Promise<number> => {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};
