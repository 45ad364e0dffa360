import { z } from 'zod';
import { isStaff } from '../../../core/access/roles.ts';
import { isId } from '../../../core/database/ids.ts';
import {
  assertOwnCursor,
  byCreation,
  checkPaging,
  linksOfPage,
  metaOfPage,
  pageParameters,
  pageRequestOf,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { type PageRequest, writeCursor } from '../../../core/shared/values/paging.ts';
import { deliveryStates } from '../deliveries/vocabulary.ts';
import { prepareEmailLog } from '../prepare.ts';
import { exportEmails } from '../reading/exportCsv.ts';
import { lastDay } from '../reading/filter.ts';
import { countEmails, findEmails } from '../reading/query.ts';
import { coversSince } from '../retention/coverage.ts';
import { rowSchema } from '../row.ts';
import { checkRelated, filterOf, filterParameters } from './emailLogFilter.ts';

const state = z.enum(deliveryStates);

/** The delivery of a mail, over HTTP and in tools. */
const delivery = z
  .strictObject({
    state: state.describe('The worst of all recipients.'),
    recipients: z
      .array(
        z.strictObject({
          address: z.string(),
          state,
          at: z.iso.datetime(),
          detail: z.string().nullable().describe('The words of the recipient’s server.'),
        }),
      )
      .readonly(),
  })
  .nullable()
  .describe('The delivery of the mail after it was handed over; null if there is no report.')
  .meta({ examples: [null] });

/** A row of the log with its delivery, as the API and its tools return it. */
const loggedEmail = rowSchema.extend({ delivery }).meta({ id: 'EmailLogRow' });

const listInput = z.strictObject({ ...filterParameters, ...pageParameters }).superRefine((query, context) => {
  checkPaging(query, context);
  checkRelated(query, context);
});

const coverage = { covers_since: z.iso.datetime().describe('The log covers mails since this time.') };

const numberedMeta = z.strictObject({
  page: z.int(),
  per_page: z.int().meta({ examples: [25] }),
  total: z.int(),
  ...coverage,
});

const output = z.strictObject({
  data: z.array(loggedEmail),
  meta: z.union([
    numberedMeta,
    z.strictObject({ per_page: z.int(), next_cursor: z.string().nullable(), ...coverage }),
  ]),
});

/** A page by its number, for tools, which have no cursor. */
export const emailLogPage = z.strictObject({ data: z.array(loggedEmail), meta: numberedMeta });

export const listEmailLog = defineOperation({
  name: 'list_email_log',
  summary: 'Lists the mails that were handed to the mail function, newest first.',
  method: 'GET',
  path: '/portal/v1/email-log',
  who: { gate: isStaff, scope: 'email-log:read' },
  input: listInput,
  response: { output, status: 200 },
  async run(query, { payload, portal }) {
    const { slugs } = portal.options;
    await prepareEmailLog(payload, portal.options);
    const filter = filterOf(query);
    const request = pageRequestOf(query);
    if ('after' in request.start) {
      assertOwnCursor(request.start.after, (id) => isId(payload, id));
      const [rows, since] = await Promise.all([
        findEmails(payload, slugs, filter, { ...request, perPage: request.perPage + 1 }),
        coversSince(payload),
      ]);
      const data = rows.slice(0, request.perPage);
      const last = rows.length > data.length ? data.at(-1) : undefined;
      const next = last ? writeCursor({ order: byCreation.name, value: last.created_at, id: last.id }) : null;
      const meta = { per_page: request.perPage, next_cursor: next, covers_since: since };
      return { output: { data, meta }, links: { kind: 'cursor', next } };
    }
    const [data, since] = await Promise.all([
      findEmails(payload, slugs, filter, request),
      coversSince(payload),
    ]);
    const total = totalOfLastPage(request, data.length) ?? (await countEmails(payload, slugs, filter));
    const meta = { ...metaOfPage(query, total), covers_since: since };
    return { output: { data, meta }, links: linksOfPage(query, total) };
  },
});

/** The total, if this page is the last one. Else null. */
const totalOfLastPage = ({ start, perPage }: PageRequest, shown: number): number | null => {
  const offset = 'offset' in start ? start.offset : 0;
  const isLast = shown < perPage && (shown > 0 || offset === 0);
  return isLast ? offset + shown : null;
};

const exportInput = z
  .strictObject({
    ...filterParameters,
    period: z.enum(['24h']).optional().describe('Only the last 24 hours, to the second.'),
  })
  .superRefine(checkRelated);

export const exportEmailLog = defineOperation({
  name: 'export_email_log',
  summary: 'Downloads the matching rows of the email log as CSV, newest first.',
  description:
    'The columns are the fields of a row. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  method: 'GET',
  path: '/portal/v1/email-log/export',
  who: { gate: isStaff, scope: 'email-log:read' },
  input: exportInput,
  response: { output: z.null(), status: 200, mediaType: 'text/csv', headers: ['Content-Disposition'] },
  async run(query, { payload, portal }) {
    const { slugs } = portal.options;
    await prepareEmailLog(payload, portal.options);
    const now = new Date();
    const filter = { ...filterOf(query), ...(query.period && lastDay(now)) };
    const name = `email-log-${now.toISOString().slice(0, 10)}.csv`;
    return {
      output: null,
      stream: exportEmails(payload, slugs, filter),
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    };
  },
});
