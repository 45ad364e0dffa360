'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { TextKey } from '../../../core/texts/text.ts';
import { Dialog, DialogButtons } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { ActionButton, Form } from '../../../core/ui/parts/form/FormParts.tsx';
import { ErrorSentence } from '../../../core/ui/parts/words/words.tsx';
import { useFirstMoment } from '../../../core/ui/react/useFirstMoment.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import '../../../core/ui/parts/form/form.css';

interface RecoverWebhookProps {
  readonly id: string;
  /** It is false if nothing has failed. The dialog stays until it has closed. */
  readonly isOffered: boolean;
}

/** Sends all deliveries again that failed in a period, such as while the receiver was down. */
export const RecoverWebhook = ({ id, isOffered }: RecoverWebhookProps) => {
  const t = usePortalTexts();
  const { openModal, closeModal } = useModal();
  const slug = `portal-recover-${id}`;
  return (
    <>
      {isOffered && <ActionButton label={t('webhooks:recover:action')} onClick={() => openModal(slug)} />}
      <Dialog slug={slug} title={t('webhooks:recover:title')}>
        <RecoverForm id={id} onClose={() => closeModal(slug)} />
      </Dialog>
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

const RecoverForm = ({ id, onClose }: RecoverFormProps) => {
  const t = usePortalTexts();
  const router = useRouter();
  const portalRoute = usePortalRoute();
  const momentOf = useFirstMoment();
  const [hours, setHours] = useState<number>(24);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const since = new Date(momentOf(hours).getTime() - hours * 60 * 60 * 1000).toISOString();
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
    <Form className="portal-form" onSubmit={submit}>
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
      <DialogButtons cancel={t('webhooks:cancel')} onCancel={onClose}>
        <Button margin={false} type="submit" disabled={isBusy}>
          {t(isBusy ? 'webhooks:recover:busy' : 'webhooks:recover:confirm')}
        </Button>
      </DialogButtons>
    </Form>
  );
};
