import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { serveLinked } from './downloads/serveLinked.ts';
import { pruneSendings } from './downloads/storedDownloads.ts';
import { eraseRecipients, pruneActivity } from './ends.ts';
import { linkCredential } from './holders.ts';
import { linkMailQueue, sendLinkMail } from './mails/mails.ts';
import { downloadFromLink, readLink } from './operations/readLink.ts';
import { askForLinkCode, unlockLink } from './operations/unlockLink.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { pruneCodes } from './unlock/codes.ts';

// The parts that other features use.
export { type Activity, recordActivity } from './activity.ts';
export { assertLinkable } from './address.ts';
export {
  assertUnlocked,
  findKept,
  type KeptLink,
  keepLink,
  linkErrors,
  linkHolderIn,
  linkHolders,
  turnOfLink,
} from './holders.ts';
export {
  type AtLink,
  type CountedDownload,
  type LinkAccess,
  type LinkedFile,
  type LinkKind,
  linkAccesses,
} from './linkKind.ts';
export { noticeAddress, senderOf } from './mails/mails.ts';
export { type Addressee, composeForRecipient, type RecipientMail } from './mails/recipientMail.ts';
export {
  buildRecordMails,
  claimReminders,
  forgetReminders,
  type RecordMailContext,
} from './mails/recordMails.ts';
export { linkPath } from './operations/readLink.ts';
export { recordList } from './operations/recordList.ts';
export { recordOperations } from './operations/recordOperations.ts';
export { showLinked } from './operations/showLinked.ts';
export type { Shown } from './pages/linkPages.ts';
export { atLink, buildLinkPages, headOf, type LinkView } from './pages/linkPages.ts';
export { checkRecipients, recipientFields, withoutTwins } from './recipients/recipientInput.ts';
export {
  addRecipients,
  findRecipient,
  isErased,
  nameOfRecipient,
  type Recipient,
  recipientsOf,
} from './recipients/recipients.ts';
export { shownRecipientFields } from './recipients/shownRecipient.ts';
export {
  accessField,
  endField,
  latestEnd,
  linkLimits,
  messageField,
  passwordField,
  usualEnd,
} from './records/fields.ts';
export { noteOpened, type Reader, storedRecords } from './records/storedRecords.ts';
export {
  linksOf,
  mayBeLinked,
  type ReplacedLinks,
  revokeLinks,
  type StoredLink,
} from './storedLinks.ts';
export { passwordHashOf } from './unlock/password.ts';

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    linkActivity?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    links: typeof en;
  }
}

/** Recipients and their links; the secrets, codes and downloads of a link, which go with it. */
const linkTables = `
  create table if not exists support_portal.link_recipients (
    id uuid primary key default gen_random_uuid(), kind text not null, record_id text not null, email text not null,
    name text, created_at timestamptz not null default now(), sent_at timestamptz, reminded_at timestamptz,
    opened_at timestamptz, downloaded_at timestamptz, downloads integer not null default 0);
  create index if not exists link_recipients_record_idx on support_portal.link_recipients (kind, record_id);
  create index if not exists link_recipients_email_idx on support_portal.link_recipients (email);
  create table if not exists support_portal.links (
    id uuid primary key default gen_random_uuid(), kind text not null, record_id text not null,
    recipient_id uuid references support_portal.link_recipients (id) on delete cascade, label text,
    created_at timestamptz not null default now(), wrong integer not null default 0, opened_at timestamptz,
    stopped_at timestamptz, revoked_at timestamptz);
  alter table support_portal.links add column if not exists tried_at timestamptz;
  create index if not exists links_record_idx on support_portal.links (kind, record_id);
  create index if not exists links_recipient_idx on support_portal.links (recipient_id);
  create table if not exists support_portal.link_tokens (
    token_hash text primary key, link_id uuid not null references support_portal.links (id) on delete cascade,
    created_at timestamptz not null default now());
  create index if not exists link_tokens_link_idx on support_portal.link_tokens (link_id);
  create table if not exists support_portal.link_codes (
    link_id uuid primary key references support_portal.links (id) on delete cascade, code_hash text,
    tries integer not null default 0, asked_at timestamptz not null default now(), sent_at timestamptz);
  create table if not exists support_portal.link_downloads (
    id uuid primary key default gen_random_uuid(), link_id uuid not null references support_portal.links (id) on delete cascade,
    file_id text not null, size bigint not null, sent jsonb not null default '[]',
    begun_at timestamptz not null default now(), last_at timestamptz not null default now(), completed_at timestamptz);
  alter table support_portal.link_downloads add column if not exists is_repeated boolean not null default false;
  create index if not exists link_downloads_link_idx on support_portal.link_downloads (link_id, file_id);
  create table if not exists support_portal.link_sendings (
    id uuid primary key default gen_random_uuid(),
    download_id uuid not null references support_portal.link_downloads (id) on delete cascade,
    start bigint not null, until bigint not null, held_until timestamptz not null);
  create index if not exists link_sendings_download_idx on support_portal.link_sendings (download_id)`;

/** Links that lead people without an account to one record: their secrets, their locks, their API and their activity. */
export const links: Feature = {
  name: 'links',
  tables: linkTables,
  collections: {
    linkActivity: { slug: 'link-activity', takes: 'fields', isWrittenByPortal: true },
  },
  texts: { en: { ...en }, de: { ...de } },
  tags: { links: { name: 'Links', description: 'The public door of the links that mails hold.' } },
  operations: (features, { clients }) =>
    clients.disabled ? [] : [readLink(features), unlockLink, askForLinkCode, downloadFromLink],
  serveLinked,
  uploadCredential: linkCredential,
  securitySchemes: {
    [linkCredential.scheme]: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'spl_…',
      description:
        'The secret of a link, with the cookie of `unlock_link` if the link asks for more. `Origin`, if a browser sends it, must be the portal’s own.',
    },
  },
  start(payload, portal) {
    registerWorker(payload, linkMailQueue, (job) => sendLinkMail(payload, portal, job));
    return undefined;
  },
  polls: [
    { failure: 'Codes of links that are over could not be forgotten', run: pruneCodes },
    { failure: 'Downloads that broke off could not be forgotten', run: pruneSendings },
  ],
  dailyTasks: [{ failure: 'Old activity of links could not be pruned', run: pruneActivity }],
  erase: eraseRecipients,
  mailTypes: { link_stopped: 'links:mailType:stopped' },
};
