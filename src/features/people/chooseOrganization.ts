import type { CollectionSlug, PayloadRequest } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { validationFailed } from '../../core/shared/errors/errors.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../core/texts/say.ts';

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
