import '../core/ui/base.css';

export { AlertsState } from '../features/alerts/admin/AlertsState.tsx';
export { AgencyMark } from '../features/client-sessions/admin/AgencyMark.tsx';
export { CustomerVisit } from '../features/client-sessions/admin/CustomerVisit.tsx';
export { PersonSessions } from '../features/client-sessions/admin/PersonSessions.tsx';
export { PortalAlerts } from '../features/dashboard/admin/PortalAlerts.tsx';
export { PortalWork } from '../features/dashboard/admin/PortalWork.tsx';
export { EventsState } from '../features/delivery/admin/EventsState.tsx';
export { CustomerMails } from '../features/email-log/admin/CustomerMails.tsx';
export { MailWidget } from '../features/email-log/admin/dashboard/MailWidget.tsx';
export { EmailLogList } from '../features/email-log/admin/list/EmailLogList.tsx';
export { RetentionNote } from '../features/email-log/admin/list/RetentionNote.tsx';
export { EmailPage } from '../features/email-log/admin/mail/EmailPage.tsx';
export { CustomerFiles } from '../features/files/admin/CustomerFiles.tsx';
export { InboundList } from '../features/inbound/admin/list/InboundList.tsx';
export { InboundMailPage } from '../features/inbound/admin/mail/InboundMailPage.tsx';
export { MailboxState } from '../features/inbound/admin/mailbox/MailboxState.tsx';
export { BlockedSenders } from '../features/inbound/admin/senders/Senders.tsx';
export { MailCarriers } from '../features/mail/admin/MailCarriers.tsx';
export { CustomerCard, OrganizationPeople } from '../features/people/admin/CustomerCard.tsx';
export { CustomerTickets } from '../features/tickets/admin/CustomerTickets.tsx';
export { TicketList } from '../features/tickets/admin/list/TicketList.tsx';
export { PersonField } from '../features/tickets/admin/page/fields/PersonField.tsx';
export { RequesterBounce } from '../features/tickets/admin/page/fields/RequesterBounce.tsx';
export { TicketHead } from '../features/tickets/admin/page/TicketHead.tsx';
export { TicketEmails, TicketEmailsTab } from '../features/tickets/admin/TicketEmails.tsx';
export { TicketHistory } from '../features/tickets/admin/TicketHistory.tsx';
export { TicketsWidget } from '../features/tickets/admin/TicketsWidget.tsx';
export {
  CustomerTransfers,
  SendFilesHere,
  TransferFetchedCell,
  TransferPage,
  TransferStatusCell,
  TransfersHeader,
} from '../features/transfers/admin/TransferPage.tsx';
export {
  AskForFilesHere,
  CustomerRequests,
  RequestMissingCell,
  RequestPage,
  RequestStatusCell,
  RequestsHeader,
} from '../features/upload-requests/admin/RequestPage.tsx';
export { DeliveryPage } from '../features/webhooks/admin/DeliveryPage.tsx';
export {
  WebhookEventsCell,
  WebhookHealthCell,
  WebhooksHeader,
} from '../features/webhooks/admin/WebhookListParts.tsx';
export { WebhookPage } from '../features/webhooks/admin/WebhookPage.tsx';
export { WebhooksWidget } from '../features/webhooks/admin/WebhooksWidget.tsx';
