'use client';

import { Button, useFormModified } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useRef, useState } from 'react';
import { ErrorSentence } from '../../../core/ui/Messages.tsx';
import { callPortal, type PortalAnswer, reasonOfRejection } from '../../../core/ui/portalApi.ts';
import { ReasonSentence } from '../../../core/ui/ReasonSentence.tsx';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';

interface TriedAddress {
  readonly url: string;
  readonly status: 'ok' | 'failed';
  readonly error: string | null;
}

/** Sends a test to all alert addresses, and shows which took it. */
export const TestAlerts = ({ portalRoute }: { portalRoute: string }) => {
  const t = usePortalTexts();
  const router = useRouter();
  const isModified = useFormModified();
  const modified = useRef(isModified);
  modified.current = isModified;
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<PortalAnswer<{ readonly data: readonly TriedAddress[] }> | null>(null);

  const send = async () => {
    setIsBusy(true);
    setAnswer(null);
    setAnswer(await callPortal(portalRoute, { method: 'POST', path: '/alerts/test' }));
    setIsBusy(false);
    // Refreshing the page would discard unsaved input.
    if (!modified.current) router.refresh();
  };

  return (
    <>
      {isModified && <p className="portal-muted">{t('settings:saveFirst')}</p>}
      <Button
        buttonStyle="secondary"
        size="medium"
        margin={false}
        disabled={isBusy || isModified}
        onClick={send}
      >
        {t(isBusy ? 'settings:sending' : 'settings:alerts:test')}
      </Button>
      <div aria-live="polite">
        {answer?.ok &&
          answer.output.data.map(({ url, status, error }) =>
            status === 'ok' ? (
              <p key={url}>{t('settings:alerts:taken', { host: new URL(url).host })}</p>
            ) : (
              <ErrorSentence key={url}>
                {new URL(url).host}: {error}
              </ErrorSentence>
            ),
          )}
        {answer && !answer.ok && <ReasonSentence reason={reasonOfRejection(answer)} />}
      </div>
    </>
  );
};
