import { redirect } from 'next/navigation.js';

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

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

interface Shown {
  /** Address of the list, without parameters. */
  readonly address: string;
  readonly searchParams: SearchParams;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/** Leads from a page past the end, which the list may have lost since, to its last one. */
export const leaveMissingPage = ({ address, searchParams, page, perPage, total }: Shown): void => {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (page <= last) return;
  const others = Object.entries(searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  redirect(`${address}?${new URLSearchParams({ ...Object.fromEntries(others), page: String(last) })}`);
};
