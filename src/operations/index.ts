import { createApiKey } from './api-keys/createApiKey.ts';
import { getApiKeyChoices } from './api-keys/getApiKeyChoices.ts';
import { listApiKeys } from './api-keys/listApiKeys.ts';
import { revokeApiKey } from './api-keys/revokeApiKey.ts';
import { tick } from './background/tick.ts';
import { exportEmailLog } from './email-log/exportEmailLog.ts';
import { getRetention } from './email-log/getRetention.ts';
import { listEmailLog } from './email-log/listEmailLog.ts';
import { purgeEmailLog } from './email-log/purgeEmailLog.ts';
import { sendTestMail } from './email-log/sendTestMail.ts';
import { deleteFile } from './files/deleteFile.ts';
import { downloadFile } from './files/downloadFile.ts';
import { getFile } from './files/getFile.ts';
import { listFiles } from './files/listFiles.ts';
import { uploadFile } from './files/uploadFile.ts';
import { createFolder } from './folders/createFolder.ts';
import { deleteFolder } from './folders/deleteFolder.ts';
import { getFolder } from './folders/getFolder.ts';
import { listFolders } from './folders/listFolders.ts';
import { renameFolder } from './folders/renameFolder.ts';
import { getMetrics } from './metrics/getMetrics.ts';
import type { Operation } from './operation.ts';
import { listOrganizations } from './people/listOrganizations.ts';
import { listUsers } from './people/listUsers.ts';
import { withStaffDoors } from './staffDoors.ts';
import { createReply } from './tickets/createReply.ts';
import { createTicket } from './tickets/createTicket.ts';
import { getTicket } from './tickets/getTicket.ts';
import { listReplies } from './tickets/listReplies.ts';
import { listTickets } from './tickets/listTickets.ts';
import { updateTicket } from './tickets/updateTicket.ts';
import { createWebhook } from './webhooks/createWebhook.ts';
import { deleteWebhook } from './webhooks/deleteWebhook.ts';
import { getWebhook } from './webhooks/getWebhook.ts';
import { getWebhookDelivery } from './webhooks/getWebhookDelivery.ts';
import { listWebhookDeliveries } from './webhooks/listWebhookDeliveries.ts';
import { listWebhooks } from './webhooks/listWebhooks.ts';
import { recoverWebhook } from './webhooks/recoverWebhook.ts';
import { redeliverWebhook } from './webhooks/redeliverWebhook.ts';
import { rotateWebhookSecret } from './webhooks/rotateWebhookSecret.ts';
import { testWebhook } from './webhooks/testWebhook.ts';
import { updateWebhook } from './webhooks/updateWebhook.ts';

/** Every use case of the portal; routes, documents and tools are made from this list. */
export const operations: readonly Operation[] = [
  listTickets,
  createTicket,
  getTicket,
  updateTicket,
  listReplies,
  createReply,
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
  getRetention,
  sendTestMail,
  getMetrics,
  listApiKeys,
  createApiKey,
  getApiKeyChoices,
  revokeApiKey,
  tick,
];
