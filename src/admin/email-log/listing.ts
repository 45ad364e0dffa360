import { z } from 'zod';
import { type EmailLogFilter, lastDay } from '../../email-log/filter.ts';
import { checkRelated, filterOf, filterParameters } from '../../operations/email-log/emailLogFilter.ts';

/** Parameters of the list's address: those of the REST endpoint, and `period`. */
export const listParameters = [...Object.keys(filterParameters), 'period'] as const;

const schema = z
  .object({ ...filterParameters, period: z.enum(['24h']).optional() })
  .superRefine(checkRelated);

/** What the list's address asks for. */
export interface Listing {
  /** As it stands in the address. */
  readonly given: Readonly<Record<string, string>>;
  readonly filter: EmailLogFilter;
  readonly page: number;
  /** What is wrong with the filter, in sentences; empty if it is valid. */
  readonly problems: readonly string[];
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const readListing = (searchParams: SearchParams, now: Date): Listing => {
  const given = Object.fromEntries(
    listParameters.flatMap((name) => {
      const value = searchParams[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  const page = Math.max(1, Math.trunc(Number(searchParams.page)) || 1);
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${labelOf(path[0])}: ${message}`);
    return { given, filter: {}, page, problems };
  }
  return {
    given,
    filter: { ...filterOf(parsed.data), ...(parsed.data.period && lastDay(now)) },
    page,
    problems: [],
  };
};

/** Parameters in the words of the list's form. */
const parameterLabels: Readonly<Record<string, string>> = {
  to: 'Recipient',
  search: 'Subject',
  status: 'Status',
  type: 'Type',
  transport: 'Transport',
  fallback: 'Carried by a fallback',
  delivery: 'What became of it',
  address: 'Exact recipient',
  since: 'First day',
  until: 'Last day',
  related_type: 'Related to',
  related_id: 'With the id',
  period: 'Period',
};

const labelOf = (name: PropertyKey | undefined): string => parameterLabels[String(name)] ?? String(name);

/** A quick filter. It sets these parameters and keeps the others. */
export interface QuickFilter {
  readonly label: string;
  readonly tone: 'neutral' | 'bad' | 'warning';
  readonly sets: Readonly<Record<string, string>>;
  restrict(now: Date): EmailLogFilter;
}

export const quickFilters: readonly QuickFilter[] = [
  { label: 'All', tone: 'neutral', sets: {}, restrict: () => ({}) },
  { label: 'Failed', tone: 'bad', sets: { status: 'failed' }, restrict: () => ({ status: 'failed' }) },
  { label: 'Fallback', tone: 'warning', sets: { fallback: 'true' }, restrict: () => ({ fallback: true }) },
  {
    label: 'Bounced',
    tone: 'bad',
    sets: { delivery: 'bounced' },
    restrict: () => ({ delivery: 'bounced' }),
  },
  { label: 'Last 24 hours', tone: 'neutral', sets: { period: '24h' }, restrict: lastDay },
];

const quick = ['status', 'fallback', 'delivery', 'period'] as const;

/** The parameters without those of quick filters. */
export const withoutQuickFilter = (given: Listing['given']): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !quick.some((one) => one === name)));

export const isChosen = ({ sets }: QuickFilter, given: Listing['given']): boolean =>
  quick.every((name) => sets[name] === given[name]);
