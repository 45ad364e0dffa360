/** Parameters of the list's address. The CMS keeps its own `sort` for the next visit. */
export const listParameters = [
  'view',
  'search',
  'status',
  'priority',
  'assignee',
  'tag',
  'organization',
  'requester',
  'order',
] as const;

export type ListParameter = (typeof listParameters)[number];

/** A filter by a field that the app has added, such as `field.product` and `field.due.from`. */
export type AddedParameter = `field.${string}`;

export const isAddedParameter = (name: string): name is AddedParameter => name.startsWith('field.');

/** The order by a column of such a field, such as `field.due` and `-field.due`. */
export type AddedSort = AddedParameter | `-${AddedParameter}`;

export const isAddedSort = (sort: string): sort is AddedSort => isAddedParameter(sort.replace('-', ''));

/** Such a filter, as the form has it. */
export interface AddedFilter {
  readonly parameter: AddedParameter;
  readonly label: string;
  readonly input: 'text' | 'number' | 'date';
  /** It is null for a filter that is typed. */
  readonly choices: readonly { readonly id: string; readonly name: string }[] | null;
}

export type Given = Readonly<Partial<Record<ListParameter | AddedParameter, string>>>;

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
