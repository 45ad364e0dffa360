export const itemStates = ['missing', 'received', 'rejected'] as const;

export type ItemState = (typeof itemStates)[number];

/** One thing that a request asks for. */
export interface Item {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly state: ItemState;
  /** The word of the team about it; for a rejected one the reason. */
  readonly note: string | null;
}

const withItem = (items: readonly Item[], id: string | null, change: (item: Item) => Item): readonly Item[] =>
  items.map((item) => (item.id === id ? change(item) : item));

/** The items once a file for one of them has arrived. */
export const itemsAfterUpload = (items: readonly Item[], id: string | null): readonly Item[] =>
  withItem(items, id, (item) => ({ ...item, state: 'received', note: null }));

/**
 * The items once a file for one of them was withdrawn.
 *
 * @param isLast true if no file for it is left that was not rejected
 */
export const itemsAfterWithdrawal = (
  items: readonly Item[],
  id: string | null,
  isLast: boolean,
): readonly Item[] =>
  isLast
    ? withItem(items, id, (item) => (item.state === 'received' ? { ...item, state: 'missing' } : item))
    : items;

/** The items once the team has judged one of them. */
export const itemsAfterJudgement = (
  items: readonly Item[],
  id: string,
  { state, note }: Pick<Item, 'state' | 'note'>,
): readonly Item[] => withItem(items, id, (item) => ({ ...item, state, note }));

/** The items without which a request cannot be completed. */
export const missingItems = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ required, state }) => required && state !== 'received');

/** The items of which a reminder tells: what is missing of the required ones, and if nothing is, of the optional ones. */
export const remindedItems = (items: readonly Item[]): readonly Item[] => {
  const missing = missingItems(items);
  return missing.length > 0 ? missing : items.filter(({ state }) => state !== 'received');
};

/** True if each item of a list has come: a reminder would say something untrue. */
export const hasAllItems = (items: readonly Item[]): boolean =>
  items.length > 0 && remindedItems(items).length === 0;

export const receivedItems = (items: readonly Item[]): number =>
  items.filter(({ state }) => state === 'received').length;

interface ReceivedParts {
  readonly items: readonly Item[];
  /** The number of files that were received. */
  readonly files: number;
}

/** The reason why a request is not complete; null if it is. */
export const problemOfCompletion = ({ items, files }: ReceivedParts): 'items' | 'nothing' | null => {
  if (missingItems(items).length > 0) return 'items';
  return files === 0 && receivedItems(items) === 0 ? 'nothing' : null;
};
