import type { EventProviderName } from '../../../core/shared/portal/mailProviders.ts';
import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import type { EventProvider } from './provider.ts';
import { resend } from './resend.ts';
import { sendgrid } from './sendgrid.ts';
import { ses } from './ses.ts';

export const providers: Readonly<Record<EventProviderName, EventProvider>> = {
  resend,
  postmark,
  ses,
  mailgun,
  sendgrid,
};
