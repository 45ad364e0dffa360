export { MailWidget } from '../admin/dashboard/MailWidget.tsx';
export { PortalAlerts } from '../admin/dashboard/PortalAlerts.tsx';
export { TicketsWidget } from '../admin/dashboard/TicketsWidget.tsx';
export { WebhooksWidget } from '../admin/dashboard/WebhooksWidget.tsx';
export { EmailLogList } from '../admin/email-log/EmailLogList.tsx';
export { EmailPage } from '../admin/email-log/EmailPage.tsx';
export { MailCarriers } from '../admin/settings/MailCarriers.tsx';
export { RetentionNote } from '../admin/settings/RetentionNote.tsx';
