'use client';

import { Button, useModal } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { Dialog } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { usePortalRoute, usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { EraseAddress } from '../EraseAddress.tsx';
import { PurgeForm } from './PurgeForm.tsx';
import '../../../../core/ui/parts/list/list.css';

interface EmailLogActionsProps {
  readonly given: Readonly<Record<string, string>>;
  readonly mayPurge: boolean;
}

const purgeDialog = 'portal-purge-email-log';
const eraseDialog = 'portal-erase-address';

/** The actions of the whole log: readers export it, administrators purge it. */
export const EmailLogActions = (props: EmailLogActionsProps) => {
  const { given, mayPurge } = props;
  const { route } = usePortalRoute();
  const { openModal, closeModal } = useModal();
  const t = usePortalTexts();
  const path = `/portal/v1/email-log/export?${new URLSearchParams(given)}` as const;
  const isFiltered = Object.keys(given).length > 0;
  return (
    <div className="portal-list__actions">
      <a className="portal-link" href={formatAdminURL({ apiRoute: route as `/${string}`, path })} download>
        {t(isFiltered ? 'emailLog:action:exportSome' : 'emailLog:action:exportAll')}
      </a>
      {mayPurge && (
        <>
          <Button size="medium" margin={false} buttonStyle="secondary" onClick={() => openModal(purgeDialog)}>
            {t('emailLog:action:purge')}
          </Button>
          <Dialog slug={purgeDialog} title={t('emailLog:action:purgeTitle')}>
            <PurgeForm onClose={() => closeModal(purgeDialog)} />
          </Dialog>
          <Button size="medium" margin={false} buttonStyle="secondary" onClick={() => openModal(eraseDialog)}>
            {t('emailLog:action:erase')}
          </Button>
          <Dialog slug={eraseDialog} title={t('emailLog:action:eraseTitle')}>
            <EraseAddress address={given.address ?? null} onClose={() => closeModal(eraseDialog)} />
          </Dialog>
        </>
      )}
    </div>
  );
};
