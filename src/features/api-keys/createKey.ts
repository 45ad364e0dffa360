import type { CollectionSlug, Payload, PayloadRequest } from 'payload';
import { isStaff, type Principal, reaches } from '../../core/access/roles.ts';
import type { Scope } from '../../core/access/scopes.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { enqueue, type Job, type Queue } from '../../core/jobs/jobs.ts';
import type { ResolvedOptions } from '../../core/options/resolve.ts';
import { adminLink } from '../../core/request/publicOrigin.ts';
import { validationFailed } from '../../core/shared/errors/errors.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { appTexts } from '../../core/texts/appTexts.ts';
import { type Sentence, say } from '../../core/texts/say.ts';
import { sendTextParts } from '../mail/feature.ts';
import { hashOf, makeKey, shownPrefixOf } from './format.ts';
import { allowedScopes, findPrincipal, isOfOtherStaff, mayOwnKeyOf } from './keyUsers.ts';

/** The wanted properties of a key. Undefined takes the default. */
interface WantedKey {
  readonly name: string;
  readonly ownerId: string | undefined;
  readonly organizationId: string | null | undefined;
  readonly scopes: readonly Scope[] | undefined;
  readonly expiresAt: Date | undefined;
}

interface KeyMaking {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly req: PayloadRequest;
  readonly maker: Principal;
}

const yearMilliseconds = 365 * 24 * 60 * 60 * 1_000;

/**
 * Makes a key and keeps its hash.
 *
 * @throws {ApiError} `validation_failed` for an invalid owner, organization, scope or expiry
 */
export const createKey = async (making: KeyMaking, wanted: WantedKey) => {
  const { payload, portal, req, maker } = making;
  const { slugs } = portal.options;
  const owner = await findOwner(making, wanted.ownerId ?? String(maker.id));
  if (!mayOwnKeyOf(owner, maker)) throw invalid('owner_id', say('errors:apiKey:otherStaff'));
  const organizationId = await findOrganization(making, owner, wanted.organizationId ?? null);
  const scopes = chooseScopes(owner, maker, wanted.scopes);
  const expiresAt = wanted.expiresAt ?? new Date(Date.now() + yearMilliseconds);
  if (expiresAt.getTime() <= Date.now()) throw invalid('expires_at', say('errors:apiKey:past'));
  const key = makeKey();
  const made = {
    name: wanted.name,
    prefix: shownPrefixOf(key),
    ownerId: owner.id,
    organizationId,
    scopes,
    expiresAt,
  };
  const { id, createdAt } = await inTransaction(req, async () => {
    const created = await payload.create({
      collection: slugs.apiKeys as CollectionSlug,
      data: {
        name: made.name,
        prefix: made.prefix,
        hash: hashOf(key),
        owner: owner.id,
        maker: maker.id,
        organization: organizationId,
        spans: organizationId === null,
        scopes,
        expiresAt: expiresAt.toISOString(),
      },
      depth: 0,
      // The operation's gate let the caller in; the collection itself accepts no writes from users.
      overrideAccess: true,
      req,
    });
    if (isOfOtherStaff(owner, maker))
      await enqueue(req, createdKeyQueue, { apiKeyId: created.id, makerId: maker.id });
    return created;
  });
  return { ...made, id, createdAt: String(createdAt), key };
};

const invalid = (path: string, message: Sentence) => validationFailed([{ path, message }]);

const findOwner = async ({ payload, portal, req }: KeyMaking, id: string): Promise<Principal> => {
  const principal = await findPrincipal(payload, portal, id, req);
  if (!principal) throw invalid('owner_id', say('errors:apiKey:owner'));
  return principal;
};

const findOrganization = async (
  { payload, portal, req }: KeyMaking,
  owner: Principal,
  id: string | null,
): Promise<RecordId | null> => {
  if (id === null) {
    if (isStaff(owner)) return null;
    throw invalid('organization_id', say('errors:apiKey:noOrganization'));
  }
  const collection = portal.options.slugs.organizations as CollectionSlug;
  const found = isId(payload, id, collection)
    ? // The reach of the owner decides below.
      await payload.findByID({ collection, id, depth: 0, disableErrors: true, overrideAccess: true, req })
    : null;
  if (!found) throw invalid('organization_id', say('errors:organization:unknown'));
  if (!reaches(owner, id)) throw invalid('organization_id', say('errors:apiKey:otherOrganization'));
  return found.id;
};

const chooseScopes = (owner: Principal, maker: Principal, wanted?: readonly Scope[]): Scope[] => {
  const allowed = allowedScopes(owner, maker);
  const excess = wanted?.find((scope) => !allowed.includes(scope));
  if (excess) throw invalid('scopes', say('errors:apiKey:scope', { scope: excess }));
  return wanted ? [...new Set(wanted)] : allowed;
};

/** A mail to a member of staff in whose name an administrator has made a key. */
interface CreatedKey {
  readonly apiKeyId: RecordId;
  readonly makerId: RecordId;
}

/** The lease is as long as that of the notices of tickets (`src/features/tickets/notices/notices.ts`). */
export const createdKeyQueue: Queue<CreatedKey> = { name: 'api-key-notices', leaseSeconds: 50 };

interface NamedKey {
  readonly name: string;
  readonly prefix: string;
  readonly owner: string;
  readonly maker: string | null;
}

/** Tells the owner of a key who created it. If the mail fails, the email log records it. */
export const sendCreatedNotice = async (
  payload: Payload,
  { slugs }: ResolvedOptions,
  job: Job<CreatedKey>,
): Promise<void> => {
  const {
    data: { apiKeyId, makerId },
  } = job;
  const users = tableOf(payload, slugs.users);
  const { rows } = await postgresOf(payload).pool.query<NamedKey>(
    `select k.name, k.prefix, owner.email as owner, (select email from ${users} where id = $2) as maker
     from ${tableOf(payload, slugs.apiKeys)} k join ${users} owner on owner.id = k.owner_id where k.id = $1`,
    [apiKeyId, makerId],
  );
  const [key] = rows;
  if (!key) return;
  const t = await appTexts(payload);
  const { name, prefix, owner, maker } = key;
  const link = adminLink(payload, `/collections/${slugs.apiKeys}`);
  await sendTextParts(
    payload,
    {
      to: owner,
      type: 'api_key_created',
      subject: t('mails:createdKey:subject', { name }),
      paragraphs: [
        t('mails:createdKey:who', { name, prefix, maker: maker ?? '–' }),
        t('mails:createdKey:revoke'),
        link,
      ],
    },
    { relatedTo: { type: 'api_key', id: apiKeyId }, user: makerId, job },
  );
};
