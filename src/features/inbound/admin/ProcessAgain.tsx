'use client';

import { Button } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { callPortal, reasonOfRejection } from '../../../core/ui/portalApi.ts';
import { ReasonSentence } from '../../../core/ui/ReasonSentence.tsx';
import type { Reason } from '../../../core/ui/reason.ts';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';

interface ProcessAgainProps {
  readonly id: string;
  /** True if it is a reply or a ticket by a decision of staff, which stays. */
  readonly isAccepted: boolean;
  readonly portalRoute: string;
}

interface Processed {
  readonly outcome: string | null;
}

/** Number of looks at a message that is processed, and the pause between them in milliseconds. */
const mostLooks = 20;
const betweenLooks = 500;

/** Has a message processed as if it had just come, and shows what becomes of it. */
export const ProcessAgain = ({ id, isAccepted, portalRoute }: ProcessAgainProps) => {
  const t = usePortalTexts();
  const router = useRouter();
  const [problem, setProblem] = useState<Reason | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const process = async () => {
    setIsBusy(true);
    setProblem(null);
    const path = `/inbound-mails/${id}` as const;
    const answer = await callPortal<Processed>(portalRoute, { method: 'POST', path: `${path}/process` });
    if (answer.ok) {
      await settled(portalRoute, path);
      router.refresh();
    } else setProblem(reasonOfRejection(answer));
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

/** Ends when the message has an outcome; after a while in any case, for the worker may be elsewhere. */
const settled = async (portalRoute: string, path: `/${string}`): Promise<void> => {
  for (let look = 0; look < mostLooks; look += 1) {
    const answer = await callPortal<Processed>(portalRoute, { method: 'GET', path });
    if (!answer.ok || answer.output.outcome !== null) return;
    await new Promise((resolve) => setTimeout(resolve, betweenLooks));
  }
};
