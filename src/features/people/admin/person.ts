import type { TranslateText } from '../../../core/texts/text.ts';

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
export const namePerson = (person: PersonDocument, t: TranslateText): NamedPerson => {
  if (person === null || person === undefined) return { name: t('tickets:person:deleted'), isClient: false };
  if (typeof person !== 'object') return { name: t('tickets:person:staff'), isClient: false };
  const name = person.name || person.email || t('tickets:person:unnamed');
  return { name, isClient: person.role === 'client' };
};

/** The name of a person inside a sentence: only names begin with a capital. */
export const nameWithinSentence = (person: PersonDocument, t: TranslateText): string => {
  if (person === null || person === undefined) return t('tickets:person:deletedInSentence');
  return typeof person === 'object' ? namePerson(person, t).name : t('tickets:person:staffInSentence');
};

interface DescribedPerson {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** The name of the organization. */
  readonly organization?: string | null | undefined;
}

/** A person as choices show one: name, address, organization. */
export const describePerson = ({ name, email, organization }: DescribedPerson): string =>
  [name, email, organization].filter(Boolean).join(', ');
