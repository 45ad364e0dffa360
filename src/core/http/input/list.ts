import type { Payload } from 'payload';
import { z } from 'zod';
import type { Principal } from '../../access/roles.ts';
import { isId } from '../../database/ids.ts';
import { countRows, type Listing, listRows } from '../../database/listRows.ts';
import { validationFailed } from '../../shared/errors/errors.ts';
import { type Position, writeCursor } from '../../shared/values/paging.ts';
import type { OperationResult } from '../operationContext.ts';
import { inTurnOf } from '../turns.ts';
import { linksOfPage, metaOfPage, type PageInput, pageRequestOf, unreadableCursor } from './paging.ts';

const numberedMeta = z
  .strictObject({
    page: z.int(),
    per_page: z.int().meta({ examples: [25] }),
    total: z.int().describe('All rows, of all pages.'),
  })
  .meta({ id: 'PageMeta' });

export const pageMeta = z.union([
  numberedMeta,
  z
    .strictObject({
      per_page: z.int().meta({ examples: [25] }),
      next_cursor: z.string().nullable().describe('The cursor of the next page; null on the last page.'),
    })
    .meta({ id: 'CursorMeta' }),
]);

/** The response of every list. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ data: z.array(row), meta: pageMeta });

/** The list by page numbers, for tools, which have no cursor. */
export const numberedListOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ data: z.array(row), meta: numberedMeta });

interface List<Row extends object, Item, Whole> {
  readonly payload: Payload;
  /** The caller of a list that is looked for in texts: their searches take turns. */
  readonly searcher?: Principal | null;
  readonly query: PageInput;
  readonly listing: Listing;
  toItem(row: Row): Item;
  /** Completes the items of a page by data that is read for all of them at once. */
  complete?(items: readonly Item[]): Promise<Whole[]>;
  /** The position of a row in the list's order. */
  positionOf(row: Row): Position;
}

/** Reads a page of a list, by number with its total or by cursor. */
export const respondWithList = async <Row extends object, Item, Whole = Item>({
  payload,
  searcher = null,
  query,
  listing,
  toItem,
  complete = async (items) => [...items] as unknown as Whole[],
  positionOf,
}: List<Row, Item, Whole>): Promise<OperationResult<{ data: Whole[]; meta: z.input<typeof pageMeta> }>> => {
  const { start, perPage } = pageRequestOf(query);
  const inSearchTurn = <Result>(read: () => Promise<Result>) => inTurnOf(payload, searcher, read, 'lists');
  if ('offset' in start) {
    const [rows, total] = await inSearchTurn(() =>
      Promise.all([listRows<Row>(payload, listing, { start, limit: perPage }), countRows(payload, listing)]),
    );
    const output = { data: await complete(rows.map(toItem)), meta: metaOfPage(query, total) };
    return { output, links: linksOfPage(query, total) };
  }
  assertOwnCursor(start.after, listing.isId ?? ((id) => isId(payload, id)));
  const rows = await inSearchTurn(() => listRows<Row>(payload, listing, { start, limit: perPage + 1 }));
  const shown = rows.slice(0, perPage);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const next = last ? writeCursor(positionOf(last)) : null;
  const output = { data: await complete(shown.map(toItem)), meta: { per_page: perPage, next_cursor: next } };
  return { output, links: { kind: 'cursor', next } };
};

/** @throws {ApiError} for a cursor whose id no row can have */
export const assertOwnCursor = (after: Position | null, isPossible: (id: string) => boolean): void => {
  if (after === null || isPossible(after.id)) return;
  throw validationFailed([{ path: 'cursor', message: unreadableCursor }]);
};
