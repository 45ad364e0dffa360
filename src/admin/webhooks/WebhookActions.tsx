'use client';

import { Button, ConfirmationModal, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { Dialog } from '../shared/Dialog.tsx';
import { callPortal, type PortalAnswer, type PortalRequest } from '../shared/portalApi.ts';
import { SecretShownOnce } from '../shared/SecretShownOnce.tsx';
import { usePortalRoute } from '../shared/usePortalRoute.ts';
import { RecoverForm } from './RecoverForm.tsx';

interface WebhookActionsProps {
  readonly id: string;
  readonly url: string;
  readonly isEnabled: boolean;
  /** Deliveries that failed. */
  readonly failed: number;
  /** The address of the list of webhooks. */
  readonly list: string;
}

/** What can be done with a webhook; what cannot be undone is asked once more. */
export const WebhookActions = ({ id, url, isEnabled, failed, list }: WebhookActionsProps) => {
  const portalRoute = usePortalRoute();
  const { openModal, closeModal } = useModal();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const slugs = {
    rotate: `portal-rotate-${id}`,
    remove: `portal-delete-${id}`,
    recover: `portal-recover-${id}`,
  };

  const call = async <Output,>(request: PortalRequest, success: string): Promise<PortalAnswer<Output>> => {
    const answer = await callPortal<Output>(portalRoute, request);
    if (answer.ok) toast.success(success);
    else toast.error(answer.message);
    router.refresh();
    return answer;
  };
  const path = `/webhooks/${id}` as const;

  const rotate = async () => {
    const answer = await call<{ secret: string }>(
      { method: 'POST', path: `${path}/rotate-secret` },
      'The secret is replaced.',
    );
    if (answer.ok) setSecret(answer.output.secret);
  };
  const remove = async () => {
    const answer = await callPortal(portalRoute, { method: 'DELETE', path });
    if (!answer.ok) {
      toast.error(answer.message);
      return;
    }
    toast.success('The webhook is deleted.');
    // This page is no longer there to be refreshed.
    router.push(list);
  };
  const button = (
    label: string,
    onClick: () => void,
    style: 'primary' | 'secondary' | 'error' = 'secondary',
  ) => (
    <Button buttonStyle={style} size="medium" margin={false} onClick={onClick}>
      {label}
    </Button>
  );

  return (
    <>
      <div className="portal-webhook__actions">
        {isEnabled &&
          button(
            'Send a test',
            () => void call({ method: 'POST', path: `${path}/test` }, 'The test is on its way.'),
            'primary',
          )}
        {isEnabled && failed > 0 && button('Send what failed again …', () => openModal(slugs.recover))}
        {button('Replace the secret …', () => openModal(slugs.rotate))}
        {isEnabled
          ? button(
              'Disable',
              () => void call({ method: 'PATCH', path, body: { status: 'disabled' } }, 'It is disabled.'),
            )
          : button(
              'Enable',
              () => void call({ method: 'PATCH', path, body: { status: 'enabled' } }, 'It is enabled.'),
              'primary',
            )}
        {button('Delete …', () => openModal(slugs.remove))}
      </div>
      {secret && (
        <SecretShownOnce
          title="The new secret"
          label="The new secret"
          kind="secret"
          secret={secret}
          advice="Give it to the receiver within 24 hours, while the one before signs, too."
          onDone={() => setSecret(null)}
        />
      )}
      <Dialog slug={slugs.recover} title="Send what failed again">
        <RecoverForm id={id} onClose={() => closeModal(slugs.recover)} />
      </Dialog>
      <ConfirmationModal
        modalSlug={slugs.rotate}
        heading="Replace the secret?"
        body="The receiver has to know the new one within 24 hours. It is shown once."
        confirmLabel="Replace the secret"
        cancelLabel="Keep it"
        onConfirm={rotate}
      />
      <ConfirmationModal
        modalSlug={slugs.remove}
        heading="Delete the webhook?"
        body={`${url} hears of nothing any more. Its deliveries are deleted, too. This cannot be undone.`}
        confirmLabel="Delete the webhook"
        cancelLabel="Keep it"
        onConfirm={remove}
      />
    </>
  );
};
