'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { Dialog } from '../shared/Dialog.tsx';
import { callPortal, type PortalAnswer } from '../shared/portalApi.ts';
import { usePortalRoute } from '../shared/usePortalRoute.ts';
import { changesOf, type WantedWebhook } from './changesOf.ts';
import { WebhookForm } from './WebhookForm.tsx';

/** Changes the address and the events of a webhook. */
export const EditWebhook = ({ id, webhook }: { id: string; webhook: WantedWebhook }) => {
  const { openModal, closeModal } = useModal();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const dialog = `portal-edit-${id}`;

  const change = async (wanted: WantedWebhook): Promise<PortalAnswer<unknown>> => {
    const body = changesOf(webhook, wanted);
    return body
      ? callPortal(portalRoute, { method: 'PATCH', path: `/webhooks/${id}`, body })
      : { ok: true, output: null };
  };
  const close = () => {
    closeModal(dialog);
    toast.success('The webhook is saved.');
    router.refresh();
  };

  return (
    <>
      <Button buttonStyle="secondary" size="medium" margin={false} onClick={() => openModal(dialog)}>
        Edit …
      </Button>
      <Dialog slug={dialog} title="Edit the webhook">
        <p>Later attempts go to the new address, those of pending deliveries too.</p>
        <WebhookForm
          initial={webhook}
          label="Save"
          busyLabel="Saving …"
          send={change}
          onDone={close}
          onClose={() => closeModal(dialog)}
        />
      </Dialog>
    </>
  );
};
