import { isMember, isTeam } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { statusGauge } from '../../core/metrics/gauges.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { eraseSenders } from './erase.ts';
import { requestEvents } from './events.ts';
import { linkTarget } from './files/uploadTarget.ts';
import { requestLinks } from './linkKind.ts';
import { sendRequestMail } from './mails/mails.ts';
import { requestMailQueue } from './mails/send.ts';
import { completeAtLink, uploadToLink, withdrawFromLink } from './operations/atLink.ts';
import {
  closeUploadRequest,
  createUploadRequest,
  judgeUploadRequestItem,
  remindOfUploadRequest,
  reopenUploadRequest,
  updateUploadRequest,
} from './operations/changeRequests.ts';
import { getUploadRequest, linkOperations, listUploadRequests } from './operations/readRequests.ts';
import { requestPages } from './pages/pages.ts';
import { assertNotAwaited, closeRequestsOf } from './places.ts';
import { processDueRequests } from './record/ends.ts';
import { statusSql } from './record/storedRequest.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { requestTools } from './tools.ts';
import { requestStatuses } from './vocabulary.ts';

declare module '../../core/access/scopes.ts' {
  interface Scopes {
    'upload-requests:read': true;
    'upload-requests:write': true;
  }
}

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    uploadRequests?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    uploadRequests: typeof en;
  }
}

const operations = [
  listUploadRequests,
  createUploadRequest,
  getUploadRequest,
  updateUploadRequest,
  closeUploadRequest,
  reopenUploadRequest,
  remindOfUploadRequest,
  judgeUploadRequestItem,
  linkOperations.createRecordLink,
  linkOperations.listRecordLinks,
  linkOperations.revokeRecordLink,
  linkOperations.listRecordActivity,
  linkOperations.openRecord,
];

/** The operations of the holders of links. Without the pages for clients there are none. */
const atLink = [uploadToLink, withdrawFromLink, completeAtLink];

/** The files that came for each upload request. */
const requestTables = `
  create table if not exists support_portal.upload_request_files (
    request_id text not null, file_id text not null, filename text not null, size_bytes bigint not null, mime_type text not null,
    item_id uuid, link_id uuid not null, recipient_id uuid, is_rejected boolean not null default false,
    uploaded_at timestamptz not null default now(), told_at timestamptz, primary key (request_id, file_id));
  create index if not exists upload_request_files_untold_idx on support_portal.upload_request_files (request_id, uploaded_at)
    where told_at is null`;

/** Upload requests: files that people without an account are asked for, one by one, each by a link of their own. */
export const uploadRequests: Feature = {
  name: 'upload-requests',
  tables: requestTables,
  scopes: { 'upload-requests:read': isMember, 'upload-requests:write': isTeam },
  collections: {
    uploadRequests: {
      slug: 'upload-requests',
      takes: 'fields',
      isWrittenByPortal: true,
      record: { type: 'upload_request', word: 'uploadRequests:collection:singular' },
    },
  },
  collectionHooks: (portal) => ({ folders: { beforeDelete: [assertNotAwaited(portal)] } }),
  peopleHooks: (portal) => ({ organizations: { beforeDelete: [closeRequestsOf(portal)] } }),
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    'upload-requests': {
      name: 'Upload requests',
      description: 'Files that people are asked for, with a link for each of them.',
    },
  },
  operations: (_features, { clients }) => (clients.disabled ? operations : [...operations, ...atLink]),
  linkKinds: [requestLinks],
  uploadTargets: [linkTarget],
  clientPages: requestPages,
  tools: requestTools,
  events: requestEvents,
  hasEventsForTeam: true,
  start(payload, portal) {
    registerWorker(payload, requestMailQueue, (job) => sendRequestMail(payload, portal, job));
    return undefined;
  },
  polls: [{ failure: 'Upload requests could not be followed', run: processDueRequests }],
  // After that of the links: it takes the names of recipients who were erased.
  erase: eraseSenders,
  dashboardActions: ['AskForFilesHere'],
  customerParts: [
    { name: 'customerRequests', component: 'CustomerRequests', on: ['ticket', 'organization'], place: 4 },
  ],
  mailTypes: {
    upload_request: 'uploadRequests:mailType:request',
    upload_request_reminder: 'uploadRequests:mailType:reminder',
    upload_received: 'uploadRequests:mailType:received',
    upload_receipt: 'uploadRequests:mailType:receipt',
  },
  gauges: (payload, portal) => [
    statusGauge(payload, {
      name: 'upload_requests',
      help: 'Upload requests by status; of all processes.',
      slug: portal.options.slugs.uploadRequests,
      statusSql,
      statuses: requestStatuses,
    }),
  ],
};
