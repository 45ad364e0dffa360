import type { AlertObserver } from '../../../core/ports/alert.ts';
import { inboundOptions, settingsPath } from '../../settings/feature.ts';
import { mailboxName, mailboxStatus } from './mailboxes.ts';

/** The mailbox of mail in cannot be read. */
export const mailboxUnreadable: AlertObserver = {
  title: 'The mailbox of mail in cannot be read',
  async observe({ payload, portal }) {
    const { imap } = await inboundOptions(payload, portal.options.inbound);
    const status = imap && (await mailboxStatus(payload, mailboxName(imap)));
    if (!status?.error || !status.failedAt) return null;
    const isPassing = Date.now() - status.failedAt.getTime() < passing;
    return isPassing ? null : { since: status.failedAt, count: 1, detail: status.error };
  },
  page: () => settingsPath('mailIn'),
};

/** Time for which a failing mailbox causes no alert, in milliseconds: servers restart. */
const passing = 30_000;
