import type { CollectionSlug, Payload } from 'payload';
import type { z } from 'zod';
import { isId } from '../../../core/database/ids.ts';
import {
  assertOwnCursor,
  byCreation,
  linksOfPage,
  metaOfPage,
  type PageInput,
  type pageMeta,
  pageRequestOf,
} from '../../../core/http/input/list.ts';
import type { OperationResult } from '../../../core/http/operationContext.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { writeCursor } from '../../../core/shared/values/paging.ts';

/** One record as a list in memory orders it. */
export interface Placed<Item> {
  readonly id: RecordId;
  /** ISO 8601, in UTC. */
  readonly created_at: string;
  readonly item: Item;
}

type Document = Readonly<Record<string, unknown>> & { readonly id: RecordId };

const batch = 1_000;

/** Every document of a collection of the app's own, whose columns and tables are not known here. */
export const readAll = async (payload: Payload, slug: string): Promise<Document[]> => {
  const documents: Document[] = [];
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { docs, hasNextPage } = await payload.find({
      collection: slug as CollectionSlug,
      depth: 0,
      limit: batch,
      page,
      sort: 'id',
      // The list decides which of them the caller sees.
      overrideAccess: true,
    });
    documents.push(...(docs as unknown as Document[]));
    isLast = !hasNextPage;
  }
  return documents;
};

/** The moment a document was made; the beginning of time if its collection keeps none. */
export const createdAtOf = ({ createdAt }: Document): string =>
  new Date(typeof createdAt === 'string' ? createdAt : 0).toISOString();

interface MemoryList<Item> {
  readonly payload: Payload;
  /** Slug of the app's own collection. */
  readonly slug: string;
  readonly query: PageInput;
  readonly records: readonly Placed<Item>[];
}

/** Reads a page of records that the app's code has to judge one by one: newest first, as every list. */
export const respondFromMemory = <Item>({
  payload,
  slug,
  query,
  records,
}: MemoryList<Item>): OperationResult<{ data: Item[]; meta: z.input<typeof pageMeta> }> => {
  const sorted = records.toSorted(byNewest);
  const { start, perPage } = pageRequestOf(query);
  if ('offset' in start) {
    const data = sorted.slice(start.offset, start.offset + perPage).map(({ item }) => item);
    return {
      output: { data, meta: metaOfPage(query, records.length) },
      links: linksOfPage(query, records.length),
    };
  }
  const { after } = start;
  assertOwnCursor(after, (id) => isId(payload, id, slug));
  const place = after && { created_at: after.value, id: after.id };
  const rest = place ? sorted.filter((record) => byNewest(place, record) < 0) : sorted;
  const shown = rest.slice(0, perPage);
  const last = rest.length > shown.length ? shown.at(-1) : undefined;
  const next = last
    ? writeCursor({ order: byCreation.name, value: last.created_at, id: idText(last.id) })
    : null;
  return {
    output: { data: shown.map(({ item }) => item), meta: { per_page: perPage, next_cursor: next } },
    links: { kind: 'cursor', next },
  };
};

type Place = Pick<Placed<unknown>, 'id' | 'created_at'>;

const byNewest = (one: Place, other: Place): number => {
  const [here, there] = [Date.parse(one.created_at), Date.parse(other.created_at)];
  return there - here || idText(other.id).localeCompare(idText(one.id), 'en', { numeric: true });
};
