import { commitTransaction, type PayloadRequest } from 'payload';

/**
 * Upstream: a request for a new password keeps its connection to the database while its mail is sent (3.90.1). If the mail
 * server hangs, as many requests as the pool has connections stop everything for a minute, and need no login.
 * No report is known.
 * Goes when: the CMS sends the mail after the commit.
 *
 * The subject of that mail. The CMS asks for it last, so the new token is committed here. The app's own code may have begun
 * the transaction for more than this.
 */
export const subjectOfReset = async ({ req }: { readonly req?: PayloadRequest } = {}): Promise<string> => {
  if (!req) throw new Error('The CMS asks for a subject without a request.');
  if (req.payloadAPI !== 'local') await commitTransaction(req);
  return req.t('authentication:resetYourPassword');
};
