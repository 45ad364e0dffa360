export { z } from 'zod';
export type { AccessOptions, Principal, Role } from './access/roles.ts';
export type { Scope } from './access/scopes.ts';
export type { EmailAttempt } from './email-log/row.ts';
export type { RefusedBefore } from './mail/chain.ts';
export type { PortalMail } from './mail/portalMail.ts';
export { type PortalEmail, sendPortalEmail } from './mail/portalMail.ts';
export type { MailTransport, OutgoingMail, Refusal, SendResult } from './mail/transport.ts';
export { type PhpmailTransportOptions, phpmailTransport } from './mail/transports/phpmail.ts';
export { type ProxyTransportOptions, proxyTransport } from './mail/transports/proxy.ts';
export {
  type SmtpTransportOptions,
  smtpOptionsFromUrl,
  smtpTransport,
} from './mail/transports/smtp.ts';
export type { CollectionOptions, PeopleOptions } from './options/collections.ts';
export type {
  AfterEmailHook,
  AfterTicketEventHook,
  BeforeEmailLogHook,
  EmailLogRetentionDaysHook,
  EmailLogRow,
  FileScan,
} from './options/hooks.ts';
export type { SupportPortalOptions } from './options.ts';
export { supportPortal } from './plugin.ts';
export { type Portal, portalOf } from './portal.ts';
export { register } from './register.ts';
export type { RecordId } from './shared/ids.ts';
export { structuredLogger } from './structuredLogger.ts';
export { defineTool, type PortalTool, type PortalToolContext } from './tools/appTool.ts';
export type { TicketEvent } from './webhooks/eventSchemas.ts';
