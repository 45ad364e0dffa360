import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { EventSecrets } from '../features/settings/readSettings.ts';
import {
  type AddressEnvironment,
  isOwnMachine,
  type Network,
  networkList,
  readAddress,
  type TrustedProxies,
  trustedProxies,
} from './environment/address.ts';
import { databaseURL, readDevelopmentDatabase, readPoolMax } from './environment/database.ts';
import { type InboundEnvironment, readInbound } from './environment/inbound.ts';
import { type MailEnvironment, readMail, readMailEvents } from './environment/mail.ts';
import { EnvironmentError, integer, quoted, secretText, text, type Variables } from './environment/values.ts';

export type { Network, TrustedProxies } from './environment/address.ts';
export { shareConnections } from './environment/database.ts';
export type { MailEnvironment } from './environment/mail.ts';
export { EnvironmentError } from './environment/values.ts';

/** Every variable of the portal, checked, with its default. Null marks a variable that may really be absent. */
export interface PortalEnvironment extends AddressEnvironment {
  readonly trustedProxies: TrustedProxies;
  readonly databaseURL: string | null;
  readonly databasePoolMax: number;
  readonly developmentDatabaseURL: string | null;
  /** Absolute. */
  readonly dataDirectory: string;
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly firstAdministrator: { readonly email: string; readonly password: string } | null;
  readonly mail: MailEnvironment;
  readonly inbound: InboundEnvironment;
  readonly mailEvents: EventSecrets;
  readonly maxUploadBytes: number;
  /** The limit of one large upload. */
  readonly maxTransferBytes: number;
  readonly webhookAllowedNetworks: readonly Network[];
  /** Requests per key and minute; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** Time for which a reply of staff can be undone; 0 sends at once. */
  readonly replyUndoSeconds: number;
  /** True if this process also does the background work: notices, webhooks, the daily tasks. */
  readonly runsWorkers: boolean;
  readonly cronSecret: string | null;
  /** `npm run dev` sets `PORTAL_MODE=dev`. */
  readonly mode: 'start' | 'dev';
}

/**
 * Reads and checks the environment. Looks at the file system (`SENDMAIL_PATH`, `PORTAL_DATA_DIR`), changes nothing.
 *
 * @throws EnvironmentError for the first variable that is wrong
 */
export const readEnvironment = (variables: Variables): PortalEnvironment => ({
  ...readAddress(variables),
  trustedProxies: trustedProxies(variables),
  databaseURL: databaseURL(variables, 'DATABASE_URL'),
  databasePoolMax: readPoolMax(variables),
  developmentDatabaseURL: readDevelopmentDatabase(variables),
  dataDirectory: dataDirectory(variables),
  secret: secret(variables, 'PAYLOAD_SECRET'),
  previousSecret: secretText(variables, 'PAYLOAD_SECRET_PREVIOUS'),
  firstAdministrator: firstAdministrator(variables),
  mail: readMail(variables),
  inbound: readInbound(variables),
  mailEvents: readMailEvents(variables),
  maxUploadBytes: integer(variables, 'MAX_UPLOAD_BYTES', { fallback: 52_428_800, min: 1 }),
  maxTransferBytes: integer(variables, 'MAX_TRANSFER_BYTES', { fallback: 5 * 1024 ** 3, min: 1 }),
  webhookAllowedNetworks: networkList(variables, 'WEBHOOK_ALLOWED_NETWORKS'),
  rateLimitPerMinute: integer(variables, 'RATE_LIMIT_PER_MINUTE', { fallback: 600, min: 0 }),
  replyUndoSeconds: readUndoSeconds(variables),
  runsWorkers: integer(variables, 'PORTAL_WORKERS', { fallback: 1, min: 0, max: 1 }) === 1,
  cronSecret: secretText(variables, 'CRON_SECRET'),
  mode: text(variables, 'PORTAL_MODE') === 'dev' ? 'dev' : 'start',
});

/** True if other machines can reach the portal, so that its first visitor may be a stranger. */
export const isPublic = ({ host, serverURL }: Pick<PortalEnvironment, 'host' | 'serverURL'>): boolean =>
  ![host, new URL(serverURL).hostname].every(isOwnMachine);

/** Shortest time other than none: in less than that no one notices a mistake. */
const leastUndoSeconds = 5;

const readUndoSeconds = (variables: Variables): number => {
  const name = 'REPLY_UNDO_SECONDS';
  const seconds = integer(variables, name, { fallback: 10, min: 0, max: 30 });
  if (seconds !== 0 && seconds < leastUndoSeconds)
    throw new EnvironmentError(name, `is ${seconds}, but has to be 0, or 5 to 30`);
  return seconds;
};

const secretLength = 32;

const secret = (variables: Variables, name: string): string | null => {
  const value = secretText(variables, name);
  if (value !== null && value.length < secretLength) {
    throw new EnvironmentError(name, `has ${value.length} characters, but needs ${secretLength} or more`);
  }
  return value;
};

const dataDirectory = (variables: Variables): string => {
  // Without this comment Next would treat the whole checkout as part of the app.
  const path = resolve(/* turbopackIgnore: true */ text(variables, 'PORTAL_DATA_DIR') ?? '.portal');
  if (!mayBeDirectory(path)) {
    throw new EnvironmentError(
      'PORTAL_DATA_DIR',
      `names ${quoted(path)}, which is not a folder and cannot be created as one`,
    );
  }
  return path;
};

const mayBeDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    return (
      (error as NodeJS.ErrnoException).code === 'ENOENT' &&
      path !== dirname(path) &&
      mayBeDirectory(dirname(path))
    );
  }
};

const firstAdministrator = (variables: Variables): PortalEnvironment['firstAdministrator'] => {
  const email = text(variables, 'PORTAL_ADMIN_EMAIL');
  const password = secretText(variables, 'PORTAL_ADMIN_PASSWORD');
  if (email === null && password === null) return null;
  if (email === null)
    throw new EnvironmentError('PORTAL_ADMIN_EMAIL', 'is required if PORTAL_ADMIN_PASSWORD is set');
  if (password === null)
    throw new EnvironmentError('PORTAL_ADMIN_PASSWORD', 'is required if PORTAL_ADMIN_EMAIL is set');
  if (!isLoginAddress(email))
    throw new EnvironmentError('PORTAL_ADMIN_EMAIL', `is ${quoted(email)}, which is not an email address`);
  if (password.length < shortestPassword) {
    throw new EnvironmentError('PORTAL_ADMIN_PASSWORD', `needs ${shortestPassword} characters or more`);
  }
  return { email, password };
};

/** Shortest password that the CMS accepts, in characters. */
const shortestPassword = 3;

/** True for an address that the CMS accepts as a login, which is less than mail allows. */
const isLoginAddress = (address: string): boolean =>
  /^(?!.*\.\.)[\w!#$%&'*+/=?^`{|}~-](?:[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-])?@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/i.test(
    address,
  );
