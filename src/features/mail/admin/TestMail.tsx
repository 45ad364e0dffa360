'use client';

import { Button, TextInput, useAuth, useFormModified } from '@payloadcms/ui';
import { type ChangeEvent, useState } from 'react';
import { callPortal, type PortalAnswer, reasonOfRejection } from '../../../core/ui/portalApi.ts';
import { ReasonSentence } from '../../../core/ui/ReasonSentence.tsx';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';
import { withElements } from '../../../core/ui/withElements.tsx';
import { Trail } from '../../email-log/ui.ts';
import type { RefusedBefore } from '../chain/chain.ts';

interface TestedMail {
  readonly status: 'sent' | 'failed';
  readonly transport: string | null;
  readonly response: string | null;
  readonly error: string | null;
  readonly fallback: readonly RefusedBefore[] | null;
}

/** Sends a mail through the connected transports and shows the server's reply. */
export const TestMail = ({ portalRoute }: { portalRoute: string }) => {
  const t = usePortalTexts();
  const { user } = useAuth();
  const isModified = useFormModified();
  const [to, setTo] = useState(String(user?.email ?? ''));
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<PortalAnswer<TestedMail> | null>(null);

  const send = async () => {
    setIsBusy(true);
    setAnswer(null);
    const body = to.trim() === '' ? {} : { to: to.trim() };
    setAnswer(await callPortal<TestedMail>(portalRoute, { method: 'POST', path: '/test-mail', body }));
    setIsBusy(false);
  };

  return (
    <>
      <TextInput
        path="portal-test-mail"
        label={t('settings:carriers:testTo')}
        value={to}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setTo(event.target.value)}
      />
      {isModified && <p className="portal-muted">{t('settings:saveFirst')}</p>}
      <Button
        buttonStyle="secondary"
        size="medium"
        margin={false}
        disabled={isBusy || isModified}
        onClick={send}
      >
        {t(isBusy ? 'settings:sending' : 'settings:carriers:test')}
      </Button>
      <div aria-live="polite">
        {answer?.ok && <Result {...answer.output} />}
        {answer && !answer.ok && <ReasonSentence reason={reasonOfRejection(answer)} />}
      </div>
    </>
  );
};

const Result = ({ status, transport, response, error, fallback }: TestedMail) => {
  const t = usePortalTexts();
  return (
    <>
      <Trail refused={fallback ?? []} transport={transport} status={status} error={error} t={t} />
      {response && (
        <p>{withElements(t('settings:carriers:serverSaid'), { response: <code>{response}</code> })}</p>
      )}
    </>
  );
};
