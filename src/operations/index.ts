import { createApiKey } from './api-keys/createApiKey.ts';
import { listApiKeys } from './api-keys/listApiKeys.ts';
import { revokeApiKey } from './api-keys/revokeApiKey.ts';
import { getRetention } from './email-log/getRetention.ts';
import { listEmailLog } from './email-log/listEmailLog.ts';
import { purgeEmailLog } from './email-log/purgeEmailLog.ts';
import { sendTestMail } from './email-log/sendTestMail.ts';
import type { Operation } from './operation.ts';
import { listOrganizations } from './people/listOrganizations.ts';
import { listUsers } from './people/listUsers.ts';
import { createReply } from './tickets/createReply.ts';
import { createTicket } from './tickets/createTicket.ts';
import { getTicket } from './tickets/getTicket.ts';
import { listReplies } from './tickets/listReplies.ts';
import { listTickets } from './tickets/listTickets.ts';
import { updateTicket } from './tickets/updateTicket.ts';

/** Every use case of the portal; routes, documents and tools are made from this list. */
export const operations: readonly Operation[] = [
  listTickets,
  createTicket,
  getTicket,
  updateTicket,
  listReplies,
  createReply,
  listOrganizations,
  listUsers,
  listEmailLog,
  purgeEmailLog,
  getRetention,
  sendTestMail,
  listApiKeys,
  createApiKey,
  revokeApiKey,
];
