import { z } from 'zod';
import { isMoment, type PageRequest, readCursor } from '../../shared/values/paging.ts';
import type { PageLinks } from '../operationContext.ts';

const defaultPerPage = 25;

const wholeNumber = (least: number, most: number, usual: number) => {
  const message =
    most === Number.MAX_SAFE_INTEGER
      ? `Enter a whole number of at least ${least}.`
      : `Enter a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,16}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message))
    .meta({ type: 'integer', minimum: least, maximum: most, default: usual });
};

/** The parameters of every list. */
export const pageParameters = {
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER, 1).optional().describe('Page number, from 1 (default 1).'),
  per_page: wholeNumber(1, 100, defaultPerPage).optional().describe('Rows a page, 1 to 100 (default 25).'),
  cursor: z
    .string()
    .optional()
    .describe('Instead of `page`: empty for the first page, then the `next_cursor` of the page before.'),
};

export interface PageInput {
  page?: number | undefined;
  per_page?: number | undefined;
  cursor?: string | undefined;
}

/** The order that a cursor of a list follows, and the form of its values. */
export interface CursorOrder {
  readonly name: string;
  isValue(text: string): boolean;
}

/** The order of most lists. */
export const byCreation: CursorOrder = { name: 'created_at', isValue: isMoment };

export const unreadableCursor = 'This is no cursor of this list. Begin with an empty one.';

/** Checks parameters against each other. For the `superRefine` of a list's parameters. */
export const checkPaging = (
  { page, cursor }: PageInput,
  context: z.RefinementCtx,
  order: CursorOrder = byCreation,
): void => {
  const reject = (message: string) => context.addIssue({ code: 'custom', path: ['cursor'], message });
  if (cursor === undefined) return;
  if (page !== undefined) reject('Send either page or cursor.');
  else if (cursor !== '' && !isOf(order, cursor)) reject(unreadableCursor);
};

const isOf = ({ name, isValue }: CursorOrder, cursor: string): boolean => {
  const position = readCursor(cursor);
  return position !== null && position.order === name && isValue(position.value);
};

export const pageRequestOf = ({ page = 1, per_page = defaultPerPage, cursor }: PageInput): PageRequest => ({
  perPage: per_page,
  start: cursor === undefined ? { offset: (page - 1) * per_page } : { after: readCursor(cursor) },
});

export const metaOfPage = ({ page = 1, per_page = defaultPerPage }: PageInput, total: number) => ({
  page,
  per_page,
  total,
});

export const linksOfPage = (
  { page = 1, per_page = defaultPerPage }: PageInput,
  total: number,
): PageLinks => ({
  kind: 'pages',
  page,
  lastPage: Math.max(1, Math.ceil(total / per_page)),
});
