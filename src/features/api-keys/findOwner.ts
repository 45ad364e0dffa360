import type { Payload, TypedUser } from 'payload';
import { actingBy } from '../../core/access/apiKey.ts';
import { buildPrincipalOf } from '../../core/access/principal.ts';
import { readsFields } from '../../core/access/roles.ts';
import type { Scope } from '../../core/access/scopes.ts';
import { portalPool, postgresOf } from '../../core/database/pool.ts';
import { askShared } from '../../core/database/sharedQueries.ts';
import { relationColumnOf, relationsTableOf, tableOf } from '../../core/database/table.ts';
import type { ResolvedOptions } from '../../core/options/resolve.ts';
import { keptOn } from '../../core/shared/concurrency/keptOn.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { hashOf, isKey } from './format.ts';
import { findUser, isOfOtherStaff, mayOwnKeyOf } from './keyUsers.ts';

/**
 * The owner of a key that is valid now, marked as acting by that key. Returns null for any other key. One indexed lookup,
 * one more if the app's own code resolves roles.
 */
export const findOwner = async (
  payload: Payload,
  options: ResolvedOptions,
  key: string,
): Promise<TypedUser | null> => {
  if (!isKey(key)) return null;
  const row = await lookUp(payload, options, hashOf(key));
  if (!row) return null;
  const owner = row.owner ?? (await findUser(payload, options, row.owner_id));
  if (!owner || !(await isVouchedFor(payload, options, { row, owner }))) return null;
  noteUse(payload, options.slugs.apiKeys, row);
  const { id, scopes, organization_id: organization } = row;
  return actingBy({ ...owner, collection: options.slugs.users } as TypedUser, { id, scopes, organization });
};

interface OwnedKey {
  readonly row: KeyRow;
  readonly owner: Record<string, unknown>;
}

/**
 * True unless the key is one of another member of staff whose maker is no administrator any more, or is deleted. Such a key
 * is revoked for good: a maker who becomes administrator again makes another one.
 */
const isVouchedFor = async (
  payload: Payload,
  options: ResolvedOptions,
  { row, owner }: OwnedKey,
): Promise<boolean> => {
  const principalOf = buildPrincipalOf(options.slugs.users, options.roles);
  const resolve = (user: Record<string, unknown> | null) =>
    user && principalOf({ ...user, collection: options.slugs.users } as TypedUser);
  const principal = resolve(owner);
  // An owner without a role in the portal is refused by every gate.
  if (!principal || !isOfOtherStaff(principal, { id: row.maker_id ?? '' })) return true;
  const maker = row.maker_id === null ? null : resolve(await findUser(payload, options, row.maker_id));
  if (mayOwnKeyOf(principal, maker)) return true;
  await postgresOf(payload).pool.query(
    `update ${tableOf(payload, options.slugs.apiKeys)} set revoked_at = coalesce(revoked_at, now()) where id = $1`,
    [row.id],
  );
  return false;
};

/** Requests of the same moment by the same key share a lookup. */
const lookUp = (payload: Payload, options: ResolvedOptions, hash: string): Promise<KeyRow | null> =>
  askShared(payload, `key ${hash}`, () => async () => {
    const { rows } = await postgresOf(payload).pool.query<KeyRow>(lookupOf(payload, options), [hash]);
    return rows[0] ?? null;
  });

interface KeyRow {
  id: RecordId;
  scopes: Scope[];
  organization_id: RecordId | null;
  owner_id: RecordId;
  maker_id: RecordId | null;
  last_used_at: Date | null;
  /** It is null if the app's own code resolves roles, which needs all fields. */
  owner: Record<string, unknown> | null;
}

/** A key whose organization was deleted must not span all organizations. */
const lookupOf = (payload: Payload, { slugs, roles }: ResolvedOptions): string => {
  const users = tableOf(payload, slugs.users);
  const relations = relationsTableOf(payload, slugs.users);
  const organization = relationColumnOf(payload, slugs.organizations);
  const owner = readsFields(roles)
    ? `json_build_object('id', u.id, 'email', u.email, 'role', u.role, 'organization', u.organization_id,
         'organizations', (select coalesce(json_agg(r.${organization}), '[]') from ${relations} r
           where r.parent_id = u.id and r.path = 'organizations'))`
    : 'null::json';
  return `
    select k.id, k.scopes, k.organization_id, k.owner_id, k.maker_id, k.last_used_at, ${owner} as owner
    from ${tableOf(payload, slugs.apiKeys)} k join ${users} u on u.id = k.owner_id
    where k.hash = $1 and k.revoked_at is null and k.expires_at > now()
      and (k.spans or k.organization_id is not null)`;
};

/** Precision of `last_used_at`, in milliseconds. */
const betweenWrites = 60_000;

/** Times at which this process last wrote it, by key: requests of the same moment write once. */
const writtenBy = (payload: Payload): Map<RecordId, number> => keptOn(payload, 'keyUse', () => new Map());

/** Notes that a key is used: beside the request, and at most once a minute. */
const noteUse = (
  payload: Payload,
  slug: string,
  { id, last_used_at }: { id: RecordId; last_used_at: Date | null },
): void => {
  const now = Date.now();
  const written = writtenBy(payload);
  const last = Math.max(last_used_at?.getTime() ?? 0, written.get(id) ?? 0);
  if (now - last < betweenWrites) return;
  written.set(id, now);
  portalPool(payload)
    .query(`update ${tableOf(payload, slug)} set last_used_at = now() where id = $1`, [id])
    .catch((error: Error) => payload.logger.warn(`The use of an API key was not recorded: ${error.message}`));
};
