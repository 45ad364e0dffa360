import { useConfig } from '@payloadcms/ui';
import { useCallback } from 'react';
import { useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { type CmsResult, callCms } from '../../../../../core/ui/requests/cmsApi.ts';
import type { PersonDocument } from '../../../../people/ui.ts';
import type { Status } from '../../../vocabulary.ts';
import { numberOf } from '../../ticketWords.ts';

/** A ticket that another one can be merged into. */
export interface FoundTicket {
  readonly id: number | string;
  readonly subject: string;
  readonly status: Status;
  readonly requester?: PersonDocument;
}

interface Source {
  /** Organization of the ticket that is to be merged; null or undefined for none. */
  readonly organization: unknown;
  /** The ticket that is to be merged. */
  readonly ticket: number | string;
}

/** Number of tickets shown. More are found by searching. */
const mostShown = 50;

/** Finds tickets by their number, which comes first, and by words of the subject; without either, the latest ones. */
export const useMergeTargets = ({ organization, ticket }: Source) => {
  const { tickets, users } = useSlugs();
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  return useCallback(
    async (search: string): Promise<CmsResult<readonly FoundTicket[]>> => {
      const find = async (restrict: Restriction): Promise<CmsResult<readonly FoundTicket[]>> => {
        const path = `/${tickets}?${queryFor({ organization, ticket }, users, restrict)}` as const;
        const result = await callCms<{ docs: FoundTicket[] }>(apiRoute, { method: 'GET', path });
        return result.ok ? { ok: true, output: result.output.docs } : result;
      };
      const number = numberIn(search, ticket);
      const [byNumber, byWords] = await Promise.all([
        number === null ? none : find([['id', 'equals', number]]),
        find(wordsIn(search).map((word) => ['subject', 'contains', word])),
      ]);
      if (!byNumber.ok) return byNumber;
      if (!byWords.ok) return byWords;
      const others = byWords.output.filter(({ id }) => id !== byNumber.output[0]?.id);
      return { ok: true, output: [...byNumber.output, ...others] };
    },
    [apiRoute, tickets, users, organization, ticket],
  );
};

const none = { ok: true, output: [] } as const;

/** Conditions that all hold: a field, an operator, a value. */
type Restriction = readonly (readonly [field: string, operator: string, value: string])[];

const wordsIn = (search: string): readonly string[] => search.split(/\s+/).filter(Boolean);

/** The number in a search. The database rejects a number that cannot be an id. */
const numberIn = (search: string, ticket: number | string): string | null => {
  const wanted = numberOf(search);
  return (typeof ticket === 'number' ? /^\d{1,9}$/ : uuid).test(wanted) ? wanted : null;
};

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const queryFor = (
  { organization, ticket }: Source,
  users: string,
  restrict: Restriction,
): URLSearchParams => {
  const isOfNone = organization === null || organization === undefined;
  const conditions: Restriction = [
    isOfNone ? ['organization', 'exists', 'false'] : ['organization', 'equals', String(organization)],
    ['mergedInto', 'exists', 'false'],
    ['id', 'not_equals', String(ticket)],
    ...restrict,
  ];
  return new URLSearchParams([
    ...conditions.map(([field, operator, value], index) => [
      `where[and][${index}][${field}][${operator}]`,
      value,
    ]),
    ['sort', '-updatedAt'],
    ['limit', String(mostShown)],
    ['depth', '1'],
    ['select[subject]', 'true'],
    ['select[status]', 'true'],
    ['select[requester]', 'true'],
    [`populate[${users}][name]`, 'true'],
    [`populate[${users}][email]`, 'true'],
    [`populate[${users}][role]`, 'true'],
  ]);
};
