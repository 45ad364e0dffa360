'use client';

import { Button } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import './tickets.css';

interface TicketTabLinkProps {
  readonly address: string;
  readonly label: string;
  readonly count: number;
  readonly failed: number;
}

/** A tab with its numbers in its accessible name. */
export const TicketTabLink = ({ address, label, count, failed }: TicketTabLinkProps) => {
  const isCurrent = usePathname() === address;
  const name = failed > 0 ? `${label}: ${count}, ${failed} failed` : `${label}: ${count}`;
  return (
    <Button
      aria-label={name}
      buttonStyle="tab"
      className={['doc-tab', isCurrent && 'doc-tab--active'].filter(Boolean).join(' ')}
      disabled={isCurrent}
      el={isCurrent ? 'div' : 'link'}
      margin={false}
      size="medium"
      to={isCurrent ? undefined : address}
    >
      <span className="doc-tab__label">
        {label} {count}
        {failed > 0 && <span className="portal-tab__failed"> · {failed} failed</span>}
      </span>
    </Button>
  );
};
