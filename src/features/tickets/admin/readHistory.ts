import type { CollectionSlug, Payload, TypedUser } from 'payload';
import { isId } from '../../../core/database/ids.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { PersonDocument } from '../../people/ui.ts';
import type { HistoryEntry } from '../history/history.ts';

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
