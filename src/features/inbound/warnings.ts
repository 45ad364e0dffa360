import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { Warning } from '../../core/ports/warning.ts';
import { settingsSlug } from '../../core/shared/settingsSlug.ts';
import { inboundOptions } from '../settings/feature.ts';
import { mailboxName, mailboxStatus } from './mailboxes.ts';
import { countMails } from './query.ts';

/** Warns while the mailbox cannot be read, and of messages that wait for a decision. */
export const findInboundWarnings = async (
  payload: Payload,
  portal: PortalContext,
): Promise<readonly Warning[]> => {
  const [unreadable, held] = await Promise.all([
    findUnreadable(payload, portal),
    countMails(payload, portal, 'held'),
  ]);
  return [...unreadable, ...(held > 0 ? [warnOfHeld(portal, held)] : [])];
};

const findUnreadable = async (payload: Payload, portal: PortalContext): Promise<readonly Warning[]> => {
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
      link: { path: `/globals/${settingsSlug}`, label: 'dashboard:alert:lookAtMailIn' },
    },
  ];
};

const warnOfHeld = ({ options }: PortalContext, held: number): Warning => ({
  name: 'mails held',
  tone: 'info',
  lead: 'dashboard:alert:held',
  count: held,
  link: {
    path: `/collections/${options.slugs.inboundMails}?outcome=held`,
    label: 'dashboard:alert:decide',
  },
});
