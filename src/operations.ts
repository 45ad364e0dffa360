import type { Operation } from './core/http/operation.ts';
import { withStaffDoors } from './core/http/staffDoors.ts';
import { testAlerts } from './features/alerts/operations/testAlerts.ts';
import { createApiKey, revokeApiKey } from './features/api-keys/operations/changeApiKeys.ts';
import { getApiKeyChoices, listApiKeys } from './features/api-keys/operations/readApiKeys.ts';
import { receiveMailEvents } from './features/delivery/operations/receiveMailEvents.ts';
import { eraseAddressInLog } from './features/email-log/operations/eraseAddress.ts';
import { getRetention, purgeEmailLog } from './features/email-log/operations/purgeEmailLog.ts';
import { exportEmailLog, listEmailLog } from './features/email-log/operations/readEmailLog.ts';
import { deleteFile, uploadFile } from './features/files/operations/changeFiles.ts';
import { downloadFile } from './features/files/operations/downloadFile.ts';
import {
  createFolder,
  deleteFolder,
  renameFolder,
} from './features/files/operations/folders/changeFolders.ts';
import { getFolder, listFolders } from './features/files/operations/folders/readFolders.ts';
import { getFile, listFiles } from './features/files/operations/readFiles.ts';
import { getInboundMail, listInboundMails } from './features/inbound/operations/readInboundMails.ts';
import { receiveInboundMail } from './features/inbound/operations/receiveInboundMail.ts';
import { acceptInboundMail, discardInboundMail } from './features/inbound/operations/settleInboundMail.ts';
import { testMailbox } from './features/inbound/operations/tryMailbox.ts';
import { sendTestMail } from './features/mail/operations/sendTestMail.ts';
import { getMetrics } from './features/monitoring/operations/getMetrics.ts';
import { tick } from './features/monitoring/operations/tick.ts';
import { listOrganizations } from './features/people/operations/listOrganizations.ts';
import { listUsers } from './features/people/operations/listUsers.ts';
import { listSavedReplies } from './features/saved-replies/operations/listSavedReplies.ts';
import { answerTicket } from './features/tickets/operations/answerTicket.ts';
import { createTicket, updateTicket } from './features/tickets/operations/changeTickets.ts';
import { mergeTicket } from './features/tickets/operations/mergeTicket.ts';
import { getTicket, listTickets } from './features/tickets/operations/readTickets.ts';
import { createReply, listReplies } from './features/tickets/operations/replies.ts';
import { sharePresence } from './features/tickets/operations/sharePresence.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './features/webhooks/operations/changeWebhooks.ts';
import { getWebhookDelivery, listWebhookDeliveries } from './features/webhooks/operations/deliveries.ts';
import { getWebhook, listWebhooks } from './features/webhooks/operations/readWebhooks.ts';
import { recoverWebhook, redeliverWebhook, testWebhook } from './features/webhooks/operations/redeliver.ts';

/**
 * Every use case of the portal. Routes and documents are made from this list. The tools among them are listed in
 * `src/features/tools/builtIn.ts`; `src/core/http/table.ts` adds the operations that serve tools.
 */
export const operations: readonly Operation[] = [
  listTickets,
  createTicket,
  getTicket,
  updateTicket,
  ...withStaffDoors([mergeTicket]),
  listReplies,
  createReply,
  answerTicket,
  sharePresence,
  listSavedReplies,
  listFolders,
  createFolder,
  getFolder,
  renameFolder,
  deleteFolder,
  listFiles,
  uploadFile,
  getFile,
  deleteFile,
  downloadFile,
  listOrganizations,
  listUsers,
  ...withStaffDoors([
    createWebhook,
    listWebhooks,
    getWebhook,
    updateWebhook,
    deleteWebhook,
    rotateWebhookSecret,
    testWebhook,
    listWebhookDeliveries,
    getWebhookDelivery,
    redeliverWebhook,
    recoverWebhook,
  ]),
  listEmailLog,
  exportEmailLog,
  purgeEmailLog,
  eraseAddressInLog,
  getRetention,
  sendTestMail,
  getMetrics,
  receiveInboundMail,
  receiveMailEvents,
  testMailbox,
  testAlerts,
  listInboundMails,
  getInboundMail,
  acceptInboundMail,
  discardInboundMail,
  listApiKeys,
  createApiKey,
  getApiKeyChoices,
  revokeApiKey,
  tick,
];
