import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { isClient, isStaff, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { issueOf } from '../../../core/http/input/fields.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { seesWholeOrganizations } from '../../../core/reach/reachSql.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import type { Subscription } from '../events.ts';
import { assertEnabled, findWebhook, type StoredWebhook } from '../record/findWebhook.ts';
import { giveToClient } from '../record/owners.ts';

/** Staff, and clients for their own organization; representatives have no webhooks. */
export const mayUseWebhooks = (principal: Principal | null): boolean =>
  isStaff(principal) || isClient(principal);

const longestUrl = 2_048;

const mostEvents = 20;

export const urlField = z
  .string('Enter a URL, as text.')
  .max(longestUrl, `Enter at most ${longestUrl} characters.`)
  .describe('Begins with `https://`; no credentials in it.');

export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The schemas of webhooks, by the names to which they can subscribe. */
export const webhookSchemas = (subscriptions: readonly Subscription[]) => {
  const names = z.enum(subscriptions as [string, ...string[]], `Choose from ${subscriptions.join(', ')}.`);
  const eventsField = z
    .array(names, `Choose from ${subscriptions.join(', ')}.`)
    .refine(
      ({ length }) => length >= 1 && length <= mostEvents,
      issueOf(say('errors:webhook:events', { most: mostEvents })),
    )
    .transform((events) => [...new Set(events)])
    .describe('The events that the webhook receives. Duplicates are removed.')
    .meta({ minItems: 1, maxItems: mostEvents });
  const webhookFields = {
    id: z.string(),
    url: z.string().meta({ examples: ['https://example.com/hooks'] }),
    events: z.array(z.enum(subscriptions as [string, ...string[]])),
    status: z.enum(['enabled', 'disabled']),
    organization_id: z
      .string()
      .nullable()
      .describe('The organization whose events it receives; null for all.'),
    created_at: z.iso.datetime(),
  };
  const webhook = z
    .strictObject({
      ...webhookFields,
      disabled_reason: z
        .enum(['owner', 'gone', 'failing'])
        .nullable()
        .describe(
          '`owner`: by PATCH; `gone`: by a 410; `failing`: by five days of failing; null while enabled.',
        )
        .meta({ examples: [null] }),
    })
    .meta({ id: 'Webhook' });
  return { eventsField, webhookFields, webhook };
};

export type WebhookSchemas = ReturnType<typeof webhookSchemas>;

type WebhookOutput = z.input<WebhookSchemas['webhook']>;

export const toWebhook = (stored: StoredWebhook): WebhookOutput => ({
  id: idText(stored.id),
  url: stored.url,
  events: [...stored.events],
  status: stored.status,
  disabled_reason: stored.disabled_reason,
  organization_id: idTextOrNull(stored.organization_id),
  created_at: iso(new Date(stored.created_at)),
});

type Named = Pick<OperationContext, 'caller' | 'params' | 'portal' | 'req'>;

const searchOf = ({ caller, params, portal, req }: Named) => ({
  req,
  portal,
  caller,
  id: params.webhook_id ?? '',
});

/**
 * Rejects a client who may see only their own tickets, if the request shows the events of a webhook or leads them
 * elsewhere.
 *
 * @throws {ApiError} `forbidden`
 */
export const assertSeesEvents = async ({
  req,
  portal,
  caller,
}: Pick<Named, 'caller' | 'portal' | 'req'>): Promise<void> => {
  if (isClient(caller)) await lockOrganizations(req, portal, caller.organizations);
  if (await seesWholeOrganizations(req, portal, caller)) return;
  throw new ApiError('forbidden', say('errors:webhook:ownTickets'));
};

/** Keeps the organizations as they are until the request's transaction ends: staff may switch what their clients see. */
const lockOrganizations = async (
  req: PayloadRequest,
  { options }: PortalContext,
  ids: readonly RecordId[],
): Promise<void> => {
  const organizations = tableOf(req.payload, options.slugs.organizations);
  await runStatement(req, `select 1 from ${organizations} where id = any($1) order by id for share`, [
    [...ids],
  ]);
};

/** The webhook that the path names. */
export const loadWebhook = (context: Named): Promise<StoredWebhook> => findWebhook(searchOf(context));

/** Locks it in the transaction as well: nothing else changes it until that is over. */
export const lockWebhook = (context: Named): Promise<StoredWebhook> =>
  findWebhook(searchOf(context), 'for update');

/** Locks it for a change of its address, its events or its secret, with which it becomes a client's if a client makes it. */
export const lockToLead = async (context: Named): Promise<StoredWebhook> => {
  const webhook = await lockWebhook(context);
  const { caller, portal, req } = context;
  if (isClient(caller)) await giveToClient(req, portal, { webhook: webhook.id, client: caller.id });
  return webhook;
};

/**
 * Does something with the enabled webhook that the path names, in a transaction that holds its lock.
 *
 * @throws {ApiError} `conflict` if it is disabled
 */
export const withEnabledWebhook = <Result>(
  context: Named,
  work: (webhook: StoredWebhook) => Promise<Result>,
): Promise<Result> =>
  inTransaction(context.req, async () => {
    await assertSeesEvents(context);
    const webhook = await lockWebhook(context);
    assertEnabled(webhook);
    return work(webhook);
  });
