'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useState } from 'react';
import type { TextKey } from '../../../core/texts/text.ts';
import { Dialog, Question } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { SecretShownOnce } from '../../../core/ui/parts/form/SecretShownOnce.tsx';
import { ErrorSentence } from '../../../core/ui/parts/words/Messages.tsx';
import { usePortalRoute } from '../../../core/ui/react/usePortalRoute.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortalTexts.ts';
import { callPortal, type PortalRequest, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import type { Subscription } from '../events.ts';
import { overlapHours } from '../secrets/overlap.ts';
import type { WantedWebhook } from './changesOf.ts';
import { EditWebhook } from './EditWebhook.tsx';
import '../../../core/ui/parts/form/form.css';

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
export const WebhookActions = ({
  id,
  webhook,
  subscriptions,
  isEnabled,
  failed,
  pending,
  list,
}: WebhookActionsProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const { openModal, closeModal } = useModal();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const path = `/webhooks/${id}` as const;
  const slugs = {
    rotate: `portal-rotate-${id}`,
    disable: `portal-disable-${id}`,
    remove: `portal-delete-${id}`,
    recover: `portal-recover-${id}`,
  };

  const ask = <Output,>(request: PortalRequest) => callPortal<Output>(portalRoute, request);
  const tell = (success: string) => {
    toast.success(success);
    router.refresh();
  };
  const doAtOnce = async (request: PortalRequest, success: string) => {
    const result = await ask(request);
    if (result.ok) tell(success);
    else toast.error(sentenceOf(result, t));
  };
  const button = (label: string, onClick: () => void, style: 'primary' | 'secondary' = 'secondary') => (
    <Button buttonStyle={style} size="medium" margin={false} onClick={onClick}>
      {label}
    </Button>
  );

  return (
    <>
      <div className="portal-actions">
        {isEnabled &&
          button(
            t('webhooks:test:action'),
            () => void doAtOnce({ method: 'POST', path: `${path}/test` }, t('webhooks:test:done')),
            'primary',
          )}
        {isEnabled && failed > 0 && button(t('webhooks:recover:action'), () => openModal(slugs.recover))}
        <EditWebhook id={id} webhook={webhook} subscriptions={subscriptions} />
        {button(t('webhooks:rotate:action'), () => openModal(slugs.rotate))}
        {/* One button, which keeps the focus when it turns into the other. */}
        {isEnabled
          ? button(t('webhooks:disable:action'), () => openModal(slugs.disable))
          : button(
              t('webhooks:enable:action'),
              () =>
                void doAtOnce(
                  { method: 'PATCH', path, body: { status: 'enabled' } },
                  t('webhooks:enable:done'),
                ),
              'primary',
            )}
        {button(t('webhooks:remove:action'), () => openModal(slugs.remove))}
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
      <Dialog slug={slugs.recover} title={t('webhooks:recover:title')}>
        <RecoverForm id={id} onClose={() => closeModal(slugs.recover)} />
      </Dialog>
      <Question
        slug={slugs.rotate}
        title={t('webhooks:rotate:title')}
        label={t('webhooks:rotate:confirm')}
        busyLabel={t('webhooks:rotate:busy')}
        act={() => ask<{ secret: string }>({ method: 'POST', path: `${path}/rotate-secret` })}
        onDone={(made) => {
          setSecret(made.secret);
          tell(t('webhooks:rotate:done'));
        }}
      >
        {t('webhooks:rotate:warning', { hours: overlapHours })}
      </Question>
      <Question
        slug={slugs.disable}
        title={t('webhooks:disable:title')}
        label={t('webhooks:disable:confirm')}
        busyLabel={t('webhooks:disable:busy')}
        act={() => ask({ method: 'PATCH', path, body: { status: 'disabled' } })}
        onDone={() => tell(t('webhooks:disable:done'))}
      >
        {t('webhooks:disable:nothingSent')}{' '}
        {pending > 0 && <>{t('webhooks:disable:pending', { count: pending })} </>}
        {t('webhooks:disable:newEvents')}
      </Question>
      <Question
        slug={slugs.remove}
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
        {t('webhooks:remove:warning', { url: webhook.url })}
      </Question>
    </>
  );
};

interface RecoverFormProps {
  readonly id: string;
  onClose(): void;
}

const periods = [
  { text: 'webhooks:recover:hour', hours: 1 },
  { text: 'webhooks:recover:day', hours: 24 },
  { text: 'webhooks:recover:week', hours: 7 * 24 },
  { text: 'webhooks:recover:month', hours: 31 * 24 },
] as const satisfies readonly { text: TextKey; hours: number }[];

/** Sends all deliveries again that failed in a period, such as while the receiver was down. */
const RecoverForm = ({ id, onClose }: RecoverFormProps) => {
  const t = usePortalTexts();
  const router = useRouter();
  const portalRoute = usePortalRoute();
  const [hours, setHours] = useState<number>(24);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const since = new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();
    const result = await callPortal<{ count: number }>(portalRoute, {
      method: 'POST',
      path: `/webhooks/${id}/recover`,
      body: { since },
    });
    setIsBusy(false);
    if (!result.ok) return setProblem(sentenceOf(result, t));
    toast.success(t('webhooks:recover:done', { count: result.output.count }));
    onClose();
    router.refresh();
  };

  return (
    <form className="portal-form" onSubmit={submit}>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      <label>
        {t('webhooks:recover:period')}
        <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {periods.map((period) => (
            <option key={period.hours} value={period.hours}>
              {t(period.text)}
            </option>
          ))}
        </select>
      </label>
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={onClose}>
          {t('webhooks:cancel')}
        </Button>
        <Button margin={false} type="submit" disabled={isBusy}>
          {t(isBusy ? 'webhooks:recover:busy' : 'webhooks:recover:confirm')}
        </Button>
      </div>
    </form>
  );
};
