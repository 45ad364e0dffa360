import type { Api, Filter, Output } from './api.ts';
import type { CallOptions } from './options.ts';
import type { EmailLogRow } from './types.ts';

/** Further data in a page of the log. */
type Coverage = Pick<Output<'list_email_log'>['meta'], 'covers_since'>;

export const emailLogOf = ({ list }: Api) => ({
  /** The mails that were handed to the mail function, newest first. For staff's keys with the scope `email-log:read`. */
  list: (filter?: Filter<'list_email_log'>, options?: CallOptions) =>
    list<EmailLogRow, Coverage>('/portal/v1/email-log', filter, options),
});
