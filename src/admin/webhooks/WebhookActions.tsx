'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useState } from 'react';
import { Dialog, Question } from '../shared/Dialog.tsx';
import { ErrorSentence } from '../shared/Messages.tsx';
import { callPortal, type PortalRequest, sentenceOf } from '../shared/portalApi.ts';
import { SecretShownOnce } from '../shared/SecretShownOnce.tsx';
import { usePortalRoute } from '../shared/usePortalRoute.ts';
import type { WantedWebhook } from './changesOf.ts';
import { EditWebhook } from './EditWebhook.tsx';

interface WebhookActionsProps {
  readonly id: string;
  readonly webhook: WantedWebhook;
  readonly isEnabled: boolean;
  /** Failed deliveries, and pending ones. */
  readonly failed: number;
  readonly pending: number;
  /** The address of the list of webhooks. */
  readonly list: string;
}

/** The actions of a webhook. Those that lose data ask for confirmation. */
export const WebhookActions = ({ id, webhook, isEnabled, failed, pending, list }: WebhookActionsProps) => {
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
    const answer = await ask(request);
    if (answer.ok) tell(success);
    else toast.error(sentenceOf(answer));
  };
  const button = (label: string, onClick: () => void, style: 'primary' | 'secondary' = 'secondary') => (
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
            () => void doAtOnce({ method: 'POST', path: `${path}/test` }, 'The test is on its way.'),
            'primary',
          )}
        {isEnabled && failed > 0 && button('Send what failed again …', () => openModal(slugs.recover))}
        <EditWebhook id={id} webhook={webhook} />
        {button('Replace the secret …', () => openModal(slugs.rotate))}
        {/* One button, which keeps the focus when it turns into the other. */}
        {isEnabled
          ? button('Disable …', () => openModal(slugs.disable))
          : button(
              'Enable',
              () => void doAtOnce({ method: 'PATCH', path, body: { status: 'enabled' } }, 'It is enabled.'),
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
      <Question
        slug={slugs.rotate}
        title="Replace the secret?"
        label="Replace the secret"
        busyLabel="Replacing …"
        act={() => ask<{ secret: string }>({ method: 'POST', path: `${path}/rotate-secret` })}
        onDone={(made) => {
          setSecret(made.secret);
          tell('The secret is replaced.');
        }}
      >
        The receiver has to know the new one within 24 hours. It is shown once.
      </Question>
      <Question
        slug={slugs.disable}
        title="Disable the webhook?"
        label="Disable the webhook"
        busyLabel="Disabling …"
        act={() => ask({ method: 'PATCH', path, body: { status: 'disabled' } })}
        onDone={() => tell('It is disabled.')}
      >
        Nothing is sent until it is enabled again. {describePending(pending)}New events are kept as failed, to
        be sent then.
      </Question>
      <Question
        slug={slugs.remove}
        title="Delete the webhook?"
        label="Delete the webhook"
        busyLabel="Deleting …"
        act={() => ask({ method: 'DELETE', path })}
        onDone={() => {
          toast.success('The webhook is deleted.');
          // This page is no longer there to be refreshed.
          router.push(list);
        }}
      >
        {webhook.url} gets no more events. Its deliveries are deleted, too. This cannot be undone.
      </Question>
    </>
  );
};

const describePending = (pending: number): string => {
  if (pending === 0) return '';
  return pending === 1
    ? 'The one delivery that is pending ends as failed. '
    : `The ${pending} deliveries that are pending end as failed. `;
};

interface RecoverFormProps {
  readonly id: string;
  onClose(): void;
}

const periods = [
  { label: 'the last hour', hours: 1 },
  { label: 'the last 24 hours', hours: 24 },
  { label: 'the last 7 days', hours: 7 * 24 },
  { label: 'the last 30 days, which is all that is kept', hours: 31 * 24 },
] as const;

/** Sends all deliveries again that failed in a period, such as while the receiver was down. */
const RecoverForm = ({ id, onClose }: RecoverFormProps) => {
  const router = useRouter();
  const portalRoute = usePortalRoute();
  const [hours, setHours] = useState<number>(24);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const since = new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();
    const answer = await callPortal<{ count: number }>(portalRoute, {
      method: 'POST',
      path: `/webhooks/${id}/recover`,
      body: { since },
    });
    setIsBusy(false);
    if (!answer.ok) return setProblem(sentenceOf(answer));
    toast.success(`${answer.output.count} ${answer.output.count === 1 ? 'is' : 'are'} sent again.`);
    onClose();
    router.refresh();
  };

  return (
    <form className="portal-form" onSubmit={submit}>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      <label>
        What failed in
        <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {periods.map((period) => (
            <option key={period.hours} value={period.hours}>
              {period.label}
            </option>
          ))}
        </select>
      </label>
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button margin={false} type="submit" disabled={isBusy}>
          {isBusy ? 'Sending …' : 'Send them again'}
        </Button>
      </div>
    </form>
  );
};
