// For the declarations: the options that features add.
import './features.ts';

export { z } from 'zod';
export type { AccessOptions, Principal, Role } from './core/access/roles.ts';
export type { Scope } from './core/access/scopes.ts';
export type { CollectionOptions, PeopleOptions } from './core/options/collections.ts';
export type { SupportPortalOptions } from './core/options/options.ts';
export { type Portal, portalOf } from './core/portal/portal.ts';
export { register } from './core/portal/register.ts';
export type { RecordId } from './core/shared/values/ids.ts';
export { structuredLogger } from './core/structuredLogger.ts';
export type { SignedInClient } from './features/client-sessions/signedInClient.ts';
export type {
  AfterEmailHook,
  BeforeEmailLogHook,
  EmailLogRetentionDaysHook,
  EmailLogRow,
} from './features/email-log/options.ts';
export type { EmailAttempt } from './features/email-log/row.ts';
export type { FileScan } from './features/files/options.ts';
export type { RefusedBefore } from './features/mail/chain/chain.ts';
export type { MailTransport, OutgoingMail, Refusal, SendResult } from './features/mail/chain/transport.ts';
export { type PhpmailTransportOptions, phpmailTransport } from './features/mail/chain/transports/phpmail.ts';
export { type ProxyTransportOptions, proxyTransport } from './features/mail/chain/transports/proxy.ts';
export {
  type SmtpTransportOptions,
  smtpOptionsFromUrl,
  smtpTransport,
} from './features/mail/chain/transports/smtp.ts';
export type { PortalMail } from './features/mail/sending/portalMail.ts';
export { type PortalEmail, sendPortalEmail } from './features/mail/sending/portalMail.ts';
export type { TicketEvent } from './features/tickets/events.ts';
export type { AfterTicketEventHook } from './features/tickets/options.ts';
export { defineTool, type PortalTool, type PortalToolContext } from './features/tools/appTool.ts';
export { supportPortal } from './plugin.ts';
