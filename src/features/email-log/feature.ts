import { isAdministrator, isStaff } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { bounces, findLogWarnings, mailFailing, spoolGrowing } from './alerts.ts';
import { moveMailsOfTicket } from './deliveries/relatedMails.ts';
import { emailLogOf } from './emailLog.ts';
import { reencryptErasures } from './erasure/erase.ts';
import { eraseAddressInLog } from './operations/eraseAddress.ts';
import { getRetention, purgeEmailLog } from './operations/purgeEmailLog.ts';
import { exportEmailLog, listEmailLog } from './operations/readEmailLog.ts';
import { emailLogOptions } from './options.ts';
import { prepareEmailLog } from './prepare.ts';
import { runRetention } from './retention/retention.ts';
import { startEmailLog } from './start.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { emailLogTools } from './tools.ts';

// The parts that other features use.
export { type LastMail, lastMailsAbout } from './deliveries/relatedMails.ts';
export {
  type DeliveryState,
  deliveryStates,
  type EventSource,
  type MailEvent,
} from './deliveries/vocabulary.ts';
export type { MailUnderWay } from './emailLog.ts';
export { emailLogOf } from './emailLog.ts';
export { erased } from './erasure/erased.ts';
export { prepareEmailLog } from './prepare.ts';
export { countEmails, findEmails, type LogTables, logTables } from './reading/query.ts';
export { type EmailAttempt, emptyRow, longestKey } from './row.ts';

declare module '../../core/access/scopes.ts' {
  interface Scopes {
    'email-log:read': true;
    'email-log:purge': true;
  }
}

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    emailLog?: CollectionOptions;
    emailLogPurges?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    emailLog: typeof en;
  }
}

/** The outbound email log: one row for each mail. */
export const emailLog: Feature = {
  name: 'email-log',
  scopes: { 'email-log:read': isStaff, 'email-log:purge': isAdministrator },
  collections: {
    emailLog: { slug: 'email-log', takes: 'fields', isWrittenByPortal: true },
    emailLogPurges: { slug: 'email-log-purges', takes: 'fields', isWrittenByPortal: true },
  },
  options: emailLogOptions,
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    'email-log': {
      name: 'Email log',
      description: 'Every mail that was handed to a transport, and its outcome.',
    },
  },
  operations: [listEmailLog, exportEmailLog, purgeEmailLog, eraseAddressInLog, getRetention],
  tools: emailLogTools,
  start: startEmailLog,
  dailyTasks: [
    {
      failure: 'The email log could not be pruned',
      async run(payload, { hooks, options }) {
        await prepareEmailLog(payload, options);
        await runRetention(payload, options.slugs, () => hooks.emailLogRetentionDays(payload));
      },
    },
  ],
  followMerge: moveMailsOfTicket,
  reencrypt: reencryptErasures,
  gauges: (payload) => [
    {
      name: 'mail_spool_rows',
      help: 'Rows that the email log does not have yet: of mails under way, or waiting for the database; of this process.',
      labelNames: ['state'],
      read: async () =>
        Object.entries(emailLogOf(payload)?.depth() ?? { under_way: 0, waiting: 0 }).map(
          ([state, value]) => ({ labels: { state }, value }),
        ),
    },
  ],
  alerts: { mail_failing: mailFailing, spool_growing: spoolGrowing, bounces },
  customerParts: [
    { name: 'mails', component: 'CustomerMails', on: ['ticket', 'person', 'organization'], place: 6 },
  ],
  widgets: [
    {
      slug: 'portal-mail',
      component: 'MailWidget',
      label: 'dashboard:widget:mail',
      minWidth: 'medium',
      width: { staff: 'full', others: null },
    },
  ],
  findWarnings: findLogWarnings,
};
