import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { isId } from '../../../core/database/ids.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import type { PersonDocument } from '../../people/ui.ts';
import type { TicketChanges } from '../history/changes.ts';
import type { HistoryEntry } from '../history/history.ts';
import type { Priority, Status } from '../vocabulary.ts';

/** A row of a ticket's history as the CMS gives it to its admin UI. */
export interface HistoryRow {
  readonly id: RecordId;
  /** It is null if no user was logged in. */
  readonly userId?: string | null;
  readonly changes: HistoryEntry;
  readonly createdAt: string;
}

interface Wanted {
  readonly ticketId: RecordId;
  readonly page: number;
  readonly perPage: number;
  readonly reader: TypedUser | null;
}

/** A page of a ticket's history, newest first, within the reader's access. */
export const readHistory = async (
  payload: Payload,
  changesSlug: string,
  { ticketId, page, perPage, reader }: Wanted,
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> => {
  const { docs, totalDocs } = await payload.find({
    collection: changesSlug as CollectionSlug,
    where: { ticket: { equals: ticketId } },
    // Several entries of one number are possible: a look changes nothing.
    sort: ['-sequence', '-createdAt', '-id'],
    page,
    limit: perPage,
    depth: 0,
    overrideAccess: false,
    user: reader,
  });
  return { rows: docs as unknown as HistoryRow[], total: totalDocs };
};

interface WantedPeople {
  readonly ids: readonly (string | null)[];
  readonly reader: TypedUser | null;
}

/** People by id, as {@link PersonDocument} has them: only an id if the reader may not read the user. */
export const findPeople = async (
  payload: Payload,
  usersSlug: string,
  { ids, reader }: WantedPeople,
): Promise<ReadonlyMap<string, PersonDocument>> => {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null && isId(payload, id, usersSlug));
  if (wanted.length === 0) return new Map();
  const find = (overrideAccess: boolean) =>
    payload.find({
      collection: usersSlug as CollectionSlug,
      where: { id: { in: wanted } },
      depth: 0,
      limit: wanted.length,
      pagination: false,
      overrideAccess,
      user: reader,
    });
  // A user that the reader may not read stays as an id; a deleted one is missing.
  const [all, readable] = await Promise.all([find(true), find(false)]);
  return new Map<string, PersonDocument>([
    ...all.docs.map(({ id }) => [String(id), id] as const),
    ...readable.docs.map((person) => [String(person.id), person as PersonDocument] as const),
  ]);
};

type Field = keyof HistoryEntry;
type Lists = 'tags' | 'followers';
type Change = NonNullable<HistoryEntry[Exclude<Field, Lists>]>;

export interface DescribedChange {
  readonly field: Field;
  readonly sentence: string;
  /** The texts before and after, if they are too long for a sentence. */
  readonly texts: Change | null;
}

interface Words {
  nameOf(userId: string): string;
  readonly t: TranslateText;
}

/** Describes the changes of a ticket in sentences. */
export const describeChanges = (changes: HistoryEntry, words: Words): readonly DescribedChange[] =>
  Object.entries(changes).map(([name, change]) =>
    name === 'tags' || name === 'followers'
      ? { field: name, sentence: sentenceOfList(name, change as ListChange, words), texts: null }
      : describe(name as Exclude<Field, Lists>, change as Change, words),
  );

const describe = (field: Exclude<Field, Lists>, change: Change, words: Words): DescribedChange => ({
  field,
  sentence: sentenceOf(field, change, words),
  texts: field === 'description' && wasEdited(change) ? change : null,
});

type ListChange = NonNullable<TicketChanges[Lists]>;

const sentenceOfList = (field: Lists, { from, to }: ListChange, { nameOf, t }: Words): string => {
  const shown = (items: readonly string[]) => {
    const names = (field === 'tags' ? items : items.map(nameOf)).join(', ');
    return { count: items.length, names, tags: names };
  };
  const added = to.filter((item) => !from.includes(item));
  const removed = from.filter((item) => !to.includes(item));
  const said = [
    ...(added.length > 0 ? [t(`tickets:history:${field}Added`, shown(added))] : []),
    ...(removed.length > 0 ? [t(`tickets:history:${field}Removed`, shown(removed))] : []),
  ];
  return said.join('. ');
};

const sentenceOf = (field: Exclude<Field, Lists>, change: Change, words: Words): string => {
  const { from, to } = change;
  const { nameOf, t } = words;
  switch (field) {
    case 'status':
      return t('tickets:history:changed:status', {
        from: t(`tickets:status:${from as Status}`),
        to: t(`tickets:status:${to as Status}`),
      });
    case 'priority':
      return t('tickets:history:changed:priority', {
        from: t(`tickets:priority:${from as Priority}`),
        to: t(`tickets:priority:${to as Priority}`),
      });
    case 'subject':
      return t('tickets:history:changed:subject', { from: String(from), to: String(to) });
    case 'description':
      if (wasEdited(change)) return t('tickets:history:changed:description');
      return t(to ? 'tickets:history:descriptionAdded' : 'tickets:history:descriptionRemoved');
    case 'merged_into':
      return from
        ? t('tickets:history:mergedFrom', { id: from })
        : t('tickets:history:mergedInto', { id: String(to) });
    case 'assignee_id':
      return assignmentOf(from && nameOf(from), to && nameOf(to), t);
    case 'seen_as':
      return t('tickets:history:seenAs', { name: to ? nameOf(to) : '' });
    case 'requester_id':
      return requesterOf(from && nameOf(from), to && nameOf(to), t);
  }
};

const wasEdited = ({ from, to }: Change): boolean => Boolean(from && to);

const assignmentOf = (from: string | null, to: string | null, t: TranslateText): string => {
  if (!from) return t('tickets:history:assigned', { to: String(to) });
  return to ? t('tickets:history:reassigned', { from, to }) : t('tickets:history:unassigned', { from });
};

const requesterOf = (from: string | null, to: string | null, t: TranslateText): string => {
  if (!from) return t('tickets:history:requesterGiven', { to: String(to) });
  return to
    ? t('tickets:history:changed:requester', { from, to })
    : t('tickets:history:requesterTaken', { from });
};
