import { providerNames } from '../../core/shared/portal/mailProviders.ts';
import type { TextKey } from '../../core/texts/text.ts';

/** A service that carries or receives mail, and the known data of its servers. */
interface MailService {
  /** Its name, as it writes it. */
  readonly name: string;
  /** Its servers, by which a form that is filled in already is recognized. */
  readonly hosts?: RegExp;
  /** The values that the portal knows, by the paths of the fields. */
  readonly fills: Readonly<Record<string, string | number | boolean>>;
  /** A word that completes values: `{}` stands for it. */
  readonly asks?: { readonly label: TextKey; readonly initial: string };
  /** The sentence about the values that are still missing, and where they are found. */
  readonly needs: TextKey;
}

const smtp = 'notifications.smtp';
const imap = 'inbound.imap';

const over = (host: string, port: 465 | 587, user?: string) => ({
  [`${smtp}.host`]: host,
  [`${smtp}.port`]: port,
  [`${smtp}.secure`]: port === 465,
  ...(user !== undefined && { [`${smtp}.user`]: user }),
});

const mailbox = (host: string) => ({
  [`${imap}.host`]: host,
  [`${imap}.port`]: 993,
  [`${imap}.secure`]: true,
});

/** Services that carry mail, by their published SMTP servers. */
export const sendingServices: Readonly<Record<string, MailService>> = {
  microsoft: {
    name: 'Microsoft 365',
    hosts: /^smtp\.office365\.com$/,
    fills: over('smtp.office365.com', 587),
    needs: 'settings:service:needs:microsoftSmtp',
  },
  google: {
    name: 'Google Workspace',
    hosts: /^smtp\.gmail\.com$/,
    fills: over('smtp.gmail.com', 465),
    needs: 'settings:service:needs:googlePassword',
  },
  resend: {
    name: providerNames.resend,
    hosts: /^smtp\.resend\.com$/,
    fills: over('smtp.resend.com', 465, 'resend'),
    needs: 'settings:service:needs:apiKey',
  },
  postmark: {
    name: providerNames.postmark,
    hosts: /^smtp\.postmarkapp\.com$/,
    fills: over('smtp.postmarkapp.com', 587),
    needs: 'settings:service:needs:serverToken',
  },
  ses: {
    name: providerNames.ses,
    hosts: /^email-smtp\.[\w-]+\.amazonaws\.com$/,
    fills: over('email-smtp.{}.amazonaws.com', 465),
    asks: { label: 'settings:service:region', initial: 'eu-central-1' },
    needs: 'settings:service:needs:sesPassword',
  },
  mailgun: {
    name: providerNames.mailgun,
    hosts: /^smtp\.(eu\.)?mailgun\.org$/,
    fills: over('{}', 465),
    asks: { label: 'settings:service:mailgunHost', initial: 'smtp.eu.mailgun.org' },
    needs: 'settings:service:needs:mailgunPassword',
  },
  sendgrid: {
    name: providerNames.sendgrid,
    hosts: /^smtp\.sendgrid\.net$/,
    fills: over('smtp.sendgrid.net', 465, 'apikey'),
    needs: 'settings:service:needs:apiKey',
  },
};

/** Services that hold a mailbox, or hand each mail to the portal over HTTP. */
export const receivingServices: Readonly<Record<string, MailService>> = {
  microsoft: {
    name: 'Microsoft 365',
    hosts: /^outlook\.office365\.com$/,
    fills: {
      ...mailbox('outlook.office365.com'),
      [`${imap}.oauth.tokenUrl`]: 'https://login.microsoftonline.com/{}/oauth2/v2.0/token',
      [`${imap}.oauth.scope`]: 'https://outlook.office365.com/.default',
    },
    asks: { label: 'settings:service:tenant', initial: '' },
    needs: 'settings:service:needs:microsoftApp',
  },
  google: {
    name: 'Google Workspace',
    hosts: /^imap\.gmail\.com$/,
    fills: mailbox('imap.gmail.com'),
    needs: 'settings:service:needs:googlePassword',
  },
  postmark: { name: providerNames.postmark, fills: {}, needs: 'settings:service:needs:inboundWebhook' },
  mailgun: { name: providerNames.mailgun, fills: {}, needs: 'settings:service:needs:inboundWebhook' },
  sendgrid: { name: providerNames.sendgrid, fills: {}, needs: 'settings:service:needs:inboundWebhook' },
};

/** The values that a service gives the form. A word that it asks for, and that is not known yet, leaves its values out. */
export const filledBy = ({ fills }: MailService, word: string): MailService['fills'] =>
  Object.fromEntries(
    Object.entries(fills)
      .filter(([, value]) => word !== '' || !String(value).includes('{}'))
      .map(([path, value]) => [path, typeof value === 'string' ? value.replace('{}', word) : value]),
  );

/** The service that has a host; null for another, or none. */
export const serviceOf = (services: Readonly<Record<string, MailService>>, host: unknown): string | null =>
  Object.entries(services).find(([, { hosts }]) => hosts?.test(String(host ?? '')))?.[0] ?? null;
