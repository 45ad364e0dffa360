import { maySaveSettings } from '../../../../core/access/roles.ts';
import { apiRouteOf } from '../../../../core/shared/portal/apiRoute.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { settingsPart } from '../../../../core/ui/pageComponent.ts';
import { ExactTime, RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { ErrorSentence, withElements } from '../../../../core/ui/parts/words/words.tsx';
import { inboundOptions } from '../../../settings/feature.ts';
import { type MailboxStatus, mailboxName, mailboxStatus } from '../../imap/mailboxes.ts';
import { TestMailbox } from './TestMailbox.tsx';
import '../../../../core/ui/parts/page/side.css';

/** Part of Settings: the ways in for mail, the state of reading the mailbox, and a button that tests it. */
export const MailboxState = settingsPart(async ({ payload, portal, user, i18n }) => {
  const t = textsBy(i18n.t);
  const { address, imap, secret } = await inboundOptions(payload, portal.options.inbound);
  const status = imap && (await mailboxStatus(payload, mailboxName(imap)).catch(() => null));
  return (
    <section className="field-type portal-side" aria-labelledby="portal-mailbox">
      <h2 id="portal-mailbox">{t('settings:mailbox:title')}</h2>
      <ul>
        <li>
          <strong>{t('settings:mailbox:address')}</strong>: {address ?? t('settings:mailbox:noAddress')}
        </li>
        <li>
          <strong>{t('settings:mailbox:mailbox')}</strong>:{' '}
          {imap ? (
            <MailboxReading name={mailboxName(imap)} status={status} t={t} />
          ) : (
            t('settings:mailbox:noMailbox')
          )}
        </li>
        <li>
          <strong>{t('settings:mailbox:http')}</strong>:{' '}
          {secret === null ? (
            t('settings:mailbox:closed')
          ) : (
            <code>{`POST ${apiRouteOf(payload, portal)}/portal/v1/inbound`}</code>
          )}
        </li>
      </ul>
      {status?.error && (
        <ErrorSentence>
          {withElements(
            t(status.failedAt ? 'settings:mailbox:unreadableSince' : 'settings:mailbox:unreadable'),
            { time: status.failedAt && <ExactTime moment={status.failedAt} />, error: status.error },
          )}
        </ErrorSentence>
      )}
      {maySaveSettings(portal.principalOf(user)) && <TestMailbox />}
    </section>
  );
});

interface MailboxReadingProps {
  readonly name: string;
  readonly status: MailboxStatus | null;
  readonly t: TranslateText;
}

const MailboxReading = ({ name, status, t }: MailboxReadingProps) =>
  status?.readAt
    ? withElements(t('settings:mailbox:readAt'), {
        name,
        time: <RelativeTime moment={status.readAt} now={new Date()} />,
      })
    : t('settings:mailbox:notRead', { name });
