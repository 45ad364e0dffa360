'use client';

import { Button, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { Dialog } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { SecretShownOnce } from '../../../core/ui/parts/form/SecretShownOnce.tsx';
import { useOrganizations } from '../../../core/ui/react/useOrganizations.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal } from '../../../core/ui/requests/portalApi.ts';
import type { Subscription } from '../events.ts';
import type { WantedWebhook } from './changesOf.ts';
import { WebhookForm } from './WebhookForm.tsx';

const dialog = 'portal-new-webhook';

interface NewWebhookProps {
  /** The names to which a webhook can subscribe. */
  readonly subscriptions: readonly Subscription[];
}

/** Registers a webhook and shows its secret once. */
export const NewWebhook = ({ subscriptions }: NewWebhookProps) => {
  const t = usePortalTexts();
  const { openModal, closeModal } = useModal();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);

  const register = (wanted: WantedWebhook, form: FormData) => {
    const organization = String(form.get('organization'));
    return callPortal<{ secret: string }>(portalRoute, {
      method: 'POST',
      path: '/webhooks',
      body: { ...wanted, ...(organization && { organization_id: organization }) },
    });
  };
  const show = (made: { secret: string }) => {
    closeModal(dialog);
    setSecret(made.secret);
    router.refresh();
  };

  if (secret) {
    return (
      <SecretShownOnce
        title={t('webhooks:register:secretTitle')}
        label={t('webhooks:register:secret')}
        kind="secret"
        secret={secret}
        advice={t('webhooks:register:advice')}
        onDone={() => setSecret(null)}
      />
    );
  }
  return (
    <>
      <Button margin={false} size="medium" icon="plus" onClick={() => openModal(dialog)}>
        {t('webhooks:register:title')}
      </Button>
      <Dialog slug={dialog} title={t('webhooks:register:title')}>
        <WebhookForm
          initial={{ url: '', events: [] }}
          subscriptions={subscriptions}
          label={t('webhooks:register:confirm')}
          busyLabel={t('webhooks:register:busy')}
          send={register}
          onDone={show}
          onClose={() => closeModal(dialog)}
        >
          <OrganizationChoice />
        </WebhookForm>
      </Dialog>
    </>
  );
};

/** Asks which organization's events a webhook receives. */
const OrganizationChoice = () => {
  const t = usePortalTexts();
  const organizations = useOrganizations() ?? [];
  return (
    <label>
      {t('webhooks:form:whose')}
      <select name="organization">
        <option value="">{t('webhooks:allOrganizations')}</option>
        {organizations.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};
