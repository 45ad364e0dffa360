import { apiKeys } from '../../../features/api-keys/texts/en.ts';
import { dashboard } from '../../../features/dashboard/texts/en.ts';
import { emailLog } from '../../../features/email-log/texts/en.ts';
import { files } from '../../../features/files/texts/en.ts';
import { inbound } from '../../../features/inbound/texts/en.ts';
import { people } from '../../../features/people/texts/en.ts';
import { settings } from '../../../features/settings/texts/en.ts';
import { tickets } from '../../../features/tickets/texts/en.ts';
import { webhooks } from '../../../features/webhooks/texts/en.ts';
import { collections } from './collections.ts';
import { errors } from './errors.ts';
import { mails } from './mails.ts';
import { shared } from './shared.ts';

/** The plugin's texts in English: one part for each part of the admin UI, and those of mails and errors. */
export const en = {
  apiKeys,
  collections,
  dashboard,
  emailLog,
  errors,
  files,
  inbound,
  mails,
  people,
  settings,
  shared,
  tickets,
  webhooks,
};
