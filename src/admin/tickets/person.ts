/** A user as the CMS gives one to its admin UI: an id alone where its reader may not see who it is. */
export type PersonDocument =
  | number
  | string
  | null
  | undefined
  | {
      readonly id: number | string;
      readonly name?: string | null;
      readonly email?: string;
      readonly role?: string;
    };

export interface NamedPerson {
  readonly name: string;
  readonly isClient: boolean;
}

/** Who somebody is in words. Representatives do not read the staff, nor anybody a person who was deleted. */
export const namePerson = (person: PersonDocument): NamedPerson => {
  if (person === null || person === undefined) return { name: 'A deleted user', isClient: false };
  if (typeof person !== 'object') return { name: 'Support staff', isClient: false };
  return { name: person.name || person.email || 'Somebody', isClient: person.role === 'client' };
};

/** The same in the middle of a sentence, where only a name begins with a capital. */
export const nameWithinSentence = (person: PersonDocument): string => {
  const { name } = namePerson(person);
  return typeof person === 'object' && person !== null
    ? name
    : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};
