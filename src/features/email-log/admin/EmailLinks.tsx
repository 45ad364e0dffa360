import { Link } from '@payloadcms/ui';
import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { isId } from '../../../core/database/ids.ts';
import type { ResolvedOptions } from '../../../core/options/resolve.ts';
import type { TextKey, TranslateText } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';

/** The people who caused mails, by id: their name, or their address. Deleted users are missing. */
export const findInitiators = async (
  payload: Payload,
  usersSlug: string,
  { ids, reader }: { ids: readonly (string | null)[]; reader: TypedUser | null },
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null && isId(payload, id, usersSlug));
  if (reader === null || wanted.length === 0) return new Map();
  const { docs } = await payload.find({
    collection: usersSlug as CollectionSlug,
    where: { id: { in: wanted } },
    depth: 0,
    limit: wanted.length,
    pagination: false,
    overrideAccess: false,
    user: reader,
  });
  return new Map(docs.map((user) => [String(user.id), nameOf(user)]));
};

const nameOf = (user: object): string => {
  const [name, email] = [Reflect.get(user, 'name'), Reflect.get(user, 'email')];
  return typeof name === 'string' && name !== '' ? name : String(email);
};

interface InitiatorProps {
  readonly payload: Payload;
  readonly slugs: ResolvedOptions['slugs'];
  readonly id: string | null;
  readonly initiators: ReadonlyMap<string, string>;
  readonly t: TranslateText;
}

/** The user who caused a mail; none if it came from a job. */
export const Initiator = ({ payload, slugs, id, initiators, t }: InitiatorProps) => {
  if (id === null) return <span className="portal-muted">{t('emailLog:initiator:none')}</span>;
  const name = initiators.get(id);
  if (name === undefined)
    return <span className="portal-muted">{t('emailLog:initiator:deleted', { id })}</span>;
  return <Link href={adminPath(payload, `/collections/${slugs.users}/${id}`)}>{name}</Link>;
};

interface OwnType {
  readonly slug: keyof ResolvedOptions['slugs'];
  readonly word: TextKey;
}

/** Types by which the portal's own mails name the records that they are about. */
const ownTypes: Readonly<Record<string, OwnType>> = {
  ticket: { slug: 'tickets', word: 'collections:tickets:singular' },
  webhook: { slug: 'webhooks', word: 'webhooks:collection:singular' },
  api_key: { slug: 'apiKeys', word: 'apiKeys:collection:singular' },
  file: { slug: 'files', word: 'files:collection:singular' },
  user: { slug: 'users', word: 'collections:users:singular' },
  organization: { slug: 'organizations', word: 'collections:organizations:singular' },
  transfer: { slug: 'transfers', word: 'transfers:collection:singular' },
  upload_request: { slug: 'uploadRequests', word: 'uploadRequests:collection:singular' },
};

/**
 * The page of the record that a mail is about. Besides the portal's own names, a type may be a collection's slug.
 *
 * @returns null if the type names no collection of this app
 */
const relatedRecordPath = (
  payload: Payload,
  slugs: ResolvedOptions['slugs'],
  { type, id }: { type: string | null; id: string | null },
): string | null => {
  if (type === null || id === null) return null;
  const own = ownTypes[type];
  const slug = own ? slugs[own.slug] : type;
  if (!isId(payload, id, slug)) return null;
  return Object.hasOwn(payload.collections, slug) ? adminPath(payload, `/collections/${slug}/${id}`) : null;
};

interface RelatedRecordProps {
  readonly payload: Payload;
  readonly slugs: ResolvedOptions['slugs'];
  readonly type: string | null;
  readonly id: string | null;
  readonly t: TranslateText;
}

/** The record that a mail is about, linked if it has a page. */
export const RelatedRecord = ({ payload, slugs, type, id, t }: RelatedRecordProps) => {
  if (type === null) return null;
  const own = ownTypes[type];
  const words = [own ? t(own.word) : type, id].filter((part) => part !== null).join(' ');
  const path = relatedRecordPath(payload, slugs, { type, id });
  return path ? <Link href={path}>{words}</Link> : <span>{words}</span>;
};
