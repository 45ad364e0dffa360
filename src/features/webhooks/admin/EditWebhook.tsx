'use client';

import { toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { Dialog } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { ActionButton } from '../../../core/ui/parts/form/FormParts.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, type PortalResult } from '../../../core/ui/requests/portalApi.ts';
import type { Subscription } from '../events.ts';
import { changesOf, type WantedWebhook } from './changesOf.ts';
import { WebhookForm } from './WebhookForm.tsx';

interface EditWebhookProps {
  readonly id: string;
  readonly webhook: WantedWebhook;
  /** The names to which a webhook can subscribe. */
  readonly subscriptions: readonly Subscription[];
}

/** Changes the address and the events of a webhook. */
export const EditWebhook = ({ id, webhook, subscriptions }: EditWebhookProps) => {
  const t = usePortalTexts();
  const { openModal, closeModal } = useModal();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const dialog = `portal-edit-${id}`;

  const change = async (wanted: WantedWebhook): Promise<PortalResult<unknown>> => {
    const body = changesOf(webhook, wanted);
    return body
      ? callPortal(portalRoute, { method: 'PATCH', path: `/webhooks/${id}`, body })
      : { ok: true, output: null };
  };
  const close = () => {
    closeModal(dialog);
    toast.success(t('webhooks:edit:done'));
    router.refresh();
  };

  return (
    <>
      <ActionButton label={t('webhooks:edit:action')} onClick={() => openModal(dialog)} />
      <Dialog slug={dialog} title={t('webhooks:edit:title')}>
        <p>{t('webhooks:edit:lead')}</p>
        <WebhookForm
          initial={webhook}
          subscriptions={subscriptions}
          label={t('webhooks:edit:save')}
          busyLabel={t('webhooks:edit:busy')}
          send={change}
          onDone={close}
          onClose={() => closeModal(dialog)}
        />
      </Dialog>
    </>
  );
};
