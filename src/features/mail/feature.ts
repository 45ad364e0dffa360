import type { Config } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { Feature } from '../../core/feature.ts';
import { fallbackSender, portalAdapter } from './interception/interception.ts';
import { sendTestMail } from './operations/sendTestMail.ts';
import { mailOptions } from './options.ts';
import { startMail } from './start.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { findMailWarnings, noTransport } from './warnings.ts';

// The parts that other features use.
export { transportSecrets } from './connectedTransports.ts';
export { type MailThread, mailThreadOf } from './interception/thread.ts';
export {
  languageIn,
  type MailParts,
  momentInWords,
  sendMailParts,
  sendTextParts,
} from './sending/mailParts.ts';
export { sendOnce } from './sending/portalMail.ts';

/** Gives an app without a mail adapter the portal's own. */
const registerMail = (config: Config, { options }: PortalContext): Config => ({
  ...config,
  email: config.email ?? portalAdapter(options.mail.from ?? fallbackSender),
});

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    mail: typeof en;
  }
}

/** Mail on its way out: every mail of the CMS goes over the chain of transports. */
export const mail: Feature = {
  name: 'mail',
  texts: { en: { ...en }, de: { ...de } },
  options: mailOptions,
  extendConfig: registerMail,
  tags: { 'test-mail': { name: 'Email log' } },
  mailTypes: { test: 'emailLog:typeOfTest' },
  operations: [sendTestMail],
  start: startMail,
  counters: [
    {
      metric: 'mails',
      name: 'mails_total',
      help: 'Mails tried, by the transport that carried them (the last tried of those that failed) and status; of all processes.',
      labelNames: ['transport', 'status'],
    },
  ],
  alerts: { no_transport: noTransport },
  findWarnings: findMailWarnings,
};
