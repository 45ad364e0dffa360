import { useListQuery } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { isAddedParameter, listParameters } from './views/listParameters.ts';

/** The user's place in the list, in one tab of the browser, so that a ticket's page can lead back, and on to the next. */
interface Place {
  /** The list's address, with its filters. */
  readonly address: string;
  /** The tickets of the page, in its order. */
  readonly ids: readonly string[];
  /** The address of the list's next page; null on its last one. */
  readonly nextPage: string | null;
}

const key = 'portal-tickets-place';
const returningKey = 'portal-tickets-returning';

const rememberPlace = (place: Place): void => write(key, JSON.stringify(place));

export const recallPlace = (): Place | null => {
  try {
    const place: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const { address, ids, nextPage } = Object(place) as Partial<Place>;
    if (typeof address !== 'string' || !Array.isArray(ids)) return null;
    return { address, ids: ids.map(String), nextPage: typeof nextPage === 'string' ? nextPage : null };
  } catch {
    return null;
  }
};

/** A ticket is open: a user who comes to the list without filters next gets the filters that they had. */
export const noteLeaving = (): void => write(returningKey, 'yes');

/** True, once, if the user comes back from a ticket. */
const isReturning = (): boolean => {
  try {
    const isBack = sessionStorage.getItem(returningKey) === 'yes';
    sessionStorage.removeItem(returningKey);
    return isBack;
  } catch {
    return false;
  }
};

const write = (name: string, value: string): void => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // A browser may keep nothing, for a page that is private. The user then comes back to the list without filters.
  }
};

/**
 * The page of the next ticket in the list that the user came from. After the last ticket of a page it is the list's next
 * page; null if there is none.
 */
export const nextAfter = (id: string): string | null => {
  const place = recallPlace();
  if (!place?.ids.includes(id)) return null;
  const next = place.ids[place.ids.indexOf(id) + 1];
  return next === undefined ? place.nextPage : `${place.address.split('?')[0]}/${next}`;
};

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
