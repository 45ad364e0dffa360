import type { Where } from 'payload';
import type { TranslateText } from '../../../core/texts/text.ts';
import { type CmsResult, callCms } from '../../../core/ui/requests/cmsApi.ts';

/** The users of the portal, as a search finds them. */
export interface PeopleSource {
  readonly usersSlug: string;
  readonly organizationsSlug: string;
  /** The fields by which people are found. An app's own users may lack some. */
  readonly fields: readonly PersonFieldName[];
}

export const personFields = ['name', 'email', 'organization', 'organizations'] as const;

type PersonFieldName = (typeof personFields)[number];

/** A person to choose; `words` are the name, the address and the organization. */
export interface FoundPerson {
  readonly id: number | string;
  readonly words: string;
  /** The name, else the address. */
  readonly name: string;
  readonly email: string;
  /** The organization of a client; null for other people. */
  readonly organization: number | string | null;
}

/** Number of people shown. More are found by a longer search. */
const mostShown = 25;

/** People in each of whom every word of a search is part of the name, the address or an organization's name. */
export const peopleWith = (search: string, fields: readonly PersonFieldName[]): Where => ({
  and: search
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => ({
      or: fields.map((field) => ({
        [field.startsWith('organization') ? `${field}.name` : field]: { contains: literally(word) },
      })),
    })),
});

const mostWords = 8;

/** The CMS would take `%` and `_` for any text. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Finds people in the reader's reach, in order of their addresses. */
export const findPeopleBy = async (
  apiRoute: string,
  { usersSlug, organizationsSlug, fields }: PeopleSource,
  where: Where,
): Promise<CmsResult<readonly FoundPerson[]>> => {
  const parameters = new URLSearchParams([
    ...pairsOf(where, 'where'),
    ...fields.map((field): [string, string] => [`select[${field}]`, 'true']),
    ['select[role]', 'true'],
    [`populate[${organizationsSlug}][name]`, 'true'],
    ['depth', '1'],
    ['limit', String(mostShown)],
    ['pagination', 'false'],
    ['sort', 'email'],
  ]);
  const path = `/${usersSlug}?${parameters}` as const;
  const result = await callCms<{ docs: readonly FoundDocument[] }>(apiRoute, { method: 'GET', path });
  return result.ok ? { ok: true, output: result.output.docs.map(foundPerson) } : result;
};

/** A filter of the CMS as the parameters of an address. */
const pairsOf = (value: unknown, path: string): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => pairsOf(part, `${path}[${key}]`))
    : [[path, String(value)]];

type Organization = number | string | { readonly id: number | string; readonly name?: string };

interface FoundDocument {
  readonly id: number | string;
  readonly name?: string | null;
  readonly email?: string;
  readonly role?: string;
  readonly organization?: Organization | null;
  readonly organizations?: readonly Organization[] | null;
}

/** A former client may still have an organization, and a former representative several. */
const foundPerson = (person: FoundDocument): FoundPerson => {
  const { id, name, email, role, organization, organizations } = person;
  const own = role === 'client' && organization ? [organization] : [];
  const lookedAfter = role === 'representative' ? (organizations ?? []) : [];
  const names = [...own, ...lookedAfter].flatMap((one) => (typeof one === 'object' ? (one.name ?? []) : []));
  const [first] = own;
  return {
    id,
    name: name || email || String(id),
    words: describePerson({ name, email, organization: names.join(', ') }),
    email: email ?? '',
    organization: first === undefined ? null : typeof first === 'object' ? first.id : first,
  };
};

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
