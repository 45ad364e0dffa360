'use client';

import { Button } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { ErrorSentence } from '../../../core/ui/parts/words/words.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import type { Repeatability } from '../notices/failedNotices.ts';

interface SendAgainProps {
  /** The id of the failed row. */
  readonly id: string;
  readonly subject: string;
  readonly state: Repeatability;
}

/** Time in which a worker usually sends the mail, in milliseconds. */
const usually = 2_000;

/** Sends a failed mail again, or says why that is not possible. */
export const SendAgain = ({ id, subject, state }: SendAgainProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const send = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    const result = await callPortal(portalRoute, { method: 'POST', path: `/email-log/${id}/send-again` });
    if (result.ok) {
      await new Promise((resolve) => setTimeout(resolve, usually));
      router.refresh();
    } else setProblem(sentenceOf(result, t));
    setIsBusy(false);
  };

  if (state !== 'possible')
    return (
      <span className="portal-muted">
        {t(state === 'done' ? 'tickets:emails:again:done' : 'tickets:emails:again:gone')}
      </span>
    );
  return (
    <>
      <Button
        size="small"
        margin={false}
        buttonStyle="secondary"
        disabled={isBusy}
        onClick={() => void send()}
        aria-label={t('tickets:emails:again:of', { subject })}
      >
        {t(isBusy ? 'tickets:emails:again:busy' : 'tickets:emails:again:action')}
      </Button>
      <span aria-live="polite">{problem && <ErrorSentence>{problem}</ErrorSentence>}</span>
    </>
  );
};
