export { z } from 'zod';
export type { AccessOptions, Principal, Role } from './core/access/roles.ts';
export type { Scope } from './core/access/scopes.ts';
export type { CollectionOptions, PeopleOptions } from './core/options/collections.ts';
export type {
  AfterEmailHook,
  AfterTicketEventHook,
  BeforeEmailLogHook,
  EmailLogRetentionDaysHook,
  EmailLogRow,
  FileScan,
} from './core/options/hooks.ts';
export type { SupportPortalOptions } from './core/options/options.ts';
export type { RecordId } from './core/shared/ids.ts';
export { structuredLogger } from './core/structuredLogger.ts';
export type { EmailAttempt } from './features/email-log/row.ts';
export type { RefusedBefore } from './features/mail/chain.ts';
export type { PortalMail } from './features/mail/portalMail.ts';
export { type PortalEmail, sendPortalEmail } from './features/mail/portalMail.ts';
export type { MailTransport, OutgoingMail, Refusal, SendResult } from './features/mail/transport.ts';
export { type PhpmailTransportOptions, phpmailTransport } from './features/mail/transports/phpmail.ts';
export { type ProxyTransportOptions, proxyTransport } from './features/mail/transports/proxy.ts';
export {
  type SmtpTransportOptions,
  smtpOptionsFromUrl,
  smtpTransport,
} from './features/mail/transports/smtp.ts';
export { defineTool, type PortalTool, type PortalToolContext } from './features/tools/appTool.ts';
export type { TicketEvent } from './features/webhooks/eventSchemas.ts';
export { supportPortal } from './plugin.ts';
export { type Portal, portalOf } from './portal.ts';
export { register } from './register.ts';
