'use client';

import { Link, useTranslation } from '@payloadcms/ui';
import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { localeOf } from '../../../core/ui/locale.ts';
import { Table } from '../../../core/ui/parts/list/Table.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { ExactTime, RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { Fact, StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { Activity, isBeingMailed, RecipientTable, useLinkedRecord } from '../../links/ui.ts';
import { ResendButton, TransferActions } from './TransferActions.tsx';
import { describeFetched, type Transfer, toneOf } from './transfer.ts';
import '../../../core/ui/parts/page/page.css';

interface TransferViewProps {
  readonly id: string;
  readonly list: string;
  readonly filesList: string;
  readonly ticketsList: string;
  readonly mayWrite: boolean;
}

export const TransferView = ({ id, list, filesList, ticketsList, mayWrite }: TransferViewProps) => {
  const t = usePortalTexts();
  const {
    record: transfer,
    problem,
    reload,
  } = useLinkedRecord<Transfer>(
    `/transfers/${id}`,
    ({ status, recipients }) => status === 'ready' && isBeingMailed(recipients),
  );
  if (!transfer) return problem ? <ReasonSentence reason={problem} /> : <p>{t('transfers:admin:loading')}</p>;
  const { message, status, recipients, files } = transfer;
  const isReady = status === 'ready';
  return (
    <>
      {problem && <ReasonSentence reason={problem} />}
      <section className="portal-page__lead" aria-label={t('transfers:admin:state')}>
        <StatusPill tone={toneOf(status)}>{t(`transfers:status:${status}`)}</StatusPill>
        <p>
          {describeFetched(transfer, t)} <End transfer={transfer} />
        </p>
      </section>
      {mayWrite && <TransferActions transfer={transfer} list={list} reload={reload} />}
      {recipients.length > 0 && (
        <section aria-labelledby="portal-recipients">
          <h2 id="portal-recipients">{t('links:admin:recipients:title')}</h2>
          <RecipientTable
            recipients={recipients}
            columns={[
              {
                heading: t('transfers:admin:downloads'),
                width: 'line',
                cell: ({ downloaded_at, downloads = 0 }) =>
                  downloaded_at && (
                    <>
                      {t('transfers:admin:times', { count: downloads })},{' '}
                      <RelativeTime moment={new Date(downloaded_at)} now={new Date()} />
                    </>
                  ),
              },
              {
                heading: t('links:admin:recipients:actions'),
                width: 'line',
                cell: (recipient) =>
                  mayWrite && isReady && <ResendButton transfer={id} recipient={recipient} reload={reload} />,
              },
            ]}
          />
        </section>
      )}
      <div className="portal-page__columns">
        <FilesOf transfer={transfer} filesList={filesList} />
        <section aria-labelledby="portal-transfer-facts">
          <h2 id="portal-transfer-facts">{t('transfers:admin:settings')}</h2>
          <Facts transfer={transfer} ticketsList={ticketsList} />
          {message && <p className="portal-linked__message">{message}</p>}
        </section>
      </div>
      <Activity
        path={`/transfers/${id}`}
        recipients={recipients}
        files={new Map(files.map((file) => [file.id, file.filename]))}
        version={transfer}
      />
    </>
  );
};

/** The end of the links, or of the bytes. */
const End = ({ transfer: { status, expires_at, bytes_deleted_at } }: { readonly transfer: Transfer }) => {
  const t = usePortalTexts();
  if (bytes_deleted_at) return t('transfers:admin:bytesGone');
  if (!expires_at || status === 'draft') return null;
  return (
    <>
      {t(status === 'ready' ? 'transfers:admin:endsAt' : 'transfers:admin:endedAt')}{' '}
      <ExactTime moment={new Date(expires_at)} />
      {'. '}
      {status === 'expired' && t('transfers:admin:canExtend')}
    </>
  );
};

interface FilesOfProps {
  readonly transfer: Transfer;
  readonly filesList: string;
}

const FilesOf = ({ transfer: { files, total_bytes }, filesList }: FilesOfProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  const size = (bytes: number) => fileSize(bytes, localeOf(i18n));
  return (
    <section aria-labelledby="portal-transfer-files">
      <h2 id="portal-transfer-files">
        {t('transfers:admin:files', { count: files.length, size: size(total_bytes) })}
      </h2>
      <Table
        caption={t('transfers:admin:filesCaption')}
        rows={files}
        columns={[
          {
            heading: t('files:table:file'),
            width: 'main',
            cell: ({ id, filename }) => <Link href={`${filesList}/${id}`}>{filename}</Link>,
          },
          { heading: t('files:table:size'), width: 'line', cell: ({ size_bytes }) => size(size_bytes) },
        ]}
      />
    </section>
  );
};

interface FactsProps {
  readonly transfer: Transfer;
  readonly ticketsList: string;
}

const Facts = ({ transfer, ticketsList }: FactsProps) => {
  const t = usePortalTexts();
  const { access, has_password, max_downloads, notify, ticket_id, sent_at } = transfer;
  return (
    <dl className="portal-facts">
      <Fact label={t('links:admin:settings:access')}>{t(`links:admin:access:${access}`)}</Fact>
      <Fact label={t('links:admin:settings:password')}>
        {t(has_password ? 'transfers:admin:hasPassword' : 'transfers:admin:none')}
      </Fact>
      <Fact label={t('transfers:admin:form:maxDownloads')}>
        {max_downloads ?? t('transfers:admin:anyNumber')}
      </Fact>
      <Fact label={t('transfers:admin:form:notify')}>{t(`transfers:notify:${notify}`)}</Fact>
      {sent_at && (
        <Fact label={t('transfers:admin:sentAt')}>
          <ExactTime moment={new Date(sent_at)} />
        </Fact>
      )}
      {ticket_id && (
        <Fact label={t('transfers:admin:ticket')}>
          <Link href={`${ticketsList}/${ticket_id}`}>#{ticket_id}</Link>
        </Fact>
      )}
    </dl>
  );
};
