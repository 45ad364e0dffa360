import type { Payload } from 'payload';
import { z } from 'zod';
import type { Principal } from '../../access/roles.ts';
import { isId } from '../../database/ids.ts';
import { countRows, type Listing, listRows } from '../../database/listRows.ts';
import { validationFailed } from '../../shared/errors/errors.ts';
import {
  isMoment,
  type PageRequest,
  type Position,
  readCursor,
  writeCursor,
} from '../../shared/values/paging.ts';
import type { OperationResult, PageLinks } from '../operationContext.ts';
import { inTurnOf } from '../turns.ts';

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
  const inSearchTurn = <Result>(read: () => Promise<Result>) => inTurnOf(payload, searcher, read, 'searches');
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

const defaultPerPage = 25;

const wholeNumber = (least: number, most: number, usual: number) => {
  const message =
    most === Number.MAX_SAFE_INTEGER
      ? `Enter a whole number of at least ${least}.`
      : `Enter a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message))
    .meta({ type: 'integer', minimum: least, maximum: most, default: usual });
};

/** The parameters of every list. */
export const pageParameters = {
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER, 1).optional().describe('Page number, from 1 (default 1).'),
  per_page: wholeNumber(1, 100, defaultPerPage).optional().describe('Rows a page, 1 to 100 (default 25).'),
  cursor: z
    .string()
    .optional()
    .describe('Instead of `page`: empty for the first page, then the `next_cursor` of the page before.'),
};

export interface PageInput {
  page?: number | undefined;
  per_page?: number | undefined;
  cursor?: string | undefined;
}

/** The order that a cursor of a list follows, and the form of its values. */
export interface CursorOrder {
  readonly name: string;
  isValue(text: string): boolean;
}

/** The order of most lists. */
export const byCreation: CursorOrder = { name: 'created_at', isValue: isMoment };

const unreadableCursor = 'This is no cursor of this list. Begin with an empty one.';

/** Checks parameters against each other. For the `superRefine` of a list's parameters. */
export const checkPaging = (
  { page, cursor }: PageInput,
  context: z.RefinementCtx,
  order: CursorOrder = byCreation,
): void => {
  const reject = (message: string) => context.addIssue({ code: 'custom', path: ['cursor'], message });
  if (cursor === undefined) return;
  if (page !== undefined) reject('Send either page or cursor.');
  else if (cursor !== '' && !isOf(order, cursor)) reject(unreadableCursor);
};

const isOf = ({ name, isValue }: CursorOrder, cursor: string): boolean => {
  const position = readCursor(cursor);
  return position !== null && position.order === name && isValue(position.value);
};

export const pageRequestOf = ({ page = 1, per_page = defaultPerPage, cursor }: PageInput): PageRequest => ({
  perPage: per_page,
  start: cursor === undefined ? { offset: (page - 1) * per_page } : { after: readCursor(cursor) },
});

export const metaOfPage = ({ page = 1, per_page = defaultPerPage }: PageInput, total: number) => ({
  page,
  per_page,
  total,
});

export const linksOfPage = (
  { page = 1, per_page = defaultPerPage }: PageInput,
  total: number,
): PageLinks => ({
  kind: 'pages',
  page,
  lastPage: Math.max(1, Math.ceil(total / per_page)),
});
