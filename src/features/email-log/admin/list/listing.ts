import { z } from 'zod';
import { sentenceOf } from '../../../../core/http/input/fields.ts';
import { inWords } from '../../../../core/texts/say.ts';
import type { TextKey, TranslateText } from '../../../../core/texts/text.ts';
import { pageIn } from '../../../../core/ui/pages.ts';
import { checkRelated, filterOf, filterParameters } from '../../operations/emailLogFilter.ts';
import { type EmailLogFilter, lastDay } from '../../reading/filter.ts';

/** Parameters of the list's address: those of the REST endpoint, and `period`. */
export const listParameters = [...Object.keys(filterParameters), 'period'] as const;

const schema = z
  .object({ ...filterParameters, period: z.enum(['24h']).optional() })
  .superRefine(checkRelated);

/** The list that an address describes. */
export interface Listing {
  /** The parameters as the address has them. */
  readonly given: Readonly<Record<string, string>>;
  readonly filter: EmailLogFilter;
  readonly page: number;
  /** Problems with the filter, in sentences; empty if it is valid. */
  readonly problems: readonly string[];
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

export const readListing = (searchParams: SearchParams, now: Date, t: TranslateText): Listing => {
  const given = Object.fromEntries(
    listParameters.flatMap((name) => {
      const value = searchParams[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  const page = pageIn(searchParams);
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${labelOf(issue.path[0], t)}: ${inWords(sentenceOf(issue), t)}`,
    );
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
const parameterLabels: Readonly<Record<string, TextKey>> = {
  to: 'emailLog:filter:to',
  search: 'emailLog:filter:search',
  status: 'emailLog:filter:status',
  type: 'emailLog:filter:type',
  transport: 'emailLog:filter:transport',
  fallback: 'emailLog:filter:fallback',
  delivery: 'emailLog:filter:delivery',
  address: 'emailLog:filter:address',
  since: 'emailLog:filter:since',
  until: 'emailLog:filter:until',
  related_type: 'emailLog:filter:relatedType',
  related_id: 'emailLog:filter:relatedId',
  period: 'emailLog:filter:period',
};

const labelOf = (name: PropertyKey | undefined, t: TranslateText): string => {
  const label = parameterLabels[String(name)];
  return label ? t(label) : String(name);
};

/** A quick filter. It sets these parameters and keeps the others. */
interface QuickFilter {
  readonly text: TextKey;
  readonly tone: 'neutral' | 'bad' | 'warning';
  readonly sets: Readonly<Record<string, string>>;
  restrict(now: Date): EmailLogFilter;
}

export const quickFilters: readonly QuickFilter[] = [
  { text: 'emailLog:quick:all', tone: 'neutral', sets: {}, restrict: () => ({}) },
  {
    text: 'emailLog:quick:failed',
    tone: 'bad',
    sets: { status: 'failed' },
    restrict: () => ({ status: 'failed' }),
  },
  {
    text: 'emailLog:quick:fallback',
    tone: 'warning',
    sets: { fallback: 'true' },
    restrict: () => ({ fallback: true }),
  },
  {
    text: 'emailLog:quick:bounced',
    tone: 'bad',
    sets: { delivery: 'bounced' },
    restrict: () => ({ delivery: 'bounced' }),
  },
  { text: 'emailLog:quick:day', tone: 'neutral', sets: { period: '24h' }, restrict: lastDay },
];

const quick = ['status', 'fallback', 'delivery', 'period'] as const;

/** The parameters without those of quick filters. */
export const withoutQuickFilter = (given: Listing['given']): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !quick.some((one) => one === name)));

export const isChosen = ({ sets }: QuickFilter, given: Listing['given']): boolean =>
  quick.every((name) => sets[name] === given[name]);
