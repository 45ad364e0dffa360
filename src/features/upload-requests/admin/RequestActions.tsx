'use client';

import { toast } from '@payloadcms/ui';
import { ActionButton } from '../../../core/ui/parts/form/FormParts.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import { CopyLink } from '../../links/ui.ts';
import type { UploadRequest } from './uploadRequest.ts';

interface RequestActionsProps {
  readonly request: UploadRequest;
  reload(): Promise<void>;
}

/** The actions on an upload request. Each can be taken back. */
export const RequestActions = ({ request: { id, status }, reload }: RequestActionsProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const path = `/upload-requests/${id}` as const;
  const act = async (name: 'close' | 'reopen' | 'remind') => {
    const result = await callPortal(portalRoute, { method: 'POST', path: `${path}/${name}` });
    if (result.ok) toast.success(t(`uploadRequests:admin:actions:done:${name}`));
    else toast.error(sentenceOf(result, t));
    await reload();
  };
  const button = (name: 'close' | 'reopen' | 'remind') => (
    <ActionButton label={t(`uploadRequests:admin:actions:${name}`)} onClick={() => void act(name)} />
  );
  const isOpen = status === 'open';
  return (
    <div className="portal-actions">
      {isOpen && button('remind')}
      {isOpen && <CopyLink path={path} reload={reload} />}
      {button(isOpen ? 'close' : 'reopen')}
    </div>
  );
};
