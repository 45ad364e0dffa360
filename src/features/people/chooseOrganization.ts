import type { CollectionSlug, Payload, PayloadRequest, Where } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { foldAddress, notationsOf } from '../../core/shared/addresses/notations.ts';
import { validationFailed } from '../../core/shared/errors/errors.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { type Sentence, say, type Verdict } from '../../core/texts/say.ts';

interface OrganizationChoice {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** It is null for the app's own code, without a user. */
  readonly principal: Principal | null;
  readonly wanted: unknown;
}

/**
 * The organization of a new record: the only one of the user who creates it, else the one that they name.
 *
 * @throws {ApiError} `validation_failed` if it is missing, unknown, or out of reach
 */
export const chooseOrganization = async ({
  req,
  portal,
  principal,
  wanted,
}: OrganizationChoice): Promise<RecordId> => {
  const own = principal && !principal.spans ? principal.organizations : null;
  const [first, second] = own ?? [];
  if (first !== undefined && second === undefined) return first;
  if (wanted === undefined || wanted === null) throw invalid(say('errors:organization:missing'));
  const id = idOf(wanted);
  if (own && !own.some((organization) => String(organization) === String(id))) throw invalid(unknown);
  if (!(await organizationExists(req, portal, id))) throw invalid(unknown);
  return id;
};

const unknown = say('errors:organization:unknown');

const invalid = (message: Sentence) => validationFailed([{ path: 'organization_id', message }]);

const idOf = (value: unknown): RecordId =>
  (typeof value === 'object' && value !== null && 'id' in value ? value.id : value) as RecordId;

/** True if such an organization exists, in reach or not. */
export const organizationExists = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: RecordId,
): Promise<boolean> => {
  const collection = options.slugs.organizations as CollectionSlug;
  if (!isId(req.payload, id, collection)) return false;
  // The caller checks whether it is in reach.
  const found = await req.payload.findByID({
    collection,
    id,
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
    req,
  });
  return found !== null;
};

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
  const domains = notationsOf(foldAddress(address.slice(address.lastIndexOf('@') + 1)));
  const where: Where = { domains: { in: [...domains] } };
  // The portal decides to whom a sender belongs; no user asks.
  const { docs } = await payload.find({ collection, where, depth: 0, limit: 2, overrideAccess: true });
  return docs.map(({ id }) => id);
};
