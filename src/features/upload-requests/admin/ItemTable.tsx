'use client';

import { Button, Link, toast, useModal } from '@payloadcms/ui';
import { type FormEvent, useState } from 'react';
import { Dialog, DialogButtons } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { ActionButton, Form } from '../../../core/ui/parts/form/FormParts.tsx';
import { Table } from '../../../core/ui/parts/list/Table.tsx';
import { ErrorSentence, StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { useBusy } from '../../../core/ui/react/useBusy.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import { countToldOfRejection, type RequestedItem, toneOfItem, type UploadRequest } from './uploadRequest.ts';
import '../../../core/ui/parts/form/form.css';

interface ItemTableProps {
  /** The request's address in the API. */
  readonly path: `/${string}`;
  readonly request: Pick<UploadRequest, 'items' | 'files' | 'recipients'>;
  readonly filesList: string;
  readonly mayWrite: boolean;
  reload(): Promise<void>;
}

/** The checklist: the items that are there, and those that are missing. */
export const ItemTable = ({ path, request, filesList, mayWrite, reload }: ItemTableProps) => {
  const t = usePortalTexts();
  const { items, files } = request;
  const nameOf = (id: string) => files.find((file) => file.id === id)?.filename ?? `#${id}`;
  return (
    <Table
      caption={t('uploadRequests:admin:items:title')}
      rows={items}
      columns={[
        {
          heading: t('uploadRequests:admin:items:item'),
          width: 'main',
          cell: ({ label, required, note }) => (
            <>
              {label}{' '}
              {!required && <span className="portal-muted">{t('uploadRequests:admin:items:optional')}</span>}
              {note && <span className="portal-table__error">{note}</span>}
            </>
          ),
        },
        {
          heading: t('uploadRequests:admin:state'),
          cell: ({ state }) => (
            <StatusPill tone={toneOfItem(state)}>{t(`uploadRequests:item:${state}`)}</StatusPill>
          ),
        },
        {
          heading: t('uploadRequests:admin:items:files'),
          cell: ({ file_ids }) =>
            file_ids.map((id, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <Link href={`${filesList}/${id}`}>{nameOf(id)}</Link>
              </span>
            )),
        },
        {
          heading: t('links:admin:recipients:actions'),
          width: 'line',
          cell: (item) =>
            mayWrite && (
              <ItemActions
                path={path}
                item={item}
                told={countToldOfRejection(request, item.id)}
                reload={reload}
              />
            ),
        },
      ]}
    />
  );
};

interface ItemActionsProps extends Pick<ItemTableProps, 'path' | 'reload'> {
  readonly item: RequestedItem;
  /** The number of people who are told if it is rejected. */
  readonly told: number;
}

const ItemActions = ({ path, item: { id, label, state }, told, reload }: ItemActionsProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const { openModal, closeModal } = useModal();
  const [problem, setProblem] = useState<string | null>(null);
  const dialog = `portal-reject-${id}`;
  const change = (body: object) =>
    callPortal(portalRoute, { method: 'PATCH', path: `${path}/items/${id}`, body });

  const accept = async () => {
    const result = await change({ state: 'received' });
    if (!result.ok) toast.error(sentenceOf(result, t));
    await reload();
  };
  const { isBusy, run } = useBusy(async (note: string) => {
    const result = await change({ state: 'rejected', ...(note && { note }) });
    if (!result.ok) return setProblem(sentenceOf(result, t));
    closeModal(dialog);
    toast.success(t('uploadRequests:admin:items:rejected', { count: told }));
    await reload();
  });
  const reject = (event: FormEvent<HTMLFormElement>) => {
    void run(String(new FormData(event.currentTarget).get('note')).trim());
  };

  return (
    <div className="portal-actions">
      {state !== 'received' && (
        <ActionButton
          size="small"
          label={t('uploadRequests:admin:items:accept')}
          aria-label={t('uploadRequests:admin:items:acceptNamed', { label })}
          onClick={accept}
        />
      )}
      {state === 'received' && (
        <ActionButton
          size="small"
          label={t('uploadRequests:admin:items:reject')}
          aria-label={t('uploadRequests:admin:items:rejectNamed', { label })}
          onClick={() => openModal(dialog)}
        />
      )}
      <Dialog slug={dialog} title={t('uploadRequests:admin:items:rejectNamed', { label })}>
        <Form className="portal-form" onSubmit={reject}>
          {problem && <ErrorSentence>{problem}</ErrorSentence>}
          <p>{t('uploadRequests:admin:items:rejects', { count: told })}</p>
          <label>
            {t('uploadRequests:admin:items:note')}
            <textarea name="note" maxLength={1000} />
          </label>
          <DialogButtons onCancel={() => closeModal(dialog)}>
            <Button margin={false} type="submit" disabled={isBusy}>
              {t('uploadRequests:admin:items:reject')}
            </Button>
          </DialogButtons>
        </Form>
      </Dialog>
    </div>
  );
};
