export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** More pages than any list has. PostgreSQL takes no offset without end. */
const mostPages = 1_000_000_000;

/** The page that an address asks for; the first if it asks for none that can be. */
export const pageIn = ({ page }: SearchParams): number =>
  Math.min(Math.max(1, Math.trunc(Number(page)) || 1), mostPages);

/**
 * Number of rows on a page of a list. The CMS keeps whatever number an address asked for.
 *
 * @param sizes from the usual one to the largest
 */
export const rowsOf = (wanted: unknown, sizes: readonly [number, ...number[]]): number => {
  const rows = Math.trunc(Number(wanted));
  return rows >= 1 ? Math.min(rows, Math.max(...sizes)) : sizes[0];
};
