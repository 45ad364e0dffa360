import { Link } from '@payloadcms/ui';
import type { CollectionSlug, Payload, TypedUser } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import type { CollectionName } from '../../../core/options/collections.ts';
import type { ResolvedOptions } from '../../../core/options/resolve.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
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

/** The collection whose records a type names, with the word for one; undefined if no feature declares the type. */
const recordOf = ({ features, options }: PortalContext, type: string) =>
  features
    .flatMap(({ collections = {} }) => Object.entries(collections))
    .filter(([, { record }]) => record?.type === type)
    .map(([name, { record }]) => ({ slug: options.slugs[name as CollectionName], word: record?.word }))
    .at(0);

interface RelatedRecordProps {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** Besides the portal's own types, a collection's slug. */
  readonly type: string | null;
  readonly id: string | null;
  readonly t: TranslateText;
}

/** The record that a mail is about, linked if it has a page. */
export const RelatedRecord = ({ payload, portal, type, id, t }: RelatedRecordProps) => {
  if (type === null) return null;
  const { slug = type, word } = recordOf(portal, type) ?? {};
  const words = [word ? t(word) : type, id].filter((part) => part !== null).join(' ');
  const hasPage = id !== null && isId(payload, id, slug) && Object.hasOwn(payload.collections, slug);
  return hasPage ? (
    <Link href={adminPath(payload, `/collections/${slug}/${id}`)}>{words}</Link>
  ) : (
    <span>{words}</span>
  );
};

/** The words of the portal's own types of mail, by the types as they are stored. */
type MailTypes = ReadonlyMap<string, string>;

export const mailTypesIn = ({ features }: Pick<PortalContext, 'features'>, t: TranslateText): MailTypes =>
  new Map(
    features.flatMap(({ mailTypes }) =>
      Object.entries(mailTypes ?? {}).map(([type, key]) => [type, t(key)] as const),
    ),
  );

/** A type of mail in words, with the stored one as its title. A type that no feature declares is shown as it is stored. */
export const MailType = ({ type, types }: { readonly type: string; readonly types: MailTypes }) => {
  const words = types.get(type);
  return words === undefined ? <code>{type}</code> : <span title={type}>{words}</span>;
};
