import { buildApi } from './api.ts';
import { emailLogOf } from './emailLog.ts';
import { filesOf } from './files.ts';
import { foldersOf } from './folders.ts';
import { resolveClientOptions, type SupportPortalClientOptions } from './options.ts';
import { organizationsOf, usersOf } from './people.ts';
import { buildSend } from './send.ts';
import { savedRepliesOf, ticketsOf } from './tickets.ts';
import { transfersOf } from './transfers.ts';
import { uploadRequestsOf } from './uploadRequests.ts';
import { webhooksOf } from './webhooks.ts';

/**
 * A client of the portal's API at `/v1`, and of the email log. Names and values are the API's own; the key decides which
 * calls are allowed. Every call rejects with a `SupportPortalError`.
 */
export class SupportPortalClient {
  readonly tickets: ReturnType<typeof ticketsOf>;
  readonly savedReplies: ReturnType<typeof savedRepliesOf>;
  readonly folders: ReturnType<typeof foldersOf>;
  readonly files: ReturnType<typeof filesOf>;
  readonly transfers: ReturnType<typeof transfersOf>;
  readonly uploadRequests: ReturnType<typeof uploadRequestsOf>;
  readonly organizations: ReturnType<typeof organizationsOf>;
  readonly users: ReturnType<typeof usersOf>;
  readonly emailLog: ReturnType<typeof emailLogOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;

  /** @throws {TypeError} for options that are no address or no key */
  constructor(options: SupportPortalClientOptions) {
    const api = buildApi(buildSend(resolveClientOptions(options)));
    this.tickets = ticketsOf(api);
    this.savedReplies = savedRepliesOf(api);
    this.folders = foldersOf(api);
    this.files = filesOf(api);
    this.transfers = transfersOf(api);
    this.uploadRequests = uploadRequestsOf(api);
    this.organizations = organizationsOf(api);
    this.users = usersOf(api);
    this.emailLog = emailLogOf(api);
    this.webhooks = webhooksOf(api);
  }
}
