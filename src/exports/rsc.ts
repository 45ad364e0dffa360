export { AlertsState } from '../features/alerts/admin/AlertsState.tsx';
export { PersonSessions } from '../features/client-sessions/admin/PersonSessions.tsx';
export { PortalAlerts } from '../features/dashboard/admin/PortalAlerts.tsx';
export { MailWidget } from '../features/email-log/admin/dashboard/MailWidget.tsx';
export { EmailLogList } from '../features/email-log/admin/EmailLogList.tsx';
export { EmailPage } from '../features/email-log/admin/EmailPage.tsx';
export { PersonMails } from '../features/email-log/admin/PersonMails.tsx';
export { RetentionNote } from '../features/email-log/admin/RetentionNote.tsx';
export { InboundList } from '../features/inbound/admin/InboundList.tsx';
export { InboundMailPage } from '../features/inbound/admin/InboundMailPage.tsx';
export { MailboxState } from '../features/inbound/admin/MailboxState.tsx';
export { MailCarriers } from '../features/mail/admin/MailCarriers.tsx';
export { TicketList } from '../features/tickets/admin/list/TicketList.tsx';
export { PersonField } from '../features/tickets/admin/page/PersonField.tsx';
export { RequesterBounce } from '../features/tickets/admin/page/RequesterBounce.tsx';
export { TicketHead } from '../features/tickets/admin/page/TicketHead.tsx';
export { TicketEmails, TicketEmailsTab } from '../features/tickets/admin/TicketEmails.tsx';
export { TicketHistory } from '../features/tickets/admin/TicketHistory.tsx';
export { TicketsWidget } from '../features/tickets/admin/TicketsWidget.tsx';
export { DeliveryPage } from '../features/webhooks/admin/DeliveryPage.tsx';
export {
  WebhookEventsCell,
  WebhookHealthCell,
  WebhooksHeader,
} from '../features/webhooks/admin/WebhookListParts.tsx';
export { WebhookPage } from '../features/webhooks/admin/WebhookPage.tsx';
export { WebhooksWidget } from '../features/webhooks/admin/WebhooksWidget.tsx';
