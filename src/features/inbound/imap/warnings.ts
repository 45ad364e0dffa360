import type { Payload } from 'payload';
import { isStaff, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import type { AlertObserver, WaitingWork, Warning } from '../../../core/ports/attention.ts';
import { inboundOptions, settingsPath } from '../../settings/feature.ts';
import { countMails } from '../storage/query.ts';
import { mailboxName, mailboxStatus } from './mailboxes.ts';

/** Warns while the mailbox cannot be read. */
export const findInboundWarnings = async (
  payload: Payload,
  portal: PortalContext,
): Promise<readonly Warning[]> => {
  const { imap } = await inboundOptions(payload, portal.options.inbound);
  const status = imap && (await mailboxStatus(payload, mailboxName(imap)));
  if (!status || status.error === null) return [];
  const { error, failedAt } = status;
  return [
    {
      name: 'mailbox unreadable',
      tone: 'error',
      words: failedAt ? 'dashboard:alert:mailboxErrorSince' : 'dashboard:alert:mailboxError',
      values: {
        mailbox: { strong: 'dashboard:alert:mailbox' },
        error,
        ...(failedAt && { time: { moment: failedAt } }),
      },
      link: { path: settingsPath('mailIn'), label: 'dashboard:alert:lookAtMailIn' },
    },
  ];
};

/** The messages that wait for a decision, for staff. */
export const countHeldMails = async (
  payload: Payload,
  portal: PortalContext,
  reader: Principal,
): Promise<readonly WaitingWork[]> =>
  isStaff(reader)
    ? [
        {
          label: 'dashboard:work:held',
          count: await countMails(payload, portal, 'held'),
          path: `/collections/${portal.options.slugs.inboundMails}?outcome=held`,
        },
      ]
    : [];

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
