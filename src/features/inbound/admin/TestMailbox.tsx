'use client';

import { Button, useFormModified } from '@payloadcms/ui';
import { useState } from 'react';
import { ErrorSentence } from '../../../core/ui/Messages.tsx';
import { callPortal, type PortalAnswer, reasonOfRejection } from '../../../core/ui/portalApi.ts';
import { ReasonSentence } from '../../../core/ui/ReasonSentence.tsx';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';

interface TriedMailbox {
  readonly status: 'ok' | 'failed';
  readonly messages: number | null;
  readonly idle: boolean | null;
  readonly error: string | null;
}

/** Logs in to the mailbox and shows the server's response. */
export const TestMailbox = ({ portalRoute }: { portalRoute: string }) => {
  const t = usePortalTexts();
  const isModified = useFormModified();
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<PortalAnswer<TriedMailbox> | null>(null);

  const tryIt = async () => {
    setIsBusy(true);
    setAnswer(null);
    setAnswer(await callPortal<TriedMailbox>(portalRoute, { method: 'POST', path: '/inbound/test' }));
    setIsBusy(false);
  };

  return (
    <>
      {isModified && <p className="portal-muted">{t('settings:mailbox:saveFirst')}</p>}
      <Button buttonStyle="secondary" size="medium" margin={false} disabled={isBusy} onClick={tryIt}>
        {t(isBusy ? 'settings:mailbox:trying' : 'settings:mailbox:try')}
      </Button>
      <div aria-live="polite">
        {answer?.ok && <Result {...answer.output} />}
        {answer && !answer.ok && <ReasonSentence reason={reasonOfRejection(answer)} />}
      </div>
    </>
  );
};

const Result = ({ status, messages, idle, error }: TriedMailbox) => {
  const t = usePortalTexts();
  if (status === 'failed') return <ErrorSentence>{error}</ErrorSentence>;
  return (
    <p>
      {t('settings:mailbox:works', { count: messages ?? 0 })}{' '}
      {t(idle ? 'settings:mailbox:tells' : 'settings:mailbox:isAsked')}
    </p>
  );
};
