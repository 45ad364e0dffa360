'use client';

import { Button } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { useEffect, useState } from 'react';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal } from '../../../core/ui/requests/portalApi.ts';
import './tickets.css';

interface Counts {
  readonly count: number;
  readonly failed: number;
}

interface TicketTabLinkProps extends Counts {
  readonly address: string;
  readonly ticketId: string;
}

/** Interval between counts of the mails while the page is visible, in milliseconds. */
const betweenCounts = 15_000;

/** The tab of a ticket's mails, with their numbers in its accessible name. */
export const TicketTabLink = ({ address, ticketId, ...given }: TicketTabLinkProps) => {
  const t = usePortalTexts();
  const isCurrent = usePathname() === address;
  const { count, failed } = useCounts(given, ticketId);
  return (
    <Button
      aria-label={t(failed > 0 ? 'tickets:emails:tab:nameWithFailed' : 'tickets:emails:tab:name', {
        number: count,
        failed,
      })}
      buttonStyle="tab"
      className={['doc-tab', isCurrent && 'doc-tab--active'].filter(Boolean).join(' ')}
      disabled={isCurrent}
      el={isCurrent ? 'div' : 'link'}
      margin={false}
      size="medium"
      to={isCurrent ? undefined : address}
    >
      <span className="doc-tab__label">
        {t('tickets:emails:tab:label', { number: count })}
        {failed > 0 && (
          <span className="portal-tab__failed"> · {t('tickets:emails:tab:failed', { failed })}</span>
        )}
      </span>
    </Button>
  );
};

/** Counts of a ticket's mails. A mail is logged a moment after the reply that it is about. */
const useCounts = ({ count, failed }: Counts, ticketId: string): Counts => {
  const portalRoute = usePortalRoute();
  const [counts, setCounts] = useState<Counts>({ count, failed });
  useEffect(() => setCounts({ count, failed }), [count, failed]);
  useEffect(() => {
    const totalOf = async (status: Readonly<Record<string, string>>): Promise<number | null> => {
      const query = new URLSearchParams({
        related_type: 'ticket',
        related_id: ticketId,
        per_page: '1',
        ...status,
      });
      const result = await callPortal<{ meta: { total: number } }>(portalRoute, {
        method: 'GET',
        path: `/email-log?${query}`,
      });
      return result.ok ? result.output.meta.total : null;
    };
    const recount = async () => {
      if (document.visibilityState !== 'visible') return;
      const [all, bad] = await Promise.all([totalOf({}), totalOf({ status: 'failed' })]);
      if (all !== null && bad !== null) setCounts({ count: all, failed: bad });
    };
    const counting = setInterval(() => void recount(), betweenCounts);
    return () => clearInterval(counting);
  }, [portalRoute, ticketId]);
  return counts;
};
