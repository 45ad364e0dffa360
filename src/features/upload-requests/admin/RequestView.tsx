'use client';

import { Link, toast } from '@payloadcms/ui';
import { ActionButton } from '../../../core/ui/parts/form/FormParts.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { ExactTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { Fact, StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, doneIn, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import { Activity, CopyLink, isBeingMailed, RecipientTable, useLinkedRecord } from '../../links/ui.ts';
import { ItemTable } from './ItemTable.tsx';
import { describeMissing, mailedRecipients, toneOf, type UploadRequest } from './uploadRequest.ts';
import '../../../core/ui/parts/page/page.css';

interface RequestViewProps {
  readonly id: string;
  /** The name of the folder; null if its reader does not read it. */
  readonly folderName: string | null;
  readonly filesList: string;
  readonly foldersList: string;
  readonly ticketsList: string;
  readonly mayWrite: boolean;
}

/** The page of an upload request, in the browser. */
export const RequestView = (props: RequestViewProps) => {
  const { id, folderName, filesList, foldersList, ticketsList, mayWrite } = props;
  const t = usePortalTexts();
  const path = `/upload-requests/${id}` as const;
  const {
    record: request,
    problem,
    reload,
  } = useLinkedRecord<UploadRequest>(
    path,
    ({ status, recipients }) => status === 'open' && isBeingMailed(recipients),
  );
  if (!request)
    return problem ? <ReasonSentence reason={problem} /> : <p>{t('uploadRequests:admin:loading')}</p>;
  const { message, status, due_at, items, files, recipients } = request;
  return (
    <>
      {problem && <ReasonSentence reason={problem} />}
      <section className="portal-page__lead" aria-label={t('uploadRequests:admin:state')}>
        <StatusPill tone={toneOf(status)}>{t(`uploadRequests:status:${status}`)}</StatusPill>
        <p>
          {describeMissing(request, t)}{' '}
          {due_at && (
            <>
              {t('uploadRequests:admin:dueAt')} <ExactTime moment={new Date(due_at)} />.
            </>
          )}
        </p>
      </section>
      {mayWrite && <RequestActions request={request} reload={reload} />}
      {items.length > 0 && (
        <section aria-labelledby="portal-items">
          <h2 id="portal-items">{t('uploadRequests:admin:items:title')}</h2>
          <ItemTable
            path={path}
            request={request}
            filesList={filesList}
            mayWrite={mayWrite}
            reload={reload}
          />
        </section>
      )}
      <div className="portal-page__columns">
        <section aria-labelledby="portal-recipients">
          <h2 id="portal-recipients">{t('links:admin:recipients:title')}</h2>
          <RecipientTable recipients={recipients} />
        </section>
        <section aria-labelledby="portal-request-facts">
          <h2 id="portal-request-facts">{t('uploadRequests:admin:settings')}</h2>
          <Facts
            request={request}
            folderName={folderName}
            foldersList={foldersList}
            ticketsList={ticketsList}
          />
          {message && <p className="portal-linked__message">{message}</p>}
        </section>
      </div>
      <Activity
        path={path}
        recipients={recipients}
        files={new Map(files.map((file) => [file.id, file.filename]))}
        version={request}
      />
    </>
  );
};

interface FactsProps {
  readonly request: UploadRequest;
  readonly folderName: string | null;
  readonly foldersList: string;
  readonly ticketsList: string;
}

const Facts = ({ request, folderName, foldersList, ticketsList }: FactsProps) => {
  const t = usePortalTexts();
  const { access, has_password, folder_id, ticket_id, expires_at } = request;
  return (
    <dl className="portal-facts">
      <Fact label={t('uploadRequests:admin:form:folder')}>
        {folder_id && <Link href={`${foldersList}/${folder_id}`}>{folderName ?? `#${folder_id}`}</Link>}
      </Fact>
      {ticket_id && (
        <Fact label={t('uploadRequests:admin:ticket')}>
          <Link href={`${ticketsList}/${ticket_id}`}>#{ticket_id}</Link>
        </Fact>
      )}
      <Fact label={t('links:admin:settings:access')}>{t(`links:admin:access:${access}`)}</Fact>
      <Fact label={t('links:admin:settings:password')}>
        {t(has_password ? 'uploadRequests:admin:hasPassword' : 'uploadRequests:admin:none')}
      </Fact>
      {expires_at && (
        <Fact label={t('uploadRequests:admin:endsAt')}>
          <ExactTime moment={new Date(expires_at)} />
        </Fact>
      )}
    </dl>
  );
};

interface RequestActionsProps {
  readonly request: UploadRequest;
  reload(): Promise<void>;
}

/** The actions on an upload request. Each can be taken back. */
const RequestActions = ({ request, reload }: RequestActionsProps) => {
  const { id, status, access, items } = request;
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const path = `/upload-requests/${id}` as const;
  const count = mailedRecipients(request).length;
  const isMissingSome = items.length === 0 || items.some(({ state }) => state !== 'received');
  const act = async (name: 'close' | 'reopen' | 'remind') => {
    const result = await callPortal(portalRoute, { method: 'POST', path: `${path}/${name}` });
    if (result.ok)
      toast.success(doneIn(result, t(`uploadRequests:admin:actions:done:${name}`, { count }), t));
    else toast.error(sentenceOf(result, t));
    await reload();
  };
  const button = (name: 'close' | 'reopen' | 'remind') => (
    <ActionButton label={t(`uploadRequests:admin:actions:${name}`, { count })} onClick={() => act(name)} />
  );
  const isOpen = status === 'open';
  return (
    <div className="portal-actions">
      {isOpen && count > 0 && isMissingSome && button('remind')}
      {isOpen && access === 'link' && <CopyLink path={path} reload={reload} />}
      {button(isOpen ? 'close' : 'reopen')}
    </div>
  );
};
