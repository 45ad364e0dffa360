import type { DefaultServerCellComponentProps, ListViewServerProps } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { recipientsOf } from '../../links/feature.ts';
import { StateLinks, stateIn } from '../../links/ui.ts';
import { type TransferStatus, transferStatuses } from '../vocabulary.ts';
import { SendFilesHere } from './SendFilesHere.tsx';
import { describeFetched, toneOf } from './transfer.ts';
import '../../../core/ui/parts/list/listLead.css';

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
