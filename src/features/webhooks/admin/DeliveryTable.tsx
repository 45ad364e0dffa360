'use client';

import { Button, Link, toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import type { TranslateText } from '../../../core/texts/text.ts';
import { ActionButton } from '../../../core/ui/parts/form/FormParts.tsx';
import { type Column, Table } from '../../../core/ui/parts/list/Table.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill, type Tone } from '../../../core/ui/parts/words/words.tsx';
import { useChoice } from '../../../core/ui/react/useChoice.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, inWords } from '../../../core/ui/requests/portalApi.ts';

interface ListedDelivery {
  readonly id: string;
  readonly href: string;
  readonly event: string;
  readonly tone: Tone;
  readonly words: string;
  readonly attempts: number;
  readonly outcome: string;
  readonly error: string | null;
  /** ISO 8601, as the next one. */
  readonly createdAt: string;
  readonly nextAt: string | null;
}

interface DeliveryTableProps {
  readonly webhookId: string;
  /** True if this reader can send its deliveries again. */
  readonly maySend: boolean;
  readonly deliveries: readonly ListedDelivery[];
}

/** The deliveries of a webhook. Selected ones can be sent again. */
export const DeliveryTable = ({ webhookId, maySend, deliveries }: DeliveryTableProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const choice = useChoice(deliveries.map(({ id }) => id));
  const [done, setDone] = useState<number | null>(null);

  const redeliver = async () => {
    const rejections = new Set<string>();
    for (const [index, id] of choice.chosen.entries()) {
      setDone(index);
      const path = `/webhooks/${webhookId}/deliveries/${id}/redeliver` as const;
      const result = await callPortal(portalRoute, { method: 'POST', path });
      if (!result.ok) rejections.add(inWords(result.message, t));
    }
    setDone(null);
    choice.clear();
    if (rejections.size > 0) toast.error([...rejections].join(' '));
    else toast.success(t('webhooks:table:sent', { count: choice.chosen.length }));
    router.refresh();
  };

  return (
    <>
      {maySend && (
        <div className="portal-actions" aria-live="polite">
          <Button
            buttonStyle="secondary"
            size="small"
            margin={false}
            disabled={choice.chosen.length === 0 || done !== null}
            onClick={() => void redeliver()}
          >
            {done === null
              ? t('webhooks:table:sendChosen', { number: choice.chosen.length })
              : t('webhooks:table:sending', { number: done + 1, total: choice.chosen.length })}
          </Button>
          <Button buttonStyle="secondary" size="small" margin={false} onClick={() => router.refresh()}>
            {t('webhooks:lookAgain')}
          </Button>
        </div>
      )}
      <Table
        caption={t('webhooks:table:caption')}
        columns={columnsOf(t)}
        rows={deliveries}
        {...(maySend && {
          choice: {
            state: choice,
            all: t('webhooks:table:chooseAll'),
            one: ({ id }: ListedDelivery) => t('webhooks:table:choose', { id }),
          },
        })}
      />
    </>
  );
};

const columnsOf = (t: TranslateText): Column<ListedDelivery>[] => {
  const now = new Date();
  return [
    {
      heading: t('webhooks:table:status'),
      cell: ({ tone, words }) => <StatusPill tone={tone}>{words}</StatusPill>,
    },
    {
      heading: t('webhooks:table:event'),
      width: 'main',
      cell: ({ href, event, error }) => (
        <>
          <Link href={href}>{event}</Link>
          {error && (
            <span className="portal-table__error" title={error}>
              {error}
            </span>
          )}
        </>
      ),
    },
    { heading: t('webhooks:table:response'), cell: ({ outcome }) => outcome },
    { heading: t('webhooks:table:attempts'), cell: ({ attempts }) => attempts },
    {
      heading: t('webhooks:table:nextAttempt'),
      cell: ({ nextAt }) => nextAt && <RelativeTime moment={new Date(nextAt)} now={now} />,
    },
    {
      heading: t('webhooks:table:time'),
      cell: ({ createdAt }) => <RelativeTime moment={new Date(createdAt)} now={now} />,
    },
  ];
};

/** Sends one delivery again at once. */
export const RedeliverButton = ({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const redeliver = async () => {
    const path = `/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver` as const;
    const result = await callPortal(portalRoute, { method: 'POST', path });
    if (result.ok) toast.success(t('webhooks:delivery:sent'));
    else toast.error(inWords(result.message, t));
    router.refresh();
  };
  return (
    <div className="portal-actions">
      <ActionButton isPrimary label={t('webhooks:delivery:sendAgain')} onClick={redeliver} />
      <Button margin={false} size="medium" buttonStyle="secondary" onClick={() => router.refresh()}>
        {t('webhooks:lookAgain')}
      </Button>
    </div>
  );
};
