/** Where someone is in the list, so that a ticket's page can lead back, and on to the next. Of one tab of the browser. */
export interface Place {
  /** The list's address, with its filters. */
  readonly address: string;
  /** The tickets of the page, in its order. */
  readonly ids: readonly string[];
  /** The address of the list's next page; null on its last one. */
  readonly nextPage: string | null;
}

const key = 'portal-tickets-place';
const returningKey = 'portal-tickets-returning';

export const rememberPlace = (place: Place): void => write(key, JSON.stringify(place));

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

/** A ticket is open: who comes to the list without filters next, comes back to those they had. */
export const noteLeaving = (): void => write(returningKey, 'yes');

/** Whether someone comes back from a ticket; once. */
export const isReturning = (): boolean => {
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
    // A browser may keep nothing, for a page that is private. One comes back to the list without filters then.
  }
};

/**
 * The page of the ticket after one, in the list that someone came from. After the last of the list's page it is the
 * list's next one; null if there is none.
 */
export const nextAfter = (id: string): string | null => {
  const place = recallPlace();
  if (!place?.ids.includes(id)) return null;
  const next = place.ids[place.ids.indexOf(id) + 1];
  return next === undefined ? place.nextPage : `${place.address.split('?')[0]}/${next}`;
};
