/** A user as the CMS gives one to its admin UI: only an id if the reader may not read the user. */
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

/** The name to show for a user. Representatives do not read staff, and deleted users cannot be read. */
export const namePerson = (person: PersonDocument): NamedPerson => {
  if (person === null || person === undefined) return { name: 'A deleted user', isClient: false };
  if (typeof person !== 'object') return { name: 'Support staff', isClient: false };
  return { name: person.name || person.email || 'Unnamed user', isClient: person.role === 'client' };
};

/** The same inside a sentence: only names begin with a capital. */
export const nameWithinSentence = (person: PersonDocument): string => {
  const { name } = namePerson(person);
  return typeof person === 'object' && person !== null
    ? name
    : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};
