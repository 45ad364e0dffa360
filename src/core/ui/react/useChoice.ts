import { useState } from 'react';

/** The rows of a table that are chosen, to act on together. */
export interface Choice {
  /** The ids that can be chosen, in their order. */
  readonly choosable: readonly string[];
  /** The ids that are chosen and still there, in the order of the rows. */
  readonly chosen: readonly string[];
  readonly isAll: boolean;
  /** Chooses ids, or ends their choice. */
  set(ids: readonly string[], isOn: boolean): void;
  clear(): void;
}

/** The choice among rows with these ids. It outlives a refresh; an id that is gone is no longer chosen. */
export const useChoice = (choosable: readonly string[]): Choice => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = choosable.filter((id) => ids.has(id));
  return {
    choosable,
    chosen,
    isAll: choosable.length > 0 && chosen.length === choosable.length,
    set: (some, isOn) =>
      setIds(
        (before) => new Set(isOn ? [...before, ...some] : [...before].filter((id) => !some.includes(id))),
      ),
    clear: () => setIds(new Set()),
  };
};
