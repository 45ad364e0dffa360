import type { Given } from './listParameters.ts';

/** Filters of the list that a user keeps under a name. */
export interface SavedView {
  readonly name: string;
  readonly given: Given;
}

/** Key of the preference that holds a user's views. */
export const savedViewsKey = 'portal-ticket-views';

/** The saved views in a stored value; other values under the key are ignored. */
export const savedViewsIn = (value: unknown): readonly SavedView[] => {
  const { views } = Object(value) as { views?: unknown };
  if (!Array.isArray(views)) return [];
  return views.filter(
    (view): view is SavedView =>
      typeof view?.name === 'string' && typeof view?.given === 'object' && view.given !== null,
  );
};
