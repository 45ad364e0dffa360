import type { CollectionSlug, PayloadRequest } from 'payload';
import { isClient, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { relationColumnOf, relationsTableOf } from '../../../core/database/table.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { say, type Verdict } from '../../../core/texts/say.ts';
import { originOf, withOrigin } from '../history/origin.ts';
import { namedPrincipal } from '../record/people.ts';
import { lockTicket } from '../record/storedTicket.ts';

type Reading = Pick<PayloadRequest, 'payload' | 'transactionID'>;

/**
 * The followers of tickets, by the ticket's id as text. They are read by a statement of their own: a statement that waits
 * for the lock of a ticket would see them as they were before it waited.
 */
export const followersOf = async (
  req: Reading,
  { options: { slugs } }: PortalContext,
  tickets: readonly (RecordId | string)[],
): Promise<ReadonlyMap<string, readonly RecordId[]>> => {
  if (tickets.length === 0) return new Map();
  const user = relationColumnOf(req.payload, slugs.users);
  const { rows } = await runStatement<{ ticket: RecordId; users: RecordId[] }>(
    req,
    `select parent_id as ticket, array_agg(${user} order by "order") as users
     from ${relationsTableOf(req.payload, slugs.tickets)}
     where path = 'followers' and parent_id = any($1) group by parent_id`,
    [tickets],
  );
  return new Map(rows.map(({ ticket, users }) => [idText(ticket), users]));
};

/** The followers of one ticket. */
export const followersOfTicket = async (
  req: Reading,
  portal: PortalContext,
  ticket: RecordId,
): Promise<readonly RecordId[]> => (await followersOf(req, portal, [ticket])).get(idText(ticket)) ?? [];

/** The followers in a document of the CMS, each once. */
export const followersIn = (value: unknown): readonly RecordId[] => {
  const ids = (Array.isArray(value) ? value : []).map(relationId).filter((id) => id !== null);
  return [...new Map(ids.map((id) => [idText(id), id])).values()];
};

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

interface CopiedPeople {
  /** The client's who copied them, in a transaction. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  /** People of the ticket's organization. */
  readonly people: readonly RecordId[];
}

/**
 * Makes the people whom a client's mail copied followers of its ticket. The requester needs not to follow it.
 *
 * @returns those for whom there was no room
 */
export const addCopiedFollowers = async ({
  req,
  portal,
  ticketId,
  people,
}: CopiedPeople): Promise<readonly RecordId[]> => {
  const ticket = people.length > 0 && (await lockTicket(req, portal, ticketId));
  if (!ticket) return [];
  const present = await followersOfTicket(req, portal, ticketId);
  const known = new Set([...present, ticket.requester_id ?? ''].map(idText));
  const wanted = people.filter((id) => !known.has(idText(id)));
  const room = Math.max(0, mostFollowers - present.length);
  const added = wanted.slice(0, room);
  if (added.length > 0)
    await withOrigin(req, { source: 'email' }, () =>
      req.payload.update({
        collection: portal.options.slugs.tickets as CollectionSlug,
        id: ticketId,
        data: { followers: [...present, ...added] },
        depth: 0,
        overrideAccess: false,
        req,
      }),
    );
  return wanted.slice(room);
};
