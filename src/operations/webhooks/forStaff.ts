import { isStaff } from '../../access/roles.ts';
import type { Operation } from '../operation.ts';
import { createWebhook } from './createWebhook.ts';
import { deleteWebhook } from './deleteWebhook.ts';
import { recoverWebhook } from './recoverWebhook.ts';
import { redeliverWebhook } from './redeliverWebhook.ts';
import { rotateWebhookSecret } from './rotateWebhookSecret.ts';
import { testWebhook } from './testWebhook.ts';
import { updateWebhook } from './updateWebhook.ts';

/** The same use case at an address that takes sessions: below `/v1` a session is no credential. */
const forStaff = (operation: Operation): Operation => ({
  ...operation,
  name: `${operation.name}_for_staff`,
  summary: `${operation.summary} For staff, by a session too.`,
  path: `/portal${operation.path}`,
  gate: isStaff,
});

/** What staff do with webhooks in the admin UI. */
export const webhooksForStaff: readonly Operation[] = [
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  redeliverWebhook,
  recoverWebhook,
].map(forStaff);
