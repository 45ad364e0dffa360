'use client';

import { Button, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { Dialog } from '../shared/Dialog.tsx';
import { SecretShownOnce } from '../shared/SecretShownOnce.tsx';
import { WebhookForm } from './WebhookForm.tsx';

const dialog = 'portal-new-webhook';

/** Registers a webhook, and shows its secret once. */
export const NewWebhook = ({ organizationsSlug }: { organizationsSlug: string }) => {
  const { openModal, closeModal } = useModal();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);

  const show = (made: string) => {
    closeModal(dialog);
    setSecret(made);
    router.refresh();
  };

  if (secret) {
    return (
      <SecretShownOnce
        title="The secret of the new webhook"
        label="The secret"
        kind="secret"
        secret={secret}
        advice="Give it to the receiver now, which verifies signatures by it."
        onDone={() => setSecret(null)}
      />
    );
  }
  return (
    <>
      <Button margin={false} size="medium" icon="plus" onClick={() => openModal(dialog)}>
        New webhook
      </Button>
      <Dialog slug={dialog} title="New webhook">
        <WebhookForm organizationsSlug={organizationsSlug} onMade={show} onClose={() => closeModal(dialog)} />
      </Dialog>
    </>
  );
};
