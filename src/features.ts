// For the declarations of the package: without these lines they lack the options and slugs that features add.
import './features/api-keys/feature.ts';
import './features/client-sessions/options.ts';
import './features/delivery/feature.ts';
import './features/delivery/options.ts';
import './features/email-log/feature.ts';
import './features/email-log/options.ts';
import './features/files/feature.ts';
import './features/files/options.ts';
import './features/inbound/feature.ts';
import './features/inbound/options.ts';
import './features/links/feature.ts';
import './features/links/kinds.ts';
import './features/mail/options.ts';
import './features/saved-replies/feature.ts';
import './features/tickets/feature.ts';
import './features/tickets/options.ts';
import './features/tools/feature.ts';
import './features/tools/options.ts';
import './features/transfers/feature.ts';
import './features/upload-requests/feature.ts';
import './features/uploads/options.ts';
import './features/webhooks/feature.ts';
import './features/webhooks/options.ts';

import type { Feature } from './core/feature.ts';
import { alerts } from './features/alerts/feature.ts';
import { apiKeys } from './features/api-keys/feature.ts';
import { clientPages } from './features/client-pages/feature.ts';
import { clientSessions } from './features/client-sessions/feature.ts';
import { dashboard } from './features/dashboard/feature.ts';
import { delivery } from './features/delivery/feature.ts';
import { emailChanges } from './features/email-changes/feature.ts';
import { emailLog } from './features/email-log/feature.ts';
import { files } from './features/files/feature.ts';
import { inbound } from './features/inbound/feature.ts';
import { links } from './features/links/feature.ts';
import { mail } from './features/mail/feature.ts';
import { monitoring } from './features/monitoring/feature.ts';
import { people } from './features/people/feature.ts';
import { savedReplies } from './features/saved-replies/feature.ts';
import { settings } from './features/settings/feature.ts';
import { tickets } from './features/tickets/feature.ts';
import { tools } from './features/tools/feature.ts';
import { transfers } from './features/transfers/feature.ts';
import { uploadRequests } from './features/upload-requests/feature.ts';
import { uploads } from './features/uploads/feature.ts';
import { webhooks } from './features/webhooks/feature.ts';

/**
 * The features of the portal, in the order in which they register operations and widgets, in which their hooks run (see
 * `core/ports/hooks.ts`), and in which they start: the email log starts before the mail that it records.
 */
export const features: readonly Feature[] = [
  people,
  tickets,
  savedReplies,
  files,
  uploads,
  apiKeys,
  webhooks,
  emailLog,
  mail,
  inbound,
  emailChanges,
  clientSessions,
  clientPages,
  links,
  transfers,
  uploadRequests,
  delivery,
  alerts,
  settings,
  tools,
  dashboard,
  monitoring,
];
