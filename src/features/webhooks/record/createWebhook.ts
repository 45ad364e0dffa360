import type { CollectionSlug, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { findDestination } from '../../../core/outgoing/guard/destination.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import type { Subscription } from '../events.ts';
import { sealSecret } from '../secrets/secrets.ts';
import { makeSecret } from '../secrets/signature.ts';
import { webhookTables } from '../tables.ts';

interface NewWebhook {
  readonly url: string;
  readonly events: readonly Subscription[];
  /** Null sees all. */
  readonly organization: RecordId | null;
  /** Gets a mail when it is disabled. */
  readonly owner: RecordId;
}

interface Registration {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

/** @returns the id, and the secret, which is never shown again */
export const registerWebhook = async (
  { req, portal }: Registration,
  { url, events, organization, owner }: NewWebhook,
): Promise<{ id: RecordId; secret: string }> => {
  const secret = makeSecret();
  const { id } = await req.payload.create({
    collection: portal.options.slugs.webhooks as CollectionSlug,
    data: {
      url,
      events,
      status: 'enabled',
      organization,
      spans: organization === null,
      owner,
      secret: sealSecret(secret, req.payload.config.secret),
    },
    depth: 0,
    // The operation's gate let the caller in; the collection itself accepts no writes from users.
    overrideAccess: true,
    req,
  });
  return { id, secret };
};

/** Each event of an organization is a row and a request for each of its webhooks. */
const mostOfClients = 100;

/**
 * Checks that a client may register one more webhook. It locks the organization, so that none is registered meanwhile.
 *
 * @throws {ApiError} `validation_failed`
 */
export const assertRoom = async ({ req, portal }: Registration, organization: RecordId): Promise<void> => {
  const { payload } = req;
  const organizations = tableOf(payload, portal.options.slugs.organizations);
  await runStatement(req, `select 1 from ${organizations} where id = $1 for no key update`, [organization]);
  const { webhooks } = webhookTables(payload, portal);
  const { rows } = await runStatement<{ count: number }>(
    req,
    `select count(*)::int as count from ${webhooks} where organization_id = $1`,
    [organization],
  );
  if ((rows[0]?.count ?? 0) >= mostOfClients)
    throw validationFailed([{ path: '', message: say('errors:tooManyWebhooks', { most: mostOfClients }) }]);
};

/**
 * Checks a webhook's URL by the guard of every delivery. A name that does not resolve yet is fine.
 *
 * @throws {ApiError} `validation_failed`
 */
export const assertDestination = async (url: string, { options }: PortalContext): Promise<void> => {
  const { allowedNetworks } = options.webhooks;
  const found = await findDestination(url, { allowedNetworks });
  if (found.kind === 'blocked') throw validationFailed([{ path: 'url', message: found.message }]);
};
