'use client';

import { Button } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { ReasonSentence } from '../../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalTexts } from '../../../../core/ui/react/usePortalTexts.ts';
import { callPortal, reasonOfRejection } from '../../../../core/ui/requests/portalApi.ts';
import type { Reason } from '../../../../core/ui/requests/reason.ts';

interface UnblockSenderProps {
  readonly id: string;
  /** An address, or a domain. */
  readonly sender: string;
  readonly portalRoute: string;
}

/** Unblocks a sender. */
export const UnblockSender = ({ id, sender, portalRoute }: UnblockSenderProps) => {
  const t = usePortalTexts();
  const router = useRouter();
  const [problem, setProblem] = useState<Reason | null>(null);
  const unblock = async () => {
    const path = `/blocked-senders/${id}` as const;
    const result = await callPortal(portalRoute, { method: 'DELETE', path });
    setProblem(result.ok ? null : reasonOfRejection(result));
    if (result.ok) router.refresh();
  };
  return (
    <>
      <Button
        margin={false}
        size="small"
        buttonStyle="secondary"
        aria-label={t('inbound:block:unblockOne', { sender })}
        onClick={() => void unblock()}
      >
        {t('inbound:block:unblock')}
      </Button>
      {problem && <ReasonSentence reason={problem} />}
    </>
  );
};
