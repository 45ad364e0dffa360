import type { CursorMeta, PageMeta } from './types.ts';

export interface Page<Item, Meta> {
  readonly data: Item[];
  readonly meta: Meta;
}

/**
 * A list that reads nothing until it is asked to. Iterating reads all of it by cursor, so that no item comes twice or is
 * missed while others are added or removed.
 *
 * @typeParam More further data in the pages
 */
export interface List<Item, More = unknown> extends AsyncIterable<Item> {
  /** One page by its number, from 1, with the total of all pages. */
  page(number?: number): Promise<Page<Item, PageMeta & More>>;
  /** One page by cursor: empty to begin, then the `next_cursor` of the page before. */
  pageAfter(cursor: string): Promise<Page<Item, CursorMeta & More>>;
}

type ReadPage = <Read>(query: Readonly<Record<string, string | number>>) => Promise<Read>;

export const buildList = <Item, More>(read: ReadPage): List<Item, More> => {
  const pageAfter: List<Item, More>['pageAfter'] = (cursor) => read({ cursor });
  return {
    page: (number = 1) => read({ page: number }),
    pageAfter,
    async *[Symbol.asyncIterator]() {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { data, meta }: Page<Item, CursorMeta> = await pageAfter(cursor);
        yield* data;
        cursor = meta.next_cursor;
      }
    },
  };
};
