import { isStaff } from '../../access/roles.ts';
import type { Operation } from '../operation.ts';
import { createWebhook } from './createWebhook.ts';
import { deleteWebhook } from './deleteWebhook.ts';
import { recoverWebhook } from './recoverWebhook.ts';
import { redeliverWebhook } from './redeliverWebhook.ts';
import { rotateWebhookSecret } from './rotateWebhookSecret.ts';
import { testWebhook } from './testWebhook.ts';
import { updateWebhook } from './updateWebhook.ts';

/** The same use case for staff who are logged in, since below `/v1` a session is no credential. */
const bySession = (operation: Operation): Operation => ({
  ...operation,
  name: `${operation.name}_by_session`,
  summary: `${operation.summary} For staff who are logged in.`,
  path: `/portal${operation.path}`,
  gate: isStaff,
  scope: null,
});

/** What the admin UI does with webhooks. */
export const webhooksBySession: readonly Operation[] = [
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  redeliverWebhook,
  recoverWebhook,
].map(bySession);
