import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { chooseOrganization } from '../../organizations/chooseOrganization.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { findWebhook } from '../../webhooks/findWebhook.ts';
import { assertDestination, registerWebhook } from '../../webhooks/register.ts';
import { defineOperation } from '../operation.ts';
import { idField } from '../shared/fields.ts';
import { recordIdIn } from '../shared/recordId.ts';
import { eventsField, exampleSecret, mayUseWebhooks, toWebhook, urlField, webhookFields } from './webhook.ts';

export const createWebhook = defineOperation({
  name: 'create_webhook',
  summary: 'Registers a webhook. The answer shows its secret for the only time.',
  method: 'POST',
  path: '/v1/webhooks',
  gate: mayUseWebhooks,
  scope: 'webhooks:write',
  takesStaffSessions: true,
  input: z.strictObject({
    url: urlField,
    events: eventsField,
    organization_id: idField
      .optional()
      .describe('For keys that span organizations: whose events it sees; left out, all.'),
  }),
  spanningFields: ['organization_id'],
  output: z.strictObject({
    ...webhookFields,
    secret: z
      .string()
      .describe('Verifies signatures; begins with `whsec_`.')
      .meta({ examples: [exampleSecret] }),
  }),
  status: 201,
  answerHeaders: ['Location'],
  examples: { input: { url: 'https://example.com/hooks', events: ['ticket.created', 'ticket.updated'] } },
  async run({ url, events, organization_id }, { caller, payload, portal, req }) {
    const wanted = recordIdIn(
      payload,
      { organization_id },
      'organization_id',
      portal.options.slugs.organizations,
    );
    await assertDestination(url, portal);
    return inTransaction(req, async () => {
      const organization =
        caller.spans && wanted === undefined
          ? null
          : await chooseOrganization({ req, portal, principal: caller, wanted });
      const { id, secret } = await registerWebhook(
        { req, portal },
        { url, events, organization, owner: caller.id },
      );
      const stored = await findWebhook({ req, portal, caller, id: String(id) });
      const { disabled_reason: _, ...output } = toWebhook(stored);
      const location = `${apiRouteOf(payload, portal)}/v1/webhooks/${output.id}`;
      return { output: { ...output, secret }, headers: { Location: location } };
    });
  },
});
