import type { TranslateText } from '../../../../../core/texts/text.ts';

/** Another person who has the ticket open, in the form of the portal's API. */
export interface PresentPerson {
  readonly name: string | null;
  readonly writing: boolean;
}

let present: readonly PresentPerson[] = [];
const listeners = new Set<() => void>();

/**
 * Passes the present people from the conversation, which asks for them, to the head of the page, which is a tree of its own.
 */
export const showPresent = (people: readonly PresentPerson[]): void => {
  // The same people again cause no drawing.
  if (JSON.stringify(people) === JSON.stringify(present)) return;
  present = people;
  for (const listener of listeners) listener();
};

/** A store for `useSyncExternalStore`. */
export const presentStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): readonly PresentPerson[] => present,
};

/** Such as “Anna is writing a reply. Ben and Carl have this ticket open.”; empty if no one else is there. */
export const sentenceOn = (people: readonly PresentPerson[], t: TranslateText): string => {
  const [writing, reading] = [people.filter((one) => one.writing), people.filter((one) => !one.writing)];
  return [sentence(writing, 'writing', t), sentence(reading, 'reading', t)].filter(Boolean).join(' ');
};

const sentence = (
  people: readonly PresentPerson[],
  does: 'writing' | 'reading',
  t: TranslateText,
): string => {
  // Representatives do not read staff.
  const names = [...new Set(people.map(({ name }) => name ?? t('tickets:person:staff')))];
  const [last = '', ...others] = names.toReversed();
  if (names.length === 0) return '';
  const all =
    others.length === 0
      ? last
      : t('tickets:page:presence:and', { names: others.toReversed().join(', '), last });
  return t(`tickets:page:presence:${does}`, { count: names.length, names: all });
};
