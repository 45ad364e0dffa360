import type { Payload } from 'payload';
import { isId } from '../../database/ids.ts';
import type { ResolvedOptions } from '../../options/resolve.ts';
import { adminPath } from '../shared/adminPath.ts';

/** What the portal's own mails call the records they are about. */
const ownTypes: Readonly<Record<string, keyof ResolvedOptions['slugs']>> = {
  ticket: 'tickets',
  webhook: 'webhooks',
  api_key: 'apiKeys',
  file: 'files',
  user: 'users',
  organization: 'organizations',
};

/**
 * The page of the record that a mail is about. Besides the portal's own names, a type may be a collection's slug.
 *
 * @returns null if the type names no collection of this app
 */
export const relatedRecordPath = (
  payload: Payload,
  slugs: ResolvedOptions['slugs'],
  { type, id }: { type: string | null; id: string | null },
): string | null => {
  if (type === null || id === null) return null;
  const own = ownTypes[type];
  const slug = own ? slugs[own] : type;
  if (!isId(payload, id, slug)) return null;
  return Object.hasOwn(payload.collections, slug) ? adminPath(payload, `/collections/${slug}/${id}`) : null;
};
