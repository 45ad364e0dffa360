'use client';

import { Button, useConfig, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import { callCms } from '../../../core/ui/cmsApi.ts';
import { Dialog } from '../../../core/ui/Dialog.tsx';
import { callPortal } from '../../../core/ui/portalApi.ts';
import { SecretShownOnce } from '../../../core/ui/SecretShownOnce.tsx';
import { usePortalRoute } from '../../../core/ui/usePortalRoute.ts';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';
import type { Subscription } from '../events.ts';
import type { WantedWebhook } from './changesOf.ts';
import { WebhookForm } from './WebhookForm.tsx';

const dialog = 'portal-new-webhook';

interface NewWebhookProps {
  readonly organizationsSlug: string;
  /** The names to which a webhook can subscribe. */
  readonly subscriptions: readonly Subscription[];
}

/** Registers a webhook and shows its secret once. */
export const NewWebhook = ({ organizationsSlug, subscriptions }: NewWebhookProps) => {
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
          <OrganizationChoice organizationsSlug={organizationsSlug} />
        </WebhookForm>
      </Dialog>
    </>
  );
};

interface Organization {
  readonly id: number | string;
  readonly name: string;
}

/** Asks which organization's events a webhook receives. */
const OrganizationChoice = ({ organizationsSlug }: { organizationsSlug: string }) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const [organizations, setOrganizations] = useState<readonly Organization[]>([]);

  useEffect(() => {
    const path = `/${organizationsSlug}?sort=name&limit=500&depth=0` as const;
    void callCms<{ docs: Organization[] }>(apiRoute, { method: 'GET', path }).then((answer) => {
      if (answer.ok) setOrganizations(answer.output.docs);
    });
  }, [apiRoute, organizationsSlug]);

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
