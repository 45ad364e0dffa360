import type { PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { noteForm } from '../../../core/http/idempotency/respondOnce.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { withOwnMoments } from '../../../core/shared/values/moments.ts';
import { formOf, isOfAnother, openedWithKey } from '../../../core/shared/values/openedForm.ts';
import { listed, say } from '../../../core/texts/say.ts';
import { chooseOrganization } from '../../people/feature.ts';
import { completeFollowers, followersIn } from '../followers/followers.ts';
import { changesOf, ticketOfDocument } from '../history/changes.ts';
import { originFields, originOf } from '../history/origin.ts';
import { mergeChange } from '../merge/mergeChange.ts';
import { checkTags, tagsAfter } from '../text.ts';
import { type Status, sides, statuses } from '../vocabulary.ts';
import { assertAssignee, assertRequester } from './people.ts';
import { assertNotMerged, lockTicket, type StoredTicket } from './storedTicket.ts';
import { statesAfter } from './transitions.ts';

type Fields = Readonly<Record<string, unknown>>;

interface NewTicket {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Values by the CMS's names of the fields. */
  readonly data: Fields;
}

/**
 * Enforces the rules of a new ticket: its organization, and which users may be named.
 *
 * @returns its fields
 * @throws {ApiError} `conflict` for a form of another person, or one that was sent before, `validation_failed`
 */
export const completeNewTicket = async ({
  req,
  portal,
  data: sent,
}: NewTicket): Promise<Record<string, unknown>> => {
  const { wanted: data, openedWith } = withoutOpening(sent, req.user);
  const principal = portal.principalOf(req.user);
  const form = formOf(openedWith);
  if (principal && form && !(await noteForm(req, { caller: principal, path: 'tickets', key: form })))
    throw new ApiError('conflict', say('errors:ticket:createdBefore'));
  const organization = await chooseOrganization({ req, portal, principal, wanted: data.organization });
  await assertRequester({ req, portal, id: data.requester, organization });
  await assertAssignee({ req, portal, id: data.assignee, organization });
  const createdBy = data.createdBy ?? principal?.id;
  const requester = data.requester ?? createdBy;
  const fields = principal ? withOwnMoments(data) : data;
  const ticket = { organization, requester: relationId(requester) };
  const followers = await completeFollowers({ req, portal, ticket, wanted: data.followers, before: [] });
  return {
    ...fields,
    ...originFields(req),
    organization,
    createdBy,
    requester,
    followers,
    ...(data.tags != null && { tags: orderlyTags(data.tags, []) }),
    status: statuses[0],
    waitingFor: sides[0],
    sequence: 0,
  };
};

interface TicketChange extends NewTicket {
  /** The document of the CMS, as it was read. */
  readonly stored: Record<string, unknown> & { readonly id: RecordId };
}

/**
 * Enforces the rules of a change: it is based on the ticket's last state, the ticket was not merged into another, the transition
 * is allowed, and so are the named users.
 *
 * @returns the fields to store
 * @throws {ApiError} `conflict`, `validation_failed`, `invalid_transition`
 */
export const completeChange = async ({
  req,
  portal,
  data: sent,
  stored,
}: TicketChange): Promise<Readonly<Record<string, unknown>>> => {
  const ticket = await lockTicket(req, portal, stored.id);
  if (!ticket) return sent;
  if (ticket.updated_at.getTime() !== new Date(String(stored.updatedAt)).getTime()) {
    throw new ApiError('conflict', say('errors:ticket:changedNow'));
  }
  const data: Record<string, unknown> = { ...withTags(merged(sent, stored, req.user), ticket.tags ?? []) };
  const organization = ticket.organization_id;
  if (data.organization !== undefined && isAnother(relationId(data.organization), organization))
    await assertNoFiles(req, portal, stored.id);
  if (isAnother(data.requester, ticket.requester_id)) {
    if (data.requester === null) throw new ApiError('validation_failed', say('errors:ticket:noRequester'));
    await assertRequester({ req, portal, id: data.requester, organization });
  }
  if (isAnother(data.assignee, ticket.assignee_id)) {
    await assertAssignee({ req, portal, id: data.assignee, organization });
  }
  const principal = portal.principalOf(req.user);
  const followers = followersIn(stored.followers);
  if (data.followers !== undefined) {
    const place = { organization, requester: ticket.requester_id };
    const wanted = data.followers;
    data.followers = await completeFollowers({ req, portal, ticket: place, wanted, before: followers });
  }
  // The CMS reports any other value as invalid.
  if (isStatus(data.status)) assertTransition(ticket, data.status, isClient(principal));
  const before = { ...ticket, merged_into: ticket.merged_into_id, followers };
  const changes = changesOf(before, ticketOfDocument({ ...stored, ...data }));
  // The portal's own code may change a merged one.
  if (principal) assertUnchangedIfMerged(ticket, changes);
  const isChanged = Object.keys(changes).length > 0 || originOf(req).mergedFrom !== undefined;
  const sequence = ticket.sequence + (isChanged ? 1 : 0);
  return { ...(principal ? withOwnMoments(data, stored) : data), sequence };
};

/** @throws {ApiError} `conflict` for a change of a ticket that was merged */
const assertUnchangedIfMerged = (ticket: StoredTicket, changes: object): void => {
  if (Object.keys(changes).length > 0) assertNotMerged(ticket);
};

/** @throws {ApiError} `conflict` for a form that another person has opened */
const withoutOpening = (sent: Fields, sender: PayloadRequest['user']) => {
  const { [openedWithKey]: openedWith, ...wanted } = sent;
  if (isOfAnother(openedWith, sender?.id)) throw new ApiError('conflict', say('errors:ticket:otherAuthor'));
  return { openedWith, wanted };
};

/** Merges a form's fields with the stored ones. Forms of the admin UI send the ticket's state when they were opened. */
const merged = (sent: Fields, stored: Fields, sender: PayloadRequest['user']): Fields => {
  const { openedWith, wanted } = withoutOpening(sent, sender);
  const { fields, conflicts } = mergeChange({ wanted, openedWith, stored });
  if (conflicts.length === 0) return fields;
  const changed = conflicts.map((field) => say(`errors:ticket:fields:${field}`));
  throw new ApiError('conflict', say('errors:ticket:changedFields', { fields: listed(changed, 'and') }));
};

const isStatus = (value: unknown): value is Status => statuses.some((status) => status === value);

const withTags = (data: Fields, before: readonly string[]): Fields =>
  data.tags === undefined ? data : { ...data, tags: orderlyTags(data.tags, before) };

/** The new order of tags. The CMS checks the fields after these rules, so invalid tags stay as they were sent. */
const orderlyTags = (tags: unknown, before: readonly string[]): unknown =>
  checkTags(tags) === true ? tagsAfter((tags ?? []) as readonly string[], before) : tags;

const isAnother = (wanted: unknown, stored: unknown): boolean =>
  wanted !== undefined && String(wanted) !== String(stored);

/** @throws {ApiError} `invalid_transition`, naming the states allowed; `conflict` for a ticket that was merged */
export const assertTransition = (
  ticket: Pick<StoredTicket, 'status' | 'merged_into_id'>,
  to: Status,
  isClient: boolean,
): void => {
  const { status: from } = ticket;
  if (to === from) return;
  assertNotMerged(ticket);
  const allowed = statesAfter(from, isClient);
  if (allowed.includes(to)) return;
  const word = (status: Status) => say(`errors:ticket:status:${status}`);
  const states = allowed.map(word);
  const ends = { from: word(from), to: word(to) };
  const sentence =
    states.length > 0
      ? say('errors:ticket:transition', { ...ends, states: listed(states, 'comma') })
      : say('errors:ticket:noTransition', ends);
  throw new ApiError('invalid_transition', sentence);
};

/**
 * Keeps a ticket that has files with its organization: their folder is of that one. Waits for a file that is on its way.
 *
 * @throws {ApiError} `conflict`
 */
const assertNoFiles = async (req: PayloadRequest, portal: PortalContext, ticket: RecordId): Promise<void> => {
  await lockTicket(req, portal, ticket, 'for update');
  const { rows } = await runStatement(
    req,
    `select id from ${tableOf(req.payload, portal.options.slugs.files)} where ticket_id = $1 limit 1`,
    [ticket],
  );
  if (rows.length > 0) throw new ApiError('conflict', say('errors:ticket:hasFiles'));
};
