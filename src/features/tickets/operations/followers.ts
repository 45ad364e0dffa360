import type { CollectionSlug, PayloadRequest, TypedUser } from 'payload';
import { z } from 'zod';
import { isMember, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import {
  assertFollower,
  assertMayName,
  followersOfTicket,
  mostFollowers,
  tooMany,
} from '../followers/followers.ts';
import { withOrigin } from '../history/origin.ts';
import { assertNotMerged, lockTicket, type StoredTicket } from '../record/storedTicket.ts';
import { withNames } from './authors.ts';
import { etagOf, loadTicket, showTicket, ticket } from './ticket.ts';

const who = { gate: isMember, scope: 'tickets:write', sessions: ['client'] } as const;
const path = '/v1/tickets/{ticket_id}/followers/{user_id}';

const follower = z
  .strictObject({
    id: z.string(),
    name: z.string().nullable().describe('Null if the person has given none.'),
    email: z.string().meta({ examples: ['ann@example.com'] }),
  })
  .meta({ id: 'Follower' });

interface StoredFollower {
  id: RecordId;
  email: string;
  created_at: Date;
}

export const listFollowers = defineOperation({
  name: 'list_followers',
  summary: 'Lists the people who follow a ticket.',
  method: 'GET',
  path: '/v1/tickets/{ticket_id}/followers',
  who: { ...who, scope: 'tickets:read' },
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(follower), status: 200 },
  load: loadTicket,
  run: async (query, context, ticketRow: StoredTicket) => {
    const { payload, portal, req } = context;
    const shown = await shownFollowers(context, ticketRow);
    return respondWithList<StoredFollower, { id: string; email: string }, z.input<typeof follower>>({
      payload,
      query,
      listing: {
        columns: 'id, email, created_at',
        from: tableOf(payload, portal.options.slugs.users),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        isId: (id) => isId(payload, id, portal.options.slugs.users),
        restrict: (conditions) => conditions.add('id = any(?)', shown),
      },
      toItem: ({ id, email }) => ({ id: idText(id), email }),
      complete: (items) => withNames(req, portal, items),
      positionOf: ({ id, created_at }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    });
  },
});

/**
 * The followers that the caller may know: only a caller who spans organizations knows a follower who has left the ticket's
 * organization.
 */
const shownFollowers = async (
  { caller, portal, req }: OperationContext,
  { id, organization_id }: StoredTicket,
): Promise<readonly RecordId[]> => {
  const followers = await followersOfTicket(req, portal, id);
  if (caller.spans) return followers;
  const collection = portal.options.slugs.users as CollectionSlug;
  const { docs } = await req.payload.find({
    collection,
    where: { id: { in: [...followers] } },
    depth: 0,
    pagination: false,
    // The access is overridden only to find out their organization.
    overrideAccess: true,
  });
  const isNear = (user: object): boolean => {
    const principal = portal.principalOf({ ...user, collection } as unknown as TypedUser);
    return principal !== null && reaches(principal, organization_id);
  };
  return docs.filter(isNear).map((user) => user.id);
};

export const addFollower = defineOperation({
  name: 'add_follower',
  summary: 'Adds a person of the ticket’s organization as a follower.',
  description:
    'Followers get the mails that the requester gets, and may reply. For staff, representatives and the requester. A person who follows the ticket already stays.',
  method: 'PUT',
  path,
  who,
  input: z.strictObject({}),
  body: { isOptional: true },
  response: { output: ticket, status: 200, headers: ['ETag'] },
  load: loadTicket,
  run: (_input, context, { id }: StoredTicket) =>
    changeFollowers(context, id, async ({ before, followers }) => {
      const { params, portal, req } = context;
      const organization = before.organization_id;
      await assertFollower({ req, portal, id: params.user_id, organization, path: 'user_id' });
      if (followers.some(isNamed(context))) return null;
      if (followers.length >= mostFollowers) throw validationFailed([{ path: 'user_id', message: tooMany }]);
      return [...followers, params.user_id as RecordId];
    }),
});

export const removeFollower = defineOperation({
  name: 'remove_follower',
  summary: 'Ends that a person follows a ticket.',
  description: 'For staff, representatives and the requester.',
  method: 'DELETE',
  path,
  who,
  input: z.strictObject({}),
  response: { output: z.null(), status: 204 },
  load: loadTicket,
  async run(_input, context, { id }: StoredTicket) {
    await changeFollowers(context, id, async ({ followers }) => {
      if (!followers.some(isNamed(context))) throw notFound();
      return followers.filter((one) => !isNamed(context)(one));
    });
    return { output: null };
  },
});

const isNamed =
  ({ params }: OperationContext) =>
  (id: RecordId): boolean =>
    idText(id) === params.user_id;

interface Now {
  readonly before: StoredTicket;
  readonly followers: readonly RecordId[];
}

/**
 * Changes the followers of a ticket, whose present ones no other request changes meanwhile.
 *
 * @param decide returns the followers; null leaves them
 */
const changeFollowers = (
  context: OperationContext,
  id: RecordId,
  decide: (now: Now) => Promise<readonly RecordId[] | null>,
) => {
  const { portal, req } = context;
  return inTransaction(req, async () => {
    const before = await lockTicket(req, portal, id);
    if (!before) throw notFound();
    assertMayName(req, portal, before.requester_id);
    assertNotMerged(before);
    const wanted = await decide({ before, followers: await followersOfTicket(req, portal, id) });
    if (wanted) await writeFollowers({ req, portal, id, followers: wanted });
    const output = await showTicket(context, (await lockTicket(req, portal, id)) ?? before);
    return { output, headers: { ETag: etagOf(output) } };
  });
};

interface FollowerChange {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly id: RecordId;
  readonly followers: readonly RecordId[];
}

const writeFollowers = ({ req, portal, id, followers }: FollowerChange) =>
  withOrigin(req, { source: 'api' }, () =>
    req.payload.update({
      collection: portal.options.slugs.tickets as CollectionSlug,
      id,
      data: { followers: [...followers] },
      depth: 0,
      overrideAccess: false,
      req,
    }),
  );
