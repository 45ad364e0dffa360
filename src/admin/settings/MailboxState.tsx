import type { UIFieldServerProps } from 'payload';
import { maySaveSettings } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { type MailboxStatus, mailboxName, mailboxStatus } from '../../inbound/mailboxes.ts';
import { inboundOptions } from '../../settings/inboundOptions.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { ErrorSentence } from '../shared/Messages.tsx';
import { relativeTime, utcTime } from '../shared/RelativeTime.tsx';
import { TestMailbox } from './TestMailbox.tsx';
import '../shared/shared.css';

type MailboxStateProps = UIFieldServerProps & { readonly portal: PortalContext };

/** In Settings: how mail comes in now, how reading the mailbox goes, and a button that tries it. */
export const MailboxState = async ({ payload, portal, user }: MailboxStateProps) => {
  const { address, imap, secret } = await inboundOptions(payload, portal.options.inbound);
  const status = imap && (await mailboxStatus(payload, mailboxName(imap)).catch(() => null));
  const portalRoute = apiRouteOf(payload, portal);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-mailbox">
      <h2 id="portal-mailbox">Mail comes in by</h2>
      <ul>
        <li>
          <strong>Address</strong>: {address ?? 'none, so mails about tickets cannot be answered'}
        </li>
        <li>
          <strong>Mailbox</strong>:{' '}
          {imap ? <MailboxReading name={mailboxName(imap)} status={status} /> : 'none'}
        </li>
        <li>
          <strong>HTTP</strong>:{' '}
          {secret === null ? 'closed, there is no secret' : <code>POST {portalRoute}/portal/v1/inbound</code>}
        </li>
      </ul>
      {status?.error && (
        <ErrorSentence>
          The mailbox cannot be read{status.failedAt && ` since ${utcTime(status.failedAt)}`}: {status.error}
        </ErrorSentence>
      )}
      {maySaveSettings(portal.principalOf(user)) && <TestMailbox portalRoute={portalRoute} />}
    </section>
  );
};

const MailboxReading = ({ name, status }: { name: string; status: MailboxStatus | null }) => (
  <>
    {name},{' '}
    {status?.readAt ? (
      <time dateTime={status.readAt.toISOString()} title={utcTime(status.readAt)}>
        last read {relativeTime(status.readAt, new Date())}
      </time>
    ) : (
      'not read yet'
    )}
  </>
);
