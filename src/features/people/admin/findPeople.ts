import type { Where } from 'payload';
import { type CmsResult, callCms } from '../../../core/ui/requests/cmsApi.ts';
import { noticeChoiceOf } from '../choices.ts';
import { describePerson } from './person.ts';

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
  /** False for a client who chose to get no mails; true if the choice was not asked for. */
  readonly getsMail: boolean;
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
    ['select[notices]', 'true'],
    [`populate[${organizationsSlug}][name]`, 'true'],
    ['depth', '1'],
    ['limit', String(mostShown)],
    ['pagination', 'false'],
    ['sort', 'email'],
  ]);
  const path = `/${usersSlug}?${parameters}` as const;
  const result = await callCms<{ docs: readonly PersonDocument[] }>(apiRoute, { method: 'GET', path });
  return result.ok ? { ok: true, output: result.output.docs.map(foundPerson) } : result;
};

/** A filter of the CMS as the parameters of an address. */
const pairsOf = (value: unknown, path: string): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => pairsOf(part, `${path}[${key}]`))
    : [[path, String(value)]];

type Organization = number | string | { readonly id: number | string; readonly name?: string };

interface PersonDocument {
  readonly id: number | string;
  readonly name?: string | null;
  readonly email?: string;
  readonly role?: string;
  readonly notices?: string | null;
  readonly organization?: Organization | null;
  readonly organizations?: readonly Organization[] | null;
}

/** A former client may still have an organization, and a former representative several. */
const foundPerson = (person: PersonDocument): FoundPerson => {
  const { id, name, email, role, notices, organization, organizations } = person;
  const own = role === 'client' && organization ? [organization] : [];
  const lookedAfter = role === 'representative' ? (organizations ?? []) : [];
  const names = [...own, ...lookedAfter].flatMap((one) => (typeof one === 'object' ? (one.name ?? []) : []));
  const [first] = own;
  return {
    id,
    name: name || email || String(id),
    getsMail: role !== 'client' || noticeChoiceOf(notices) !== 'none',
    words: describePerson({ name, email, organization: names.join(', ') }),
    email: email ?? '',
    organization: first === undefined ? null : typeof first === 'object' ? first.id : first,
  };
};
