import { createLocalReq } from 'payload';
import { isMember, isTeam } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import { registerWorker } from '../../core/jobs/jobs.ts';
import { statusGauge } from '../../core/metrics/gauges.ts';
import type { CollectionOptions } from '../../core/options/collections.ts';
import { transferEvents } from './events.ts';
import { deleteOwnFiles, leaveTransfer } from './files/transferFiles.ts';
import { transferTarget } from './files/uploadTarget.ts';
import { transferLinks } from './linkKind.ts';
import { sendTransferMail } from './mails/mails.ts';
import { endedTransferQueue, transferMailQueue } from './mails/send.ts';
import { createTransfer, revokeTransfer, sendDraft, updateTransfer } from './operations/changeTransfers.ts';
import { getTransfer, listTransfers } from './operations/readTransfers.ts';
import { addTransferRecipient, linkOperations, resendTransfer } from './operations/recipients.ts';
import { addTransferFile, removeTransferFile } from './operations/transferFiles.ts';
import { transferPages } from './pages/pages.ts';
import { endTransfers, revokeTransfersOf } from './record/ends.ts';
import { statusSql } from './record/storedTransfer.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { transferTools } from './tools.ts';
import { transferStatuses } from './vocabulary.ts';

declare module '../../core/access/scopes.ts' {
  interface Scopes {
    'transfers:read': true;
    'transfers:write': true;
  }
}

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    transfers?: CollectionOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    transfers: typeof en;
  }
}

const operations = [
  listTransfers,
  createTransfer,
  getTransfer,
  updateTransfer,
  revokeTransfer,
  addTransferFile,
  removeTransferFile,
  sendDraft,
  linkOperations.createRecordLink,
  linkOperations.listRecordLinks,
  linkOperations.revokeRecordLink,
  addTransferRecipient,
  resendTransfer,
  linkOperations.listRecordActivity,
  linkOperations.openRecord,
];

/** The files of each transfer. */
const transferTables = `
  create table if not exists support_portal.transfer_files (
    transfer_id text not null, file_id text not null, filename text not null, size_bytes bigint not null, mime_type text not null,
    is_own boolean not null, added_at timestamptz not null default now(), primary key (transfer_id, file_id));
  create index if not exists transfer_files_file_idx on support_portal.transfer_files (file_id)`;

/** Transfers: files that are sent to people by links, which end by themselves. */
export const transfers: Feature = {
  name: 'transfers',
  tables: transferTables,
  scopes: { 'transfers:read': isMember, 'transfers:write': isTeam },
  collections: {
    transfers: {
      slug: 'transfers',
      takes: 'fields',
      isWrittenByPortal: true,
      record: { type: 'transfer', word: 'transfers:collection:singular' },
    },
  },
  collectionHooks: (portal) => ({ files: { beforeDelete: [leaveTransfer(portal)] } }),
  peopleHooks: (portal) => ({ organizations: { beforeDelete: [revokeTransfersOf(portal)] } }),
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    transfers: {
      name: 'Transfers',
      description: 'Files that are sent to people, with a link for each of them.',
    },
  },
  operations,
  linkKinds: [transferLinks],
  uploadTargets: [transferTarget],
  clientPages: transferPages,
  tools: transferTools,
  events: transferEvents,
  hasEventsForTeam: true,
  start(payload, portal) {
    registerWorker(payload, transferMailQueue, (job) => sendTransferMail(payload, portal, job));
    registerWorker(payload, endedTransferQueue, async ({ data }) =>
      deleteOwnFiles(await createLocalReq({}, payload), portal, data.transferId),
    );
    return undefined;
  },
  polls: [{ failure: 'Transfers could not be ended', run: endTransfers }],
  dashboardActions: ['SendFilesHere'],
  customerParts: [
    { name: 'customerTransfers', component: 'CustomerTransfers', on: ['ticket', 'organization'], place: 4 },
  ],
  mailTypes: {
    transfer_ready: 'transfers:mailType:ready',
    transfer_reminder: 'transfers:mailType:reminder',
    transfer_downloaded: 'transfers:mailType:downloaded',
    transfer_expired: 'transfers:mailType:expired',
  },
  gauges: (payload, portal) => [
    statusGauge(payload, {
      name: 'transfers',
      help: 'Transfers by status; of all processes.',
      slug: portal.options.slugs.transfers,
      statusSql,
      statuses: transferStatuses,
    }),
  ],
};
