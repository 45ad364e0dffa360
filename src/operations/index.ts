import { createApiKey, revokeApiKey } from './api-keys/changeApiKeys.ts';
import { getApiKeyChoices, listApiKeys } from './api-keys/readApiKeys.ts';
import { confirmEmailChange, showEmailChange } from './email-changes/emailChanges.ts';
import { eraseAddressInLog } from './email-log/eraseAddress.ts';
import { getRetention, purgeEmailLog } from './email-log/purgeEmailLog.ts';
import { exportEmailLog, listEmailLog } from './email-log/readEmailLog.ts';
import { sendTestMail } from './email-log/sendTestMail.ts';
import { deleteFile, uploadFile } from './files/changeFiles.ts';
import { downloadFile } from './files/downloadFile.ts';
import { getFile, listFiles } from './files/readFiles.ts';
import { createFolder, deleteFolder, renameFolder } from './folders/changeFolders.ts';
import { getFolder, listFolders } from './folders/readFolders.ts';
import { getMetrics } from './getMetrics.ts';
import { getInboundMail, listInboundMails } from './inbound-mails/readInboundMails.ts';
import { receiveInboundMail } from './inbound-mails/receiveInboundMail.ts';
import { acceptInboundMail, discardInboundMail } from './inbound-mails/settleInboundMail.ts';
import { testMailbox } from './inbound-mails/tryMailbox.ts';
import type { Operation } from './operation.ts';
import { listOrganizations } from './people/listOrganizations.ts';
import { listUsers } from './people/listUsers.ts';
import { receiveMailEvents } from './receiveMailEvents.ts';
import { withStaffDoors } from './staffDoors.ts';
import { testAlerts } from './testAlerts.ts';
import { tick } from './tick.ts';
import { answerTicket } from './tickets/answerTicket.ts';
import { createTicket, updateTicket } from './tickets/changeTickets.ts';
import { listSavedReplies } from './tickets/listSavedReplies.ts';
import { mergeTicket } from './tickets/mergeTicket.ts';
import { getTicket, listTickets } from './tickets/readTickets.ts';
import { createReply, listReplies } from './tickets/replies.ts';
import { sharePresence } from './tickets/sharePresence.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks/changeWebhooks.ts';
import { getWebhookDelivery, listWebhookDeliveries } from './webhooks/deliveries.ts';
import { getWebhook, listWebhooks } from './webhooks/readWebhooks.ts';
import { recoverWebhook, redeliverWebhook, testWebhook } from './webhooks/redeliver.ts';

/**
 * Every use case of the portal. Routes and documents are made from this list. The tools among them are listed in
 * `src/tools/builtIn.ts`; `src/api/table.ts` adds the operations that serve tools.
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
  showEmailChange,
  confirmEmailChange,
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
