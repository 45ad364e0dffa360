export type { RecordId, Role } from './access/roles.ts';
export type { EmailAttempt, RefusedBefore } from './email-log/attempt.ts';
export type { PortalMail } from './mail/portalMail.ts';
export type { MailTransport, OutgoingMail, Refusal, SendResult } from './mail/transport.ts';
export type { AfterEmailHook, BeforeEmailLogHook, SupportPortalOptions } from './options.ts';
export { supportPortal } from './plugin.ts';
