import { apiKeys } from '../../../features/api-keys/texts/de.ts';
import { dashboard } from '../../../features/dashboard/texts/de.ts';
import { emailLog } from '../../../features/email-log/texts/de.ts';
import { files } from '../../../features/files/texts/de.ts';
import { inbound } from '../../../features/inbound/texts/de.ts';
import { people } from '../../../features/people/texts/de.ts';
import { settings } from '../../../features/settings/texts/de.ts';
import { tickets } from '../../../features/tickets/texts/de.ts';
import { webhooks } from '../../../features/webhooks/texts/de.ts';
import type { en } from '../en/index.ts';
import type { TextsLike } from '../text.ts';
import { collections } from './collections.ts';
import { errors } from './errors.ts';
import { mails } from './mails.ts';
import { shared } from './shared.ts';

export const de: TextsLike<typeof en> = {
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
