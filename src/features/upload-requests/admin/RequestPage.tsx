import { Gutter, SetStepNav } from '@payloadcms/ui';
import type {
  CollectionSlug,
  DefaultServerCellComponentProps,
  DocumentViewServerProps,
  ListViewServerProps,
  Payload,
  ServerProps,
  TypedUser,
} from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { idText, relationId } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import type { CustomerPartProps } from '../../../core/ui/customer/customer.ts';
import { CustomerRecords } from '../../../core/ui/parts/page/CustomerRecords.tsx';
import { StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { StateLinks, stateIn } from '../../links/ui.ts';
import { personFields } from '../../people/ui.ts';
import type { Item } from '../record/items.ts';
import { type RequestStatus, requestStatuses } from '../vocabulary.ts';
import { AskForFiles, type AskForFilesProps } from './AskForFiles.tsx';
import { RequestView } from './RequestView.tsx';
import { describeMissing, toneOf } from './uploadRequest.ts';
import '../../../core/ui/parts/page/page.css';
import '../../../core/ui/parts/list/listLead.css';

type RequestPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

interface FolderReading {
  readonly payload: Payload;
  readonly user: TypedUser | null;
  readonly slug: string;
}

/** The name of a folder that the reader may read; null for none. */
const nameOfFolder = async (
  id: number | string | null,
  { payload, user, slug }: FolderReading,
): Promise<string | null> => {
  if (id === null) return null;
  const collection = slug as CollectionSlug;
  const reading = { collection, depth: 0, user, overrideAccess: false, disableErrors: true };
  const folder = await payload.findByID({ ...reading, id });
  return folder ? String(Reflect.get(folder, 'name')) : null;
};

/** One upload request: a sentence on what is missing, its items and recipients, and its activity. */
export const RequestPage = async ({ doc, payload, portal, i18n, initPageResult }: RequestPageProps) => {
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const { user } = initPageResult.req;
  const list = adminPath(payload, `/collections/${slugs.uploadRequests}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[{ label: t('uploadRequests:collection:plural'), url: list }, { label: String(doc.title) }]}
      />
      <RequestView
        id={idText(doc.id)}
        folderName={await nameOfFolder(relationId(doc.folder), { payload, user, slug: slugs.folders })}
        filesList={adminPath(payload, `/collections/${slugs.files}`)}
        foldersList={adminPath(payload, `/collections/${slugs.folders}`)}
        ticketsList={adminPath(payload, `/collections/${slugs.tickets}`)}
        mayWrite={scopesOf(portal.principalOf(user)).includes('upload-requests:write')}
      />
    </Gutter>
  );
};

/** The side of a ticket and of an organization: the files that were asked for, newest first, and a way to ask for more. */
export const CustomerRequests = (props: CustomerPartProps) => {
  const { i18n, portal, user } = props;
  if (!scopesOf(portal.principalOf(user)).includes('upload-requests:read')) return null;
  const t = textsBy(i18n.t);
  return (
    <CustomerRecords<RequestStatus>
      part={props}
      id="portal-customer-requests"
      title={t('uploadRequests:admin:customer')}
      slug={portal.options.slugs.uploadRequests}
      status={(status) => (
        <StatusPill tone={toneOf(status)}>{t(`uploadRequests:status:${status}`)}</StatusPill>
      )}
      more={(known) => <AskForFilesHere {...props} known={known} buttonStyle="secondary" />}
    />
  );
};

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

type AskForFilesHereProps = Pick<ServerProps, 'payload' | 'user'> &
  Pick<AskForFilesProps, 'known' | 'buttonStyle'> & { readonly portal: PortalContext };

/** The button that asks for files, for a reader who may: on the dashboard, above the list of requests, beside a customer. */
export const AskForFilesHere = ({ portal, payload, user, known, buttonStyle }: AskForFilesHereProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('upload-requests:write')) return null;
  const { slugs } = portal.options;
  return (
    <AskForFiles
      source={{ usersSlug: slugs.users, organizationsSlug: slugs.organizations, fields: personFields }}
      list={adminPath(payload, `/collections/${slugs.uploadRequests}`)}
      {...(known && { known })}
      {...(buttonStyle && { buttonStyle })}
    />
  );
};
