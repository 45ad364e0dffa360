export { EmailLogList } from '../admin/email-log/EmailLogList.tsx';
export { EmailPage } from '../admin/email-log/EmailPage.tsx';
