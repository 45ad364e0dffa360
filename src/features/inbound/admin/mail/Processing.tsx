'use client';

import { Button } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import { ReasonSentence } from '../../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalRoute, usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { callPortal, type Reason, reasonOfRejection } from '../../../../core/ui/requests/portalApi.ts';

/** The time between two looks, in milliseconds. */
const betweenPolls = 1_000;

/** Renders nothing. Refreshes the page that contains it, because its message has no outcome yet. */
export const AwaitOutcome = () => {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, betweenPolls);
    return () => clearInterval(timer);
  }, [router]);
  return null;
};

interface ProcessAgainProps {
  readonly id: string;
  /** True if it is a reply or a ticket by a decision of staff, which stays. */
  readonly isAccepted: boolean;
}

/** Processes a message again as if it had just come. */
export const ProcessAgain = ({ id, isAccepted }: ProcessAgainProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const [problem, setProblem] = useState<Reason | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const process = async () => {
    setIsBusy(true);
    setProblem(null);
    const result = await callPortal(portalRoute, {
      method: 'POST',
      path: `/inbound-mails/${id}/process`,
      isRepeatable: true,
    });
    // Until the message has an outcome, its page has no such button.
    if (result.ok) router.refresh();
    else setProblem(reasonOfRejection(result));
    setIsBusy(false);
  };

  return (
    <div className="portal-inbound__again">
      <Button margin={false} size="medium" buttonStyle="secondary" disabled={isBusy} onClick={process}>
        {t(isBusy ? 'inbound:again:busy' : 'inbound:again:action')}
      </Button>
      <p className="portal-muted">{t(isAccepted ? 'inbound:again:hintAccepted' : 'inbound:again:hint')}</p>
      <div aria-live="polite">{problem && <ReasonSentence reason={problem} />}</div>
    </div>
  );
};
