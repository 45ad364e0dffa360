import type { en } from '../en/index.ts';
import type { TextsLike } from '../text.ts';
import { apiKeys } from './apiKeys.ts';
import { collections } from './collections.ts';
import { dashboard } from './dashboard.ts';
import { emailLog } from './emailLog.ts';
import { errors } from './errors.ts';
import { files } from './files.ts';
import { inbound } from './inbound.ts';
import { mails } from './mails.ts';
import { people } from './people.ts';
import { settings } from './settings.ts';
import { shared } from './shared.ts';
import { tickets } from './tickets.ts';
import { webhooks } from './webhooks.ts';

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
