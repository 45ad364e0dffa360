import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { emailChangeQueue, sendEmailChangeMail } from './emailChangeMails.ts';
import { pruneChanges } from './emailChanges.ts';
import { endFormerAccess, eraseChanges } from './ends.ts';
import { confirmEmailChange, showEmailChange } from './operations/emailChanges.ts';
import { askOwnEmail, keepOwnEmail } from './ownEmail.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    emailChanges: typeof en;
  }
}

/** The email addresses that people want for their accounts and have not confirmed yet. */
const emailChangeTables = `
  create table if not exists support_portal.email_changes (
    user_id text primary key, id uuid not null unique, email text not null, bound_to text not null,
    token_hash text unique, created_at timestamptz not null default now(), expires_at timestamptz not null)`;

/** Email addresses that people want for their accounts: asked and confirmed by mail. */
export const emailChanges: Feature = {
  name: 'email-changes',
  tables: emailChangeTables,
  collectionHooks: (portal) => ({
    users: { beforeChange: [keepOwnEmail(portal), endFormerAccess], afterChange: [askOwnEmail(portal)] },
  }),
  texts: { en: { ...en }, de: { ...de } },
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
