import { z } from 'zod';
import { isClient } from '../../../core/access/roles.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { locationOf } from '../../../core/http/headers.ts';
import { idField, recordIdIn } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { chooseOrganization } from '../../people/feature.ts';
import { findWebhook } from '../record/findWebhook.ts';
import { isOfClient } from '../record/owners.ts';
import {
  assertDestination,
  assertRoom,
  changeWebhook,
  deleteWebhook as deleteStored,
  registerWebhook,
  rotateSecret,
} from '../record/webhooks.ts';
import { overlapHours } from '../secrets/overlap.ts';
import {
  assertSeesEvents,
  exampleSecret,
  loadWebhook,
  lockToLead,
  lockWebhook,
  mayUseWebhooks,
  toWebhook,
  urlField,
  type WebhookSchemas,
} from './webhook.ts';

export const createWebhook = ({ eventsField, webhookFields }: WebhookSchemas) =>
  defineOperation({
    name: 'create_webhook',
    summary: 'Registers a webhook. Only this response shows its secret.',
    method: 'POST',
    path: '/v1/webhooks',
    who: {
      gate: mayUseWebhooks,
      scope: 'webhooks:write',
      spanningFields: ['organization_id'],
      sessions: ['staff'],
    },
    input: z.strictObject({
      url: urlField,
      events: eventsField,
      organization_id: idField
        .optional()
        .describe(
          'The organization whose events it receives. Default: all. For keys that span organizations.',
        ),
    }),
    response: {
      output: z.strictObject({
        ...webhookFields,
        secret: z
          .string()
          .describe('Verifies signatures; begins with `whsec_`.')
          .meta({ examples: [exampleSecret] }),
      }),
      status: 201,
      headers: ['Location'],
    },
    examples: { input: { url: 'https://example.com/hooks', events: ['ticket.created', 'ticket.updated'] } },
    prepare: ({ url }, { portal }) => assertDestination(url, portal),
    async run({ url, events, organization_id }, { caller, payload, portal, req }) {
      const wanted = recordIdIn(
        payload,
        { organization_id },
        'organization_id',
        portal.options.slugs.organizations,
      );
      return inTransaction(req, async () => {
        const organization =
          caller.spans && wanted === undefined
            ? null
            : await chooseOrganization({ req, portal, principal: caller, wanted });
        if (isClient(caller) && organization !== null) await assertRoom({ req, portal }, organization);
        await assertSeesEvents({ req, portal, caller });
        const { id, secret } = await registerWebhook(
          { req, portal },
          { url, events, organization, owner: caller.id },
        );
        const stored = await findWebhook({ req, portal, caller, id: String(id) });
        const { disabled_reason: _, ...output } = toWebhook(stored);
        return { output: { ...output, secret }, headers: { Location: locationOf(req, output.id) } };
      });
    },
  });

const changeOf = ({ eventsField }: WebhookSchemas) =>
  z
    .strictObject({
      url: urlField.optional(),
      events: eventsField.optional(),
      status: z
        .enum(['enabled', 'disabled'], 'Choose enabled or disabled.')
        .optional()
        .describe('While a webhook is disabled nothing is sent, and new events are stored as failed.'),
    })
    .refine((fields) => Object.keys(fields).length > 0, 'Send at least one field to change.')
    .meta({ minProperties: 1 });

export const updateWebhook = (schemas: WebhookSchemas) =>
  defineOperation({
    name: 'update_webhook',
    summary: 'Changes a webhook. Later attempts go to the new address.',
    method: 'PATCH',
    path: '/v1/webhooks/{webhook_id}',
    who: { gate: mayUseWebhooks, scope: 'webhooks:write', sessions: ['staff'] },
    input: changeOf(schemas),
    response: { output: schemas.webhook, status: 200 },
    examples: { input: { status: 'disabled' } },
    load: loadWebhook,
    async run(change, context) {
      const { portal, req } = context;
      if (change.url !== undefined) await assertDestination(change.url, portal);
      return inTransaction(req, async () => {
        await assertSeesEvents(context);
        const stored =
          change.url === undefined && change.events === undefined
            ? await lockWebhook(context)
            : await lockToLead(context);
        return { output: toWebhook(await changeWebhook({ req, portal, webhook: stored }, change)) };
      });
    },
  });

export const deleteWebhook = defineOperation({
  name: 'delete_webhook',
  summary: 'Deletes a webhook with its deliveries. Pending ones are not attempted again.',
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  who: { gate: mayUseWebhooks, scope: 'webhooks:write', sessions: ['staff'] },
  input: z.strictObject({}),
  response: { output: z.null(), status: 204 },
  load: loadWebhook,
  run: (_input, context, { owner_id }) =>
    inTransaction(context.req, async () => {
      const { portal, req } = context;
      // Clients who see only their own tickets may end what clients have registered.
      if (!(await isOfClient(req, portal, owner_id))) await assertSeesEvents(context);
      await deleteStored({ req, portal, webhook: await lockWebhook(context) });
      return { output: null };
    }),
});

export const rotateWebhookSecret = defineOperation({
  name: 'rotate_webhook_secret',
  summary: 'Replaces the secret. Only this response shows the new one.',
  description: `Secrets that were replaced within the last ${overlapHours} hours sign as well.`,
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  who: { gate: mayUseWebhooks, scope: 'webhooks:write', sessions: ['staff'] },
  input: z.strictObject({}),
  body: { isOptional: true },
  response: {
    output: z.strictObject({ secret: z.string().meta({ examples: [exampleSecret] }) }),
    status: 200,
  },
  errors: ['conflict'],
  load: loadWebhook,
  run: (_input, context) =>
    inTransaction(context.req, async () => {
      const { portal, req } = context;
      await assertSeesEvents(context);
      return { output: { secret: await rotateSecret({ req, portal, webhook: await lockToLead(context) }) } };
    }),
});
