import { Gutter, SetStepNav } from '@payloadcms/ui';
import type {
  DefaultServerCellComponentProps,
  DocumentViewServerProps,
  ListViewServerProps,
  ServerProps,
} from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import type { CustomerPartProps } from '../../../core/ui/customer/customer.ts';
import { CustomerRecords } from '../../../core/ui/parts/page/CustomerRecords.tsx';
import { StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { recipientsOf } from '../../links/feature.ts';
import { StateLinks, stateIn } from '../../links/ui.ts';
import { personFields } from '../../people/ui.ts';
import { type TransferStatus, transferStatuses } from '../vocabulary.ts';
import { SendFiles, type SendFilesProps } from './SendFiles.tsx';
import { TransferView } from './TransferView.tsx';
import { describeFetched, toneOf } from './transfer.ts';
import '../../../core/ui/parts/page/page.css';
import '../../../core/ui/parts/list/listLead.css';

type TransferPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One transfer: a sentence on whether it was fetched, its recipients, files, settings and activity. */
export const TransferPage = ({ doc, payload, portal, i18n, initPageResult }: TransferPageProps) => {
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const list = adminPath(payload, `/collections/${slugs.transfers}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[{ label: t('transfers:collection:plural'), url: list }, { label: String(doc.title) }]}
      />
      <TransferView
        id={idText(doc.id)}
        list={list}
        filesList={adminPath(payload, `/collections/${slugs.files}`)}
        ticketsList={adminPath(payload, `/collections/${slugs.tickets}`)}
        mayWrite={scopesOf(portal.principalOf(initPageResult.req.user)).includes('transfers:write')}
      />
    </Gutter>
  );
};

/** The side of a ticket and of an organization: the files that were sent, newest first, and a way to send more. */
export const CustomerTransfers = (props: CustomerPartProps) => {
  const { i18n, portal, user } = props;
  if (!scopesOf(portal.principalOf(user)).includes('transfers:read')) return null;
  const t = textsBy(i18n.t);
  return (
    <CustomerRecords<TransferStatus>
      part={props}
      id="portal-customer-transfers"
      title={t('transfers:admin:customer')}
      slug={portal.options.slugs.transfers}
      status={(status) => <StatusPill tone={toneOf(status)}>{t(`transfers:status:${status}`)}</StatusPill>}
      more={(known) => <SendFilesHere {...props} known={known} buttonStyle="secondary" />}
    />
  );
};

interface PortalProps {
  readonly portal: PortalContext;
}

/** Stands above the CMS's list of transfers. */
export const TransfersHeader = ({
  portal,
  payload,
  user,
  i18n,
  searchParams,
}: ListViewServerProps & PortalProps) => {
  const t = textsBy(i18n.t);
  const list = adminPath(payload, `/collections/${portal.options.slugs.transfers}`);
  const words = transferStatuses.map((status) => [status, t(`transfers:status:${status}`)]);
  return (
    <div className="portal-lead">
      <p>{t('transfers:admin:lead')}</p>
      <SendFilesHere portal={portal} payload={payload} user={user} />
      <StateLinks
        label={t('transfers:admin:byStatus')}
        list={list}
        current={stateIn(searchParams?.where)}
        states={Object.fromEntries(words)}
        all={t('transfers:admin:all')}
      />
    </div>
  );
};

export const TransferStatusCell = ({ cellData, i18n }: DefaultServerCellComponentProps) => {
  const status = cellData as TransferStatus | undefined;
  return status ? (
    <StatusPill tone={toneOf(status)}>{textsBy(i18n.t)(`transfers:status:${status}`)}</StatusPill>
  ) : null;
};

/** Says whether a transfer was fetched. One query a row: a page of the list has ten. */
export const TransferFetchedCell = async ({
  payload,
  rowData,
  i18n,
}: DefaultServerCellComponentProps & PortalProps) => {
  // The CMS renders the cells of a document's page, too, without a row.
  if (!rowData) return null;
  const id = idText(rowData.id);
  const found = (await recipientsOf({ payload }, 'transfer', [id])).get(id) ?? [];
  const recipients = found.map((one) => ({
    ...one,
    sent_at: one.sent_at?.toISOString() ?? null,
    opened_at: one.opened_at?.toISOString() ?? null,
    downloaded_at: one.downloaded_at?.toISOString() ?? null,
    delivery: null,
  }));
  return <span>{describeFetched({ status: rowData.status, recipients }, textsBy(i18n.t))}</span>;
};

type SendFilesHereProps = Pick<ServerProps, 'payload' | 'user'> &
  Pick<SendFilesProps, 'known' | 'buttonStyle'> & { readonly portal: PortalContext };

/** The button that sends files, for a reader who may: on the dashboard, above the list of transfers, beside a customer. */
export const SendFilesHere = ({ portal, payload, user, known, buttonStyle }: SendFilesHereProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('transfers:write')) return null;
  const { slugs } = portal.options;
  return (
    <SendFiles
      source={{ usersSlug: slugs.users, organizationsSlug: slugs.organizations, fields: personFields }}
      list={adminPath(payload, `/collections/${slugs.transfers}`)}
      {...(known && { known })}
      {...(buttonStyle && { buttonStyle })}
    />
  );
};
