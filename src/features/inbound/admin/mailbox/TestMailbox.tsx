'use client';

import { ErrorSentence } from '../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { TestButton } from '../../../settings/ui.ts';

interface TriedMailbox {
  readonly status: 'ok' | 'failed';
  readonly messages: number | null;
  readonly idle: boolean | null;
  readonly error: string | null;
}

/** Logs in to the mailbox and shows the server's response. */
export const TestMailbox = () => {
  const t = usePortalTexts();
  return (
    <TestButton<TriedMailbox>
      path="/inbound/test"
      label={t('settings:mailbox:try')}
      busyLabel={t('settings:mailbox:trying')}
    >
      {(tried) => <Result {...tried} />}
    </TestButton>
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
