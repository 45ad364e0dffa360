import { isMember, isTeam } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { statusGauge } from '../../core/metrics/statusGauge.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { eraseSenders } from './erase.ts';
import { requestEvents } from './events.ts';
import { linkTarget } from './files/uploadTarget.ts';
import { requestLinks } from './linkKind.ts';
import { requestMailQueue } from './mails/mailQueue.ts';
import { sendRequestMail } from './mails/mails.ts';
import { completeAtLink, uploadToLink, withdrawFromLink } from './operations/atLink.ts';
import {
  closeUploadRequest,
  createUploadRequest,
  judgeUploadRequestItem,
  remindOfUploadRequest,
  reopenUploadRequest,
  updateUploadRequest,
} from './operations/changeRequests.ts';
import { linkOperations } from './operations/links.ts';
import { getUploadRequest, listUploadRequests } from './operations/readRequests.ts';
import { requestPages } from './pages/pages.ts';
import { assertNotAwaited, closeRequestsOf } from './places.ts';
import { processDueRequests } from './record/ends.ts';
import { statusSql } from './record/storedRequest.ts';
import { requestTables } from './tables.ts';
import { uploadRequestsTexts } from './texts/index.ts';
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
  texts: uploadRequestsTexts,
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
