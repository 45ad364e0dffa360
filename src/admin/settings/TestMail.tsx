'use client';

import { Button, TextInput, useAuth, useFormModified } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type ChangeEvent, useState } from 'react';
import type { RefusedBefore } from '../../mail/chain.ts';
import { Trail } from '../email-log/Trail.tsx';
import { ErrorSentence } from '../shared/Messages.tsx';
import { callPortal, type PortalAnswer, sentenceOf } from '../shared/portalApi.ts';

interface TestedMail {
  readonly status: 'sent' | 'failed';
  readonly transport: string | null;
  readonly response: string | null;
  readonly error: string | null;
  readonly fallback: readonly RefusedBefore[] | null;
}

/** Sends a mail through the connected transports and shows the server's reply. */
export const TestMail = ({ portalRoute }: { portalRoute: string }) => {
  const { user } = useAuth();
  const router = useRouter();
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
    router.refresh();
  };

  return (
    <>
      <TextInput
        path="portal-test-mail"
        label="Send a test mail to"
        value={to}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setTo(event.target.value)}
      />
      {isModified && <p className="portal-muted">Save first: the test uses what is stored.</p>}
      <Button
        buttonStyle="secondary"
        size="medium"
        margin={false}
        disabled={isBusy || isModified}
        onClick={send}
      >
        {isBusy ? 'Sending …' : 'Send test mail'}
      </Button>
      <div aria-live="polite">
        {answer?.ok && <Result {...answer.output} />}
        {answer && !answer.ok && <ErrorSentence>{sentenceOf(answer)}</ErrorSentence>}
      </div>
    </>
  );
};

const Result = ({ status, transport, response, error, fallback }: TestedMail) => (
  <>
    <Trail refused={fallback ?? []} transport={transport} status={status} error={error} />
    {response && (
      <p>
        The server said: <code>{response}</code>
      </p>
    )}
  </>
);
