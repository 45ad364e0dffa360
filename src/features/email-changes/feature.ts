import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { emailChangeQueue, sendEmailChangeMail } from './emailChangeMails.ts';
import { pruneChanges } from './emailChanges.ts';
import { endFormerAccess } from './endFormerAccess.ts';
import { eraseChanges } from './eraseChanges.ts';
import { confirmEmailChange, showEmailChange } from './operations/emailChanges.ts';
import { askOwnEmail, keepOwnEmail } from './ownEmail.ts';
import { emailChangeTables } from './tables.ts';
import { emailChangesTexts } from './texts/index.ts';

/** Email addresses that people want for their accounts: asked and confirmed by mail. */
export const emailChanges: Feature = {
  name: 'email-changes',
  tables: emailChangeTables,
  collectionHooks: (portal) => ({
    users: { beforeChange: [keepOwnEmail(portal), endFormerAccess], afterChange: [askOwnEmail(portal)] },
  }),
  texts: emailChangesTexts,
  tags: { 'email-changes': { name: 'People' } },
  mailTypes: { email_change: 'emailChanges:mailType' },
  operations: [showEmailChange, confirmEmailChange],
  start(payload, portal) {
    registerWorker(payload, emailChangeQueue, (job) => sendEmailChangeMail(payload, portal, job));
    return undefined;
  },
  dailyTasks: [
    { failure: 'Changes of email addresses that no one confirmed could not be pruned', run: pruneChanges },
  ],
  erase: eraseChanges,
};
