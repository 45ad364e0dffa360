import { z } from 'zod';
import { dayParameter, issueOf, nextDay, textParameter } from '../../../core/http/input/fields.ts';
import { say } from '../../../core/texts/say.ts';
import { deliveryStates } from '../deliveries/vocabulary.ts';
import type { EmailLogFilter } from '../reading/filter.ts';

/** The filters of the log, for the API, the export, the tools and the admin UI. */
export const filterParameters = {
  to: textParameter.optional().describe('Part of a recipient, in any case. `%` and `_` are literal.'),
  search: textParameter.optional().describe('Part of the subject, in any case. `%` and `_` are literal.'),
  status: z.enum(['sent', 'failed']).optional().describe('`sent` is handed to the transport, not delivered.'),
  type: textParameter.optional().describe('Notification type, such as `ticket_update`.'),
  transport: textParameter.optional().describe('`proxy`, `smtp`, `phpmail` or another transport by name.'),
  fallback: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('True: only mails that another transport had rejected before.'),
  delivery: z
    .enum([...deliveryStates, 'unknown'])
    .optional()
    .describe('The delivery of the mail: the worst of its recipients. `unknown`: there is no report.'),
  address: textParameter.optional().describe('One of the recipients, exactly, in any case.'),
  since: dayParameter.optional().describe('First day, UTC.'),
  until: dayParameter.optional().describe('Last day, UTC, included.'),
  related_type: textParameter.optional().describe('Kind of the related record, such as `ticket`.'),
  related_id: textParameter.optional().describe('Id of the related record; needs `related_type`.'),
};

type FilterQuery = z.output<z.ZodObject<typeof filterParameters>>;

export const checkRelated = (
  { related_id, related_type }: Pick<FilterQuery, 'related_id' | 'related_type'>,
  context: z.core.$RefinementCtx,
): void => {
  if (related_id === undefined || related_type !== undefined) return;
  context.addIssue({ code: 'custom', path: ['related_id'], ...issueOf(say('errors:relatedType')) });
};

export const filterOf = (query: FilterQuery): EmailLogFilter => ({
  to: query.to,
  search: query.search,
  status: query.status,
  type: query.type,
  transport: query.transport,
  fallback: query.fallback,
  delivery: query.delivery,
  address: query.address,
  relatedType: query.related_type,
  relatedId: query.related_id,
  from: query.since,
  before: query.until && nextDay(query.until),
});
