import { Link } from '@payloadcms/ui';
import type { Payload } from 'payload';
import type { ReactNode } from 'react';
import type { PortalContext } from '../../../../core/context.ts';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { type Column, Table } from '../../../../core/ui/parts/list/Table.tsx';
import { RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/parts/words/words.tsx';
import type { LoggedEmail } from '../../reading/query.ts';
import { describeStatus } from '../describeEmail.ts';
import { Initiator, MailType, mailTypesIn, RelatedRecord } from '../EmailLinks.tsx';
import { DeliveryPill } from '../mail/DeliveryTimeline.tsx';

interface EmailTableProps {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly emails: readonly LoggedEmail[];
  readonly initiators: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly t: TranslateText;
  /** The action on a row, below its subject. */
  action?(email: LoggedEmail): ReactNode;
}

/** The mails of a page of the log. */
export const EmailTable = ({ emails, payload, portal, initiators, now, t, action }: EmailTableProps) => {
  const { slugs } = portal.options;
  const types = mailTypesIn(portal, t);
  const columns: Column<LoggedEmail>[] = [
    {
      heading: t('emailLog:table:status'),
      cell: ({ status, fallback, delivery }) => {
        const { tone, words } = describeStatus({ status, hasFallback: fallback !== null }, t);
        return (
          <>
            <StatusPill tone={tone}>{words}</StatusPill>
            {delivery && <DeliveryPill state={delivery.state} t={t} />}
          </>
        );
      },
    },
    {
      heading: t('emailLog:table:time'),
      cell: ({ created_at }) => <RelativeTime moment={new Date(created_at)} now={now} />,
    },
    {
      heading: t('emailLog:table:subject'),
      width: 'main',
      cell: (email) => {
        const { id, subject, error } = email;
        return (
          <>
            <Link href={adminPath(payload, `/collections/${slugs.emailLog}/${id}`)}>
              {subject || t('emailLog:table:noSubject')}
            </Link>
            {error && (
              <span className="portal-table__error" title={error}>
                {error}
              </span>
            )}
            {action?.(email)}
          </>
        );
      },
    },
    { heading: t('emailLog:table:recipients'), width: 'cut', title: ({ to }) => to, cell: ({ to }) => to },
    { heading: t('emailLog:table:type'), cell: ({ type }) => type && <MailType type={type} types={types} /> },
    {
      heading: t('emailLog:table:related'),
      width: 'line',
      className: () => 'portal-table__spare',
      cell: ({ related_type: type, related_id: id }) => (
        <RelatedRecord payload={payload} portal={portal} type={type} id={id} t={t} />
      ),
    },
    {
      heading: t('emailLog:table:transport'),
      className: () => 'portal-table__spare',
      cell: ({ transport }) => transport ?? t('emailLog:table:noTransport'),
    },
    {
      heading: t('emailLog:table:causedBy'),
      width: 'cut',
      className: () => 'portal-table__spare',
      cell: ({ user_id: id }) => (
        <Initiator payload={payload} slugs={slugs} id={id} initiators={initiators} t={t} />
      ),
    },
  ];
  return <Table caption={t('emailLog:table:caption')} columns={columns} rows={emails} />;
};
