'use client';

import { Button, useFormModified } from '@payloadcms/ui';
import { useState } from 'react';
import { ErrorSentence } from '../shared/Messages.tsx';
import { callPortal, type PortalAnswer, sentenceOf } from '../shared/portalApi.ts';

interface TriedMailbox {
  readonly status: 'ok' | 'failed';
  readonly messages: number | null;
  readonly idle: boolean | null;
  readonly error: string | null;
}

/** Logs in to the mailbox and shows what the server said. */
export const TestMailbox = ({ portalRoute }: { portalRoute: string }) => {
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
      {isModified && <p className="portal-muted">Save first: the button tries what is stored.</p>}
      <Button buttonStyle="secondary" size="medium" margin={false} disabled={isBusy} onClick={tryIt}>
        {isBusy ? 'Trying …' : 'Try the mailbox'}
      </Button>
      <div aria-live="polite">
        {answer?.ok && <Result {...answer.output} />}
        {answer && !answer.ok && <ErrorSentence>{sentenceOf(answer)}</ErrorSentence>}
      </div>
    </>
  );
};

const Result = ({ status, messages, idle, error }: TriedMailbox) =>
  status === 'failed' ? (
    <ErrorSentence>{error}</ErrorSentence>
  ) : (
    <p>
      It works: {messages} {messages === 1 ? 'message' : 'messages'} there.{' '}
      {idle ? 'The server tells of new mail at once.' : 'The server is asked every minute.'}
    </p>
  );
