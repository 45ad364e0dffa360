import { useListQuery } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { isReturning, recallPlace, rememberPlace } from './place.ts';
import { isAddedParameter, listParameters } from './views/listParameters.ts';

interface ShownPage {
  readonly tickets: readonly { readonly id: string }[];
  readonly hasNextPage: boolean;
}

/** Notes the place in the list for the pages of its tickets, and restores it on the way back. */
export const usePlace = ({ tickets, hasNextPage }: ShownPage): void => {
  const { refineListData } = useListQuery();
  const restored = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the list shows
  useEffect(() => {
    const { pathname, search } = window.location;
    const before = isReturning() && Object.keys(parametersOf(search)).length === 0 ? recallPlace() : null;
    const wanted = parametersOf(before?.address.split('?')[1] ?? '');
    if (Object.keys(wanted).length > 0) {
      restored.current = true;
      // The CMS completes the list's address first.
      setTimeout(() => void refineListData(wanted as never), 0);
    } else if (restored.current) restored.current = false;
    else
      rememberPlace({
        address: `${pathname}${search}`,
        ids: tickets.map(({ id }) => id),
        nextPage: hasNextPage ? `${pathname}?${nextPageOf(search)}` : null,
      });
  }, [tickets]);
};

const nextPageOf = (search: string): URLSearchParams => {
  const parameters = new URLSearchParams(search);
  parameters.set('page', String((Number(parameters.get('page')) || 1) + 1));
  return parameters;
};

const parametersOf = (search: string): Readonly<Record<string, string>> => {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...parameters].filter(
      ([name, value]) =>
        listParameters.some((known) => known === name) ||
        isAddedParameter(name) ||
        (name === 'page' && value !== '1'),
    ),
  );
};
