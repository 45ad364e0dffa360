'use client';

import { Button, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { Question } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { ActionButton } from '../../../../core/ui/parts/form/FormParts.tsx';
import { ReasonSentence } from '../../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalRoute, usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { callPortal, type Reason, reasonOfRejection } from '../../../../core/ui/requests/portalApi.ts';
import { keptDays } from '../../vocabulary.ts';
import { SpamQuestion } from '../decision/SpamQuestion.tsx';

interface SenderActionsProps {
  readonly id: string;
  /** The address and the domain that can be blocked; null if the message has no sender, or several. */
  readonly sender: { readonly sender: string; readonly domain: string | null } | null;
  /** The entry by which the sender is blocked. */
  readonly blockedBy: { readonly id: string; readonly sender: string } | null;
  /** True for a message that can be marked as spam. */
  readonly maySpam: boolean;
  /** The page that follows a decision; null to stay. */
  readonly after: string | null;
}

const scopes = ['sender', 'domain'] as const;

const spamSlug = 'portal-spam-mail';

const slugOf = (scope: (typeof scopes)[number]) => `portal-block-${scope}`;

/** Marks a message as spam, and blocks its sender or their domain. */
export const SenderActions = ({ id, sender, blockedBy, maySpam, after }: SenderActionsProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const { openModal } = useModal();
  const path = `/inbound-mails/${id}` as const;

  const goOn = () => (after === null ? router.refresh() : router.push(after));

  return (
    <div className="portal-inbound__sender">
      {blockedBy !== null && (
        <p>
          {t('inbound:block:blocked', { sender: blockedBy.sender })} <UnblockSender {...blockedBy} />
        </p>
      )}
      <div className="portal-inbound__buttons">
        {maySpam && (
          <Button margin={false} size="medium" buttonStyle="secondary" onClick={() => openModal(spamSlug)}>
            {t('inbound:block:spam')}
          </Button>
        )}
        {blockedBy === null &&
          sender &&
          scopes.map(
            (scope) =>
              sender[scope] !== null && (
                <Button
                  key={scope}
                  margin={false}
                  size="medium"
                  buttonStyle="secondary"
                  onClick={() => openModal(slugOf(scope))}
                >
                  {t(`inbound:block:${scope}`)}
                </Button>
              ),
          )}
      </div>
      <SpamQuestion
        slug={spamSlug}
        mails={[{ from: sender?.sender ?? null }]}
        act={() => callPortal(portalRoute, { method: 'POST', path: `${path}/spam`, isRepeatable: true })}
        onDone={goOn}
      />
      {sender &&
        scopes.map((scope) => (
          <Question
            key={scope}
            slug={slugOf(scope)}
            title={t(`inbound:block:${scope}Title`, { sender: sender[scope] ?? '' })}
            label={t('inbound:block:action')}
            busyLabel={t('inbound:block:busy')}
            act={() =>
              callPortal(portalRoute, {
                method: 'POST',
                path: `${path}/block`,
                body: { scope },
                isRepeatable: true,
              })
            }
            onDone={goOn}
          >
            {t('inbound:block:warning', { days: keptDays })}
          </Question>
        ))}
    </div>
  );
};

interface UnblockSenderProps {
  readonly id: string;
  /** An address, or a domain. */
  readonly sender: string;
}

/** Unblocks a sender. */
export const UnblockSender = ({ id, sender }: UnblockSenderProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
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
      <ActionButton
        size="small"
        label={t('inbound:block:unblock')}
        aria-label={t('inbound:block:unblockOne', { sender })}
        onClick={unblock}
      />
      {problem && <ReasonSentence reason={problem} />}
    </>
  );
};
