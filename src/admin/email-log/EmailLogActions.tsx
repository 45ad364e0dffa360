'use client';

import { Button, useModal } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { Dialog } from '../shared/Dialog.tsx';
import { EraseAddress } from './EraseAddress.tsx';
import { PurgeForm } from './PurgeForm.tsx';

interface EmailLogActionsProps {
  /** What the addresses of the portal's API begin with. */
  readonly portalRoute: string;
  /** The same of the CMS's own. */
  readonly apiRoute: string;
  readonly purgesSlug: string;
  readonly given: Readonly<Record<string, string>>;
  readonly mayPurge: boolean;
}

const purgeDialog = 'portal-purge-email-log';
const eraseDialog = 'portal-erase-address';

/** The actions of the whole log: readers export it, administrators purge it. */
export const EmailLogActions = (props: EmailLogActionsProps) => {
  const { portalRoute, apiRoute, purgesSlug, given, mayPurge } = props;
  const { openModal, closeModal } = useModal();
  const path = `/portal/v1/email-log/export?${new URLSearchParams(given)}` as const;
  const isFiltered = Object.keys(given).length > 0;
  return (
    <div className="portal-list__actions">
      <a
        className="portal-link"
        href={formatAdminURL({ apiRoute: portalRoute as `/${string}`, path })}
        download
      >
        {isFiltered ? 'Export these as CSV' : 'Export all as CSV'}
      </a>
      {mayPurge && (
        <>
          <Button size="medium" margin={false} buttonStyle="secondary" onClick={() => openModal(purgeDialog)}>
            Purge …
          </Button>
          <Dialog slug={purgeDialog} title="Purge the email log">
            <PurgeForm
              portalRoute={portalRoute}
              apiRoute={apiRoute}
              purgesSlug={purgesSlug}
              onClose={() => closeModal(purgeDialog)}
            />
          </Dialog>
          <Button size="medium" margin={false} buttonStyle="secondary" onClick={() => openModal(eraseDialog)}>
            Erase an address …
          </Button>
          <Dialog slug={eraseDialog} title="Erase an address from the email log">
            <EraseAddress
              portalRoute={portalRoute}
              address={given.address ?? null}
              onClose={() => closeModal(eraseDialog)}
            />
          </Dialog>
        </>
      )}
    </div>
  );
};
