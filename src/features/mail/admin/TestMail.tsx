'use client';

import { TextInput, useAuth } from '@payloadcms/ui';
import { type ChangeEvent, useState } from 'react';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { Trail } from '../../email-log/ui.ts';
import { TestButton } from '../../settings/ui.ts';
import type { RefusedBefore } from '../chain/chain.ts';

interface TestedMail {
  readonly status: 'sent' | 'failed';
  readonly transport: string | null;
  readonly response: string | null;
  readonly error: string | null;
  readonly fallback: readonly RefusedBefore[] | null;
}

/** Sends a mail through the connected transports and shows the server's reply. */
export const TestMail = () => {
  const t = usePortalTexts();
  const { user } = useAuth();
  const [to, setTo] = useState(String(user?.email ?? ''));
  return (
    <>
      <TextInput
        path="portal-test-mail"
        label={t('settings:carriers:testTo')}
        value={to}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setTo(event.target.value)}
      />
      <TestButton<TestedMail>
        path="/test-mail"
        body={to.trim() === '' ? {} : { to: to.trim() }}
        label={t('settings:carriers:test')}
        busyLabel={t('settings:sending')}
      >
        {(tested) => <Result {...tested} />}
      </TestButton>
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
