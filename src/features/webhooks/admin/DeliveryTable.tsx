'use client';

import { Button, Link, toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { callPortal } from '../../../core/ui/portalApi.ts';
import { RelativeTime } from '../../../core/ui/RelativeTime.tsx';
import { inWords } from '../../../core/ui/reason.ts';
import { StatusPill, type Tone } from '../../../core/ui/StatusPill.tsx';
import { usePortalRoute } from '../../../core/ui/usePortalRoute.ts';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';

export interface ListedDelivery {
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
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const now = new Date();
  const present = deliveries.filter(({ id }) => chosen.includes(id));

  const redeliver = async () => {
    const rejections = new Set<string>();
    for (const [index, { id }] of present.entries()) {
      setDone(index);
      const path = `/webhooks/${webhookId}/deliveries/${id}/redeliver` as const;
      const answer = await callPortal(portalRoute, { method: 'POST', path });
      if (!answer.ok) rejections.add(inWords(answer.message, t));
    }
    setDone(null);
    setChosen([]);
    if (rejections.size > 0) toast.error([...rejections].join(' '));
    else toast.success(t('webhooks:table:sent', { count: present.length }));
    router.refresh();
  };

  const toggle = (id: string) =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  const isAll = present.length === deliveries.length;

  return (
    <>
      {maySend && (
        <div className="portal-webhook__actions" aria-live="polite">
          <Button
            buttonStyle="secondary"
            size="small"
            margin={false}
            disabled={present.length === 0 || done !== null}
            onClick={() => void redeliver()}
          >
            {done === null
              ? t('webhooks:table:sendChosen', { number: present.length })
              : t('webhooks:table:sending', { number: done + 1, total: present.length })}
          </Button>
          <Button buttonStyle="secondary" size="small" margin={false} onClick={() => router.refresh()}>
            {t('webhooks:lookAgain')}
          </Button>
        </div>
      )}
      <div className="portal-table">
        <table>
          <caption className="portal-hidden">{t('webhooks:table:caption')}</caption>
          <thead>
            <tr>
              {maySend && (
                <th scope="col" className="portal-table__select">
                  <input
                    type="checkbox"
                    aria-label={t('webhooks:table:chooseAll')}
                    checked={isAll}
                    onChange={() => setChosen(isAll ? [] : deliveries.map(({ id }) => id))}
                  />
                </th>
              )}
              <th scope="col">{t('webhooks:table:status')}</th>
              <th scope="col">{t('webhooks:table:event')}</th>
              <th scope="col">{t('webhooks:table:response')}</th>
              <th scope="col">{t('webhooks:table:attempts')}</th>
              <th scope="col">{t('webhooks:table:nextAttempt')}</th>
              <th scope="col">{t('webhooks:table:time')}</th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <tr key={delivery.id}>
                {maySend && (
                  <td className="portal-table__select">
                    <input
                      type="checkbox"
                      aria-label={t('webhooks:table:choose', { id: delivery.id })}
                      checked={chosen.includes(delivery.id)}
                      onChange={() => toggle(delivery.id)}
                    />
                  </td>
                )}
                <td>
                  <StatusPill tone={delivery.tone}>{delivery.words}</StatusPill>
                </td>
                <td className="portal-table__main">
                  <Link href={delivery.href}>{delivery.event}</Link>
                  {delivery.error && (
                    <span className="portal-table__error" title={delivery.error}>
                      {delivery.error}
                    </span>
                  )}
                </td>
                <td>{delivery.outcome}</td>
                <td>{delivery.attempts}</td>
                <td className="portal-table__time">
                  {delivery.nextAt && <RelativeTime moment={new Date(delivery.nextAt)} now={now} />}
                </td>
                <td className="portal-table__time">
                  <RelativeTime moment={new Date(delivery.createdAt)} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

/** Sends one delivery again at once. */
export const RedeliverButton = ({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const redeliver = async () => {
    const path = `/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver` as const;
    const answer = await callPortal(portalRoute, { method: 'POST', path });
    if (answer.ok) toast.success(t('webhooks:delivery:sent'));
    else toast.error(inWords(answer.message, t));
    router.refresh();
  };
  return (
    <div className="portal-webhook__actions">
      <Button margin={false} size="medium" onClick={() => void redeliver()}>
        {t('webhooks:delivery:sendAgain')}
      </Button>
      <Button margin={false} size="medium" buttonStyle="secondary" onClick={() => router.refresh()}>
        {t('webhooks:lookAgain')}
      </Button>
    </div>
  );
};
