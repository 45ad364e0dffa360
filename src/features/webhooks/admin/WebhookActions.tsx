'use client';

import { toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { Question } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { ActionButton } from '../../../core/ui/parts/form/FormParts.tsx';
import { SecretShownOnce } from '../../../core/ui/parts/form/SecretShownOnce.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, type PortalRequest, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import type { Subscription } from '../events.ts';
import { overlapHours } from '../secrets/overlap.ts';
import type { WantedWebhook } from './changesOf.ts';
import { EditWebhook } from './EditWebhook.tsx';
import { RecoverWebhook } from './RecoverWebhook.tsx';

interface WebhookActionsProps {
  readonly id: string;
  readonly webhook: WantedWebhook;
  /** The names to which a webhook can subscribe. */
  readonly subscriptions: readonly Subscription[];
  readonly isEnabled: boolean;
  /** Failed deliveries, and pending ones. */
  readonly failed: number;
  readonly pending: number;
  /** The address of the list of webhooks. */
  readonly list: string;
}

/** The actions of a webhook. Actions that lose data ask for confirmation. */
export const WebhookActions = (props: WebhookActionsProps) => {
  const { id, webhook, subscriptions, isEnabled, failed, pending, list } = props;
  const t = usePortalTexts();
  const { doAtOnce } = useWebhook(id);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <div className="portal-actions">
        {isEnabled && (
          <ActionButton
            isPrimary
            label={t('webhooks:test:action')}
            onClick={() => doAtOnce('test', { method: 'POST', path: `/webhooks/${id}/test` })}
          />
        )}
        <RecoverWebhook id={id} isOffered={isEnabled && failed > 0} />
        <EditWebhook id={id} webhook={webhook} subscriptions={subscriptions} />
        <RotateSecret id={id} onRotated={setSecret} />
        <ToggleWebhook id={id} isEnabled={isEnabled} pending={pending} />
        <RemoveWebhook id={id} url={webhook.url} list={list} />
      </div>
      {secret && (
        <SecretShownOnce
          title={t('webhooks:rotate:secret')}
          label={t('webhooks:rotate:secret')}
          kind="secret"
          secret={secret}
          advice={t('webhooks:rotate:advice', { hours: overlapHours })}
          onDone={() => setSecret(null)}
        />
      )}
    </>
  );
};

/** Sends requests about a webhook, and tells of what is done. */
const useWebhook = (id: string) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const ask = <Output,>(request: PortalRequest) => callPortal<Output>(portalRoute, request);
  const tell = (act: 'test' | 'enable' | 'disable' | 'rotate') => {
    toast.success(t(`webhooks:${act}:done`));
    router.refresh();
  };
  const doAtOnce = async (act: 'test' | 'enable', request: PortalRequest) => {
    const result = await ask(request);
    if (result.ok) tell(act);
    else toast.error(sentenceOf(result, t));
  };
  return { path: `/webhooks/${id}` as const, ask, tell, doAtOnce };
};

interface RotateSecretProps {
  readonly id: string;
  onRotated(secret: string): void;
}

const RotateSecret = ({ id, onRotated }: RotateSecretProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const { path, ask, tell } = useWebhook(id);
  const slug = `portal-rotate-${id}`;
  return (
    <>
      <ActionButton label={t('webhooks:rotate:action')} onClick={() => openModal(slug)} />
      <Question
        slug={slug}
        title={t('webhooks:rotate:title')}
        label={t('webhooks:rotate:confirm')}
        busyLabel={t('webhooks:rotate:busy')}
        act={() => ask<{ secret: string }>({ method: 'POST', path: `${path}/rotate-secret` })}
        onDone={({ secret }) => {
          onRotated(secret);
          tell('rotate');
        }}
      >
        {t('webhooks:rotate:warning', { hours: overlapHours })}
      </Question>
    </>
  );
};

interface ToggleWebhookProps {
  readonly id: string;
  readonly isEnabled: boolean;
  /** Pending deliveries. */
  readonly pending: number;
}

/** Disables a webhook, or enables it. One button, which keeps the focus when it turns into the other. */
const ToggleWebhook = ({ id, isEnabled, pending }: ToggleWebhookProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const { path, ask, tell, doAtOnce } = useWebhook(id);
  const slug = `portal-disable-${id}`;
  const enable = () => doAtOnce('enable', { method: 'PATCH', path, body: { status: 'enabled' } });
  return (
    <>
      <ActionButton
        isPrimary={!isEnabled}
        label={t(isEnabled ? 'webhooks:disable:action' : 'webhooks:enable:action')}
        onClick={() => (isEnabled ? openModal(slug) : enable())}
      />
      <Question
        slug={slug}
        title={t('webhooks:disable:title')}
        label={t('webhooks:disable:confirm')}
        busyLabel={t('webhooks:disable:busy')}
        act={() => ask({ method: 'PATCH', path, body: { status: 'disabled' } })}
        onDone={() => tell('disable')}
      >
        {t('webhooks:disable:nothingSent')}{' '}
        {pending > 0 && <>{t('webhooks:disable:pending', { count: pending })} </>}
        {t('webhooks:disable:newEvents')}
      </Question>
    </>
  );
};

interface RemoveWebhookProps {
  readonly id: string;
  readonly url: string;
  /** The address of the list of webhooks. */
  readonly list: string;
}

const RemoveWebhook = ({ id, url, list }: RemoveWebhookProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const router = useRouter();
  const { path, ask } = useWebhook(id);
  const slug = `portal-delete-${id}`;
  return (
    <>
      <ActionButton label={t('webhooks:remove:action')} onClick={() => openModal(slug)} />
      <Question
        slug={slug}
        title={t('webhooks:remove:title')}
        label={t('webhooks:remove:confirm')}
        busyLabel={t('webhooks:remove:busy')}
        act={() => ask({ method: 'DELETE', path })}
        onDone={() => {
          toast.success(t('webhooks:remove:done'));
          // This page is no longer there to be refreshed.
          router.push(list);
        }}
      >
        {t('webhooks:remove:warning', { url })}
      </Question>
    </>
  );
};
