'use client';

import { useListQuery } from '@payloadcms/ui';

/** Parameters of a list in its address; undefined takes one away. */
export type ListParameters = Readonly<Record<string, string | undefined>>;

/**
 * Changes what a list shows, from its first page on. The CMS keeps the parameters of a list's address in a state of its
 * own, which a plain link would leave behind: so all of them are given each time.
 */
export const useListFilter = (names: readonly string[]): ((parameters: ListParameters) => void) => {
  const { refineListData } = useListQuery();
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  return (parameters) => void refineListData({ ...none, ...parameters, page: 1 });
};
