import type { PayloadRequest } from 'payload';
import { isClient, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say, type Verdict } from '../../../core/texts/say.ts';
import { originOf } from '../history/origin.ts';
import { namedPrincipal } from '../record/people.ts';
import { followersIn } from './followersOf.ts';

export const mostFollowers = 20;

/** True, or the problem with a list of followers. The same rule applies to the API and the admin UI. */
export const checkFollowers = (followers: unknown): Verdict => {
  if (followers === null || followers === undefined) return true;
  if (!Array.isArray(followers)) return say('errors:followers:noList');
  return followersIn(followers).length <= mostFollowers || tooMany;
};

export const tooMany = say('errors:followers:tooMany', { most: mostFollowers });

interface WantedFollowers {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticket: { readonly organization: RecordId | null; readonly requester: RecordId | null };
  /** The wanted followers, as they were sent. */
  readonly wanted: unknown;
  readonly before: readonly RecordId[];
}

/**
 * Enforces the rules of a ticket's followers: staff, representatives and the requester name people of its organization. A
 * follower who has left the organization since stays, and gets no mail.
 *
 * @returns the followers to store
 * @throws {ApiError} `forbidden`, `validation_failed`
 */
export const completeFollowers = async ({
  req,
  portal,
  ticket,
  wanted,
  before,
}: WantedFollowers): Promise<readonly RecordId[]> => {
  const check = checkFollowers(wanted);
  if (check !== true) throw validationFailed([{ path: 'followers', message: check }]);
  const after = followersIn(wanted);
  if (isSameSet(before, after)) return before;
  assertMayName(req, portal, ticket.requester);
  // The followers of a ticket that is merged into this one follow it, wherever they belong by now.
  if (originOf(req).mergedFrom !== undefined) return after;
  const known = new Set(before.map(idText));
  for (const id of after.filter((one) => !known.has(idText(one))))
    await assertFollower({ req, portal, id, organization: ticket.organization, path: 'followers' });
  return after;
};

/** @throws {ApiError} `forbidden` for a client who is not the ticket's requester */
export const assertMayName = (
  req: PayloadRequest,
  portal: PortalContext,
  requester: RecordId | null,
): void => {
  const principal = portal.principalOf(req.user);
  // By mail a client names only the colleagues whom they copied, which any client may do.
  if (!isClient(principal) || originOf(req).source === 'email') return;
  if (requester !== null && idText(requester) === idText(principal?.id ?? '')) return;
  throw new ApiError('forbidden', say('errors:followers:forbidden'));
};

interface NamedFollower {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly id: unknown;
  readonly organization: RecordId | null;
  /** The field or parameter by which the user was named. */
  readonly path: string;
}

/** True for a client or representative of the organization. */
export const mayFollow = async (naming: Omit<NamedFollower, 'path'>): Promise<boolean> => {
  const named = await namedPrincipal(naming);
  return named !== null && !named.spans && reaches(named, naming.organization);
};

/** @throws {ApiError} `validation_failed` unless a client or representative of the organization is named */
export const assertFollower = async ({ path, ...naming }: NamedFollower): Promise<void> => {
  if (await mayFollow(naming)) return;
  throw validationFailed([{ path, message: say('errors:followers:person') }]);
};

/** The order of followers means nothing. */
export const isSameSet = (one: readonly RecordId[], other: readonly RecordId[]): boolean =>
  one.length === other.length && one.every((id) => other.some((twin) => idText(twin) === idText(id)));
