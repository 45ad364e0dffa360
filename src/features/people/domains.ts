import type { CollectionSlug, Payload, Where } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { foldAddress } from '../../core/shared/text/text.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { say, type Verdict } from '../../core/texts/say.ts';

const mostDomains = 100;

const domain = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i;

/** True, or the problem with the mail domains of an organization. */
export const checkDomains = (domains: unknown): Verdict => {
  if (domains === null || domains === undefined) return true;
  if (!Array.isArray(domains)) return say('errors:organization:domainList');
  if (domains.length > mostDomains) return say('errors:organization:tooManyDomains', { most: mostDomains });
  const wrong = domains.find((one) => typeof one !== 'string' || !domain.test(one.trim()));
  return wrong === undefined || say('errors:organization:noDomain', { domain: JSON.stringify(wrong) });
};

/**
 * The organizations that name a mail domain as theirs; none if the app's own organizations have no field for it.
 *
 * @param address a sender's address
 */
export const organizationsOfDomain = async (
  payload: Payload,
  { options }: PortalContext,
  address: string,
): Promise<readonly RecordId[]> => {
  const collection = options.slugs.organizations as CollectionSlug;
  const fields = payload.collections[collection]?.config.flattenedFields ?? [];
  if (!fields.some((field) => field.name === 'domains' && field.type === 'text' && field.hasMany)) return [];
  const where: Where = { domains: { equals: foldAddress(address.slice(address.lastIndexOf('@') + 1)) } };
  // The portal decides to whom a sender belongs; no user asks.
  const { docs } = await payload.find({ collection, where, depth: 0, limit: 2, overrideAccess: true });
  return docs.map(({ id }) => id);
};
