import type { CollectionSlug, PayloadRequest } from 'payload';
import { type Principal, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId, newIdSql } from '../../../core/database/ids.ts';
import { lockName } from '../../../core/database/lock.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { ApiError, notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import { followersIn, followersOf, mayFollow, mostFollowers } from '../followers/followers.ts';
import { findDescriptionWriter } from '../history/descriptionWriter.ts';
import { originOf, withOrigin } from '../history/origin.ts';
import { lockTicket, type StoredTicket, ticketColumns, ticketOfRow } from '../record/storedTicket.ts';
import { toRichText } from '../replies/richText.ts';
import { mostTags, tagsAfter } from '../text.ts';

interface WantedMerge {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly source: RecordId;
  readonly into: unknown;
}

/**
 * Moves the content of a ticket to another one of its organization: its description as a reply of its creator, its replies,
 * files, tags and mails. The source is closed, and remains as a pointer. No mail reports it.
 *
 * @returns the target
 * @throws {ApiError} `validation_failed` for an invalid target, `conflict` if one of them was merged before
 */
export const mergeTickets = ({
  req,
  portal,
  caller,
  source: sourceId,
  into,
}: WantedMerge): Promise<StoredTicket> =>
  inTransaction(req, async () => {
    // One merge at a time: earlier merges are then known without a lock of the tickets, and stay as they are.
    await lockName(req, 'merge');
    assertPossible(await readPair({ req, portal, caller, source: sourceId, into }), caller);
    const locked = await readPair({ req, portal, caller, source: sourceId, into }, 'for update');
    const { source, target } = assertPossible(locked, caller);
    await moveRecords({ req, portal, source, target });
    await closeSource({ req, portal, source, target });
    await completeTarget({ req, portal, source, target });
    const merged = await lockTicket(req, portal, target.id);
    if (!merged) throw notFound();
    return merged;
  });

interface Found {
  readonly source: StoredTicket | undefined;
  readonly target: StoredTicket | undefined;
}

/** Locks by the order of the ids, as the deletion of a user does. */
const readPair = async (
  { req, portal, source, into }: WantedMerge,
  lock: '' | 'for update' = '',
): Promise<Found> => {
  const table = tableOf(req.payload, portal.options.slugs.tickets);
  const ids = [source, ...(isId(req.payload, into) && String(into) !== idText(source) ? [into] : [])];
  const { rows } = await runStatement<StoredTicket>(
    req,
    `select ${ticketColumns} from ${table} where id = any($1) order by id ${lock}`,
    [ids],
  );
  const tickets = rows.map(ticketOfRow);
  const found = (wanted: unknown) => tickets.find(({ id }) => idText(id) === String(wanted));
  const target = String(into) === idText(source) ? undefined : found(into);
  return { source: found(source), target };
};

/** @throws {ApiError} `validation_failed`, `conflict`, `not_found` */
const assertPossible = (
  { source, target }: Found,
  caller: Principal,
): { source: StoredTicket; target: StoredTicket } => {
  if (!source) throw notFound();
  if (!target || !reaches(caller, target.organization_id)) throw invalid(say('errors:merge:another'));
  if (String(target.organization_id) !== String(source.organization_id))
    throw invalid(say('errors:merge:sameOrganization'));
  for (const { id, merged_into_id } of [source, target])
    if (merged_into_id !== null)
      throw new ApiError(
        'conflict',
        say('errors:merge:already', { id: idText(id), into: idText(merged_into_id) }),
      );
  return { source, target };
};

const invalid = (message: Sentence) => validationFailed([{ path: 'into', message }]);

interface Pair {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly source: StoredTicket;
  readonly target: StoredTicket;
}

/**
 * Moves the records of a merge. The later conversation decides on `waiting_for`, so that is derived before the replies are
 * moved.
 */
const moveRecords = async ({ req, portal, source, target }: Pair): Promise<void> => {
  const { payload } = req;
  const { slugs } = portal.options;
  const table = (slug: string) => tableOf(payload, slug);
  const [tickets, replies] = [table(slugs.tickets), table(slugs.ticketReplies)];
  const lastWord = (ticket: string) =>
    `coalesce((select max(created_at) from ${replies} where ticket_id = ${ticket} and internal is not true),
       (select created_at from ${tickets} where id = ${ticket}))`;
  await runStatement(
    req,
    `update ${tickets} t set waiting_for = s.waiting_for from ${tickets} s
     where s.id = $1 and t.id = $2 and ${lastWord('s.id')} > ${lastWord('t.id')}`,
    [source.id, target.id],
  );
  const merge = { req, from: source.id, into: target.id };
  for (const { followMerge } of portal.features) await followMerge?.(merge, portal);
  await runStatement(req, 'update support_portal.failed_notices set ticket_id = $2 where ticket_id = $1', [
    idText(source.id),
    idText(target.id),
  ]);
  if (source.description?.trim()) await keepDescription({ req, portal, source, target });
};

/**
 * Keeps the description as a reply, written past the CMS: its time is the ticket's, and an old text causes no event and no
 * mail.
 */
const keepDescription = async ({ req, portal, source, target }: Pair): Promise<void> => {
  const { payload } = req;
  const { slugs } = portal.options;
  const originalOf = (column: string) =>
    `(select ${column} from ${tableOf(payload, slugs.tickets)} where id = $8)`;
  const id = newIdSql(payload);
  const writer = await findDescriptionWriter(req, portal, {
    id: idText(source.id),
    created_by: idTextOrNull(source.created_by_id),
  });
  await runStatement(
    req,
    `insert into ${tableOf(payload, slugs.ticketReplies)}
       (${id.column} ticket_id, organization_id, created_by_id, text, body, internal, source, mail_from, mail_text,
        created_at, updated_at)
     values (${id.value} $1, $2, $3, $4, $5::jsonb, false, $6, ${originalOf('mail_from')}, ${originalOf('mail_text')},
       $7, $7)`,
    [
      target.id,
      source.organization_id,
      writer.created_by,
      source.description,
      JSON.stringify(toRichText(source.description ?? '')),
      source.source,
      source.created_at.toISOString(),
      source.id,
    ],
  );
};

const closeSource = ({ req, portal, source, target }: Pair) =>
  updateTicket({ req, portal, id: source.id, data: { status: 'closed', mergedInto: target.id } });

/**
 * The requester and the followers of the source follow the target, where their words are from now on; the first of them, if
 * both tickets together have too many.
 */
const completeTarget = async ({ req, portal, source, target }: Pair) => {
  const own = target.tags ?? [];
  const tags = tagsAfter([...own, ...(source.tags ?? [])], own).slice(0, mostTags);
  const following = await followersOf(req, portal, [target.id, source.id]);
  const [kept = [], moved = []] = [target, source].map(({ id }) => following.get(idText(id)));
  const requester = await movedRequester({ req, portal, source, target });
  const followers = followersIn([...kept, ...requester, ...moved]).slice(0, mostFollowers);
  await withOrigin(req, { ...originOf(req), mergedFrom: source.id }, () =>
    updateTicket({ req, portal, id: target.id, data: { tags, followers } }),
  );
};

/** The requester of the source, unless they are that of the target, too, or one who cannot follow it. */
const movedRequester = async ({ req, portal, source, target }: Pair): Promise<readonly RecordId[]> => {
  const { organization_id: organization, requester_id: id } = source;
  if (id === null || String(id) === String(target.requester_id)) return [];
  return (await mayFollow({ req, portal, id, organization })) ? [id] : [];
};

interface Update {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly id: RecordId;
  readonly data: Readonly<Record<string, unknown>>;
}

const updateTicket = ({ req, portal, id, data }: Update) =>
  req.payload.update({
    collection: portal.options.slugs.tickets as CollectionSlug,
    id,
    data,
    depth: 0,
    // Both are in the caller's reach. No one may write the pointer by hand.
    overrideAccess: true,
    req,
  });
