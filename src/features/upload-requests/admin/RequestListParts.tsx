import type { DefaultServerCellComponentProps, ListViewServerProps } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { StateLinks, stateIn } from '../../links/ui.ts';
import type { Item } from '../record/items.ts';
import { type RequestStatus, requestStatuses } from '../vocabulary.ts';
import { AskForFilesHere } from './AskForFilesHere.tsx';
import { describeMissing, toneOf } from './uploadRequest.ts';
import '../../../core/ui/parts/list/listLead.css';

interface PortalProps {
  readonly portal: PortalContext;
}

/** Stands above the CMS's list of upload requests. */
export const RequestsHeader = ({
  portal,
  payload,
  user,
  i18n,
  searchParams,
}: ListViewServerProps & PortalProps) => {
  const t = textsBy(i18n.t);
  const list = adminPath(payload, `/collections/${portal.options.slugs.uploadRequests}`);
  const words = requestStatuses.map((status) => [status, t(`uploadRequests:status:${status}`)]);
  return (
    <div className="portal-lead">
      <p>{t('uploadRequests:admin:lead')}</p>
      <AskForFilesHere portal={portal} payload={payload} user={user} />
      <StateLinks
        label={t('uploadRequests:admin:byStatus')}
        list={list}
        current={stateIn(searchParams?.where)}
        states={Object.fromEntries(words)}
        all={t('uploadRequests:admin:all')}
      />
    </div>
  );
};

export const RequestStatusCell = ({ cellData, i18n }: DefaultServerCellComponentProps) => {
  const status = cellData as RequestStatus | undefined;
  return status ? (
    <StatusPill tone={toneOf(status)}>{textsBy(i18n.t)(`uploadRequests:status:${status}`)}</StatusPill>
  ) : null;
};

/** The items that are missing; without items it shows nothing. */
export const RequestMissingCell = ({ rowData, i18n }: DefaultServerCellComponentProps) => {
  const items = (rowData?.items ?? []) as readonly Item[];
  if (items.length === 0) return null;
  return <span>{describeMissing({ items, received_files: 0 }, textsBy(i18n.t))}</span>;
};
