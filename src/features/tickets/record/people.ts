import type { CollectionSlug, PayloadRequest, TypedUser } from 'payload';
import { isClient, isTeam, type Principal, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import type { Side } from '../vocabulary.ts';

interface NamedUser {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The named user. Undefined or null names no user. */
  readonly id: unknown;
  readonly organization: RecordId | null;
}

/** @throws {ApiError} `validation_failed` unless a client of the organization is named */
export const assertRequester = async (naming: NamedUser): Promise<void> => {
  if (naming.id === undefined || naming.id === null) return;
  const named = await namedPrincipal(naming);
  if (named && isClient(named) && reaches(named, naming.organization)) return;
  throw invalid('requester_id', say('errors:ticket:requester'));
};

/** @throws {ApiError} `validation_failed` unless staff, or a representative of the organization, is named */
export const assertAssignee = async (naming: NamedUser): Promise<void> => {
  if (naming.id === undefined || naming.id === null) return;
  const named = await namedPrincipal(naming);
  if (named && !isClient(named) && reaches(named, naming.organization)) return;
  throw invalid('assignee_id', say('errors:ticket:assignee'));
};

const invalid = (path: string, message: Sentence) => validationFailed([{ path, message }]);

/** The user whom an id names, as the gates see them; null if there is none, or they have no role in the portal. */
export const namedPrincipal = async ({
  req,
  portal,
  id,
}: Omit<NamedUser, 'organization'>): Promise<Principal | null> => {
  const plain = typeof id === 'object' && id !== null && 'id' in id ? id.id : id;
  const collection = portal.options.slugs.users as CollectionSlug;
  if (!isId(req.payload, plain, collection)) return null;
  const user = await req.payload.findByID({
    collection,
    id: plain,
    depth: 0,
    disableErrors: true,
    // Clients name no user. Staff and representatives learn only that this user may be named.
    overrideAccess: true,
    req,
  });
  return user && portal.principalOf({ ...user, collection } as unknown as TypedUser);
};

/** The side of a person, by their role. */
export const sideOf = (person: Principal | null): Side => (isTeam(person) ? 'staff' : 'client');

/** The side of the user who writes, by their role now; null without a user. */
export const sideOfWriter = async (naming: Omit<NamedUser, 'organization'>): Promise<Side | null> => {
  const own = naming.portal.principalOf(naming.req.user);
  const writer = own && own.id === naming.id ? own : await namedPrincipal(naming);
  return writer && sideOf(writer);
};
