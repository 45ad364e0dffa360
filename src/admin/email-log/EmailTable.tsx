import { Link } from '@payloadcms/ui';
import type { Payload } from 'payload';
import type { LoggedEmail } from '../../email-log/query.ts';
import type { ResolvedOptions } from '../../options/resolve.ts';
import { adminPath } from '../shared/adminPath.ts';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { DeliveryPill } from './DeliveryTimeline.tsx';
import { describeStatus } from './describeEmail.ts';
import { Initiator, RelatedRecord } from './EmailLinks.tsx';

interface EmailTableProps {
  readonly payload: Payload;
  readonly slugs: ResolvedOptions['slugs'];
  readonly emails: readonly LoggedEmail[];
  readonly initiators: ReadonlyMap<string, string>;
  readonly now: Date;
}

const headings = [
  'Status',
  'Time',
  'Subject',
  'Recipients',
  'Type',
  'Related to',
  'Transport',
  'Caused by',
] as const;

export const EmailTable = ({ emails, ...shared }: EmailTableProps) => (
  <div className="portal-table">
    <table>
      <caption className="portal-hidden">Mails, newest first</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <EmailRow key={email.id} email={email} {...shared} />
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
}: Omit<EmailTableProps, 'emails'> & { email: LoggedEmail }) => {
  const { tone, words } = describeStatus({ status: email.status, hasFallback: email.fallback !== null });
  return (
    <tr data-id={email.id}>
      <td>
        <StatusPill tone={tone}>{words}</StatusPill>
        {email.delivery && <DeliveryPill state={email.delivery.state} />}
      </td>
      <td>
        <RelativeTime moment={new Date(email.created_at)} now={now} />
      </td>
      <td className="portal-table__main">
        <Link href={adminPath(payload, `/collections/${slugs.emailLog}/${email.id}`)}>
          {email.subject || 'No subject'}
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
      <td>{email.transport ?? 'None'}</td>
      <td className="portal-table__cut">
        <Initiator payload={payload} slugs={slugs} id={email.user_id} initiators={initiators} />
      </td>
    </tr>
  );
};
