import { redirect } from 'next/navigation.js';
import type { SearchParams } from './pages.ts';

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
