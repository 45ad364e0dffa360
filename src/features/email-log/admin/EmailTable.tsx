import { Link } from '@payloadcms/ui';
import type { Payload } from 'payload';
import type { ResolvedOptions } from '../../../core/options/resolve.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { RelativeTime } from '../../../core/ui/RelativeTime.tsx';
import { StatusPill } from '../../../core/ui/StatusPill.tsx';
import type { LoggedEmail } from '../query.ts';
import { DeliveryPill } from './DeliveryTimeline.tsx';
import { describeStatus } from './describeEmail.ts';
import { Initiator, RelatedRecord } from './EmailLinks.tsx';

interface EmailTableProps {
  readonly payload: Payload;
  readonly slugs: ResolvedOptions['slugs'];
  readonly emails: readonly LoggedEmail[];
  readonly initiators: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly t: TranslateText;
}

const columns = [
  'status',
  'time',
  'subject',
  'recipients',
  'type',
  'related',
  'transport',
  'causedBy',
] as const;

export const EmailTable = ({ emails, t, ...shared }: EmailTableProps) => (
  <div className="portal-table">
    <table>
      <caption className="portal-hidden">{t('emailLog:table:caption')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`emailLog:table:${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <EmailRow key={email.id} email={email} t={t} {...shared} />
        ))}
      </tbody>
    </table>
  </div>
);

const EmailRow = ({
  email,
  payload,
  slugs,
  initiators,
  now,
  t,
}: Omit<EmailTableProps, 'emails'> & { email: LoggedEmail }) => {
  const { tone, words } = describeStatus({ status: email.status, hasFallback: email.fallback !== null }, t);
  return (
    <tr data-id={email.id}>
      <td>
        <StatusPill tone={tone}>{words}</StatusPill>
        {email.delivery && <DeliveryPill state={email.delivery.state} t={t} />}
      </td>
      <td>
        <RelativeTime moment={new Date(email.created_at)} now={now} />
      </td>
      <td className="portal-table__main">
        <Link href={adminPath(payload, `/collections/${slugs.emailLog}/${email.id}`)}>
          {email.subject || t('emailLog:table:noSubject')}
        </Link>
        {email.error && (
          <span className="portal-table__error" title={email.error}>
            {email.error}
          </span>
        )}
      </td>
      <td className="portal-table__cut" title={email.to}>
        {email.to}
      </td>
      <td>{email.type && <code>{email.type}</code>}</td>
      <td className="portal-table__line">
        <RelatedRecord payload={payload} slugs={slugs} type={email.related_type} id={email.related_id} />
      </td>
      <td>{email.transport ?? t('emailLog:table:noTransport')}</td>
      <td className="portal-table__cut">
        <Initiator payload={payload} slugs={slugs} id={email.user_id} initiators={initiators} t={t} />
      </td>
    </tr>
  );
};
