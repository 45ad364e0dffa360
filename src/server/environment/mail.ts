import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { readAddressList } from '../../core/shared/addresses/addressList.ts';
import { type EventProviderName, eventProviders } from '../../core/shared/portal/mailProviders.ts';
import { eventCredentialChecks } from '../../features/delivery/options.ts';
import { smtpOptionsFromUrl } from '../../features/mail/chain/transports/smtp/options.ts';
import { type EventSecrets, noEventSecrets } from '../../features/settings/readSettings.ts';
import { EnvironmentError, quoted, secretText, text, url, type Variables } from './values.ts';

/** The environment's part in sending mail; each transport is null if it is not configured. */
export interface MailEnvironment {
  readonly smtpURL: string | null;
  readonly proxy: { readonly url: string; readonly token: string } | null;
  readonly sendmailPath: string | null;
  /** The value as given: `Name <address>` or only an address. It is null if it is not set. */
  readonly from: string | null;
}

const defaultSendmail = '/usr/sbin/sendmail';

export const readMail = (variables: Variables): MailEnvironment => ({
  smtpURL: smtpURL(variables),
  proxy: mailProxy(variables),
  sendmailPath: sendmailPath(variables),
  from: sender(variables),
});

const smtpURL = (variables: Variables): string | null => {
  const value = text(variables, 'SMTP_URL');
  if (value === null) return null;
  try {
    smtpOptionsFromUrl(value);
  } catch (error) {
    throw new EnvironmentError('SMTP_URL', `is not valid: ${(error as Error).message.replace(/\.$/, '')}`);
  }
  return value;
};

const mailProxy = (variables: Variables): MailEnvironment['proxy'] => {
  const parsed = url(variables, 'MAIL_PROXY_URL', ['https', 'http']);
  const token = secretText(variables, 'MAIL_PROXY_TOKEN');
  if (parsed === null && token === null) return null;
  if (parsed === null) throw new EnvironmentError('MAIL_PROXY_URL', 'must be set if MAIL_PROXY_TOKEN is set');
  if (token === null) throw new EnvironmentError('MAIL_PROXY_TOKEN', 'must be set if MAIL_PROXY_URL is set');
  if (/[^\x21-\x7e]/.test(token)) {
    throw new EnvironmentError(
      'MAIL_PROXY_TOKEN',
      'contains white space or characters that a header cannot carry',
    );
  }
  return { url: parsed.href, token };
};

const sendmailPath = (variables: Variables): string | null => {
  if (variables.SENDMAIL_PATH === undefined) return isProgram(defaultSendmail) ? defaultSendmail : null;
  const path = text(variables, 'SENDMAIL_PATH');
  if (path === null) return null;
  if (!isAbsolute(path) || !isProgram(path)) {
    throw new EnvironmentError(
      'SENDMAIL_PATH',
      `is ${quoted(path)}, which is not an absolute path of a program`,
    );
  }
  return path;
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

const sender = (variables: Variables): string | null => {
  const value = text(variables, 'MAIL_FROM');
  if (value === null) return null;
  const [one, ...others] = readAddressList(value);
  if (others.length > 0 || !one?.mailbox) {
    throw new EnvironmentError('MAIL_FROM', `is ${quoted(value)}, but must be written as Name <address>`);
  }
  return value;
};

/** The credentials of providers' events, such as `MAIL_EVENTS_RESEND_SECRET`. */
export const readMailEvents = (variables: Variables): EventSecrets => ({
  ...noEventSecrets,
  ...Object.fromEntries(eventProviders.map((name) => [name, readCredential(variables, name)])),
});

/** The error does not quote the value, which may be another secret. */
const readCredential = (variables: Variables, provider: EventProviderName): string | null => {
  const name = `MAIL_EVENTS_${provider.toUpperCase()}_SECRET`;
  const value = secretText(variables, name);
  const verdict = eventCredentialChecks[provider](value);
  if (verdict !== true)
    throw new EnvironmentError(name, `has the wrong form: ${String(verdict).replace(/\.$/, '')}`);
  return value;
};
